import { explainedCounters } from './counters/explained-counters.ts';
import { lastNameOf } from './last-name.ts';
import type { FieldNoise, NoiseReason } from './noise-facts.ts';

/**
 * Explains fields of requests that were not sent again by those that were: a field of the same last name, whose values
 * have the same shape, differed between two replays in each of its requests. Numbers and words have no shape; counters
 * are explained too (counters/explained-counters.ts).
 */
export function explainedByOthers(fields: readonly FieldNoise[]): FieldNoise[] {
  const proven = new Set(fields.flatMap((field) => (isProven(field) ? (keyOf(field) ?? []) : [])));
  const explained = fields.map((field): FieldNoise => {
    const { unexplained, sentAgain, reasons } = field;
    const key = keyOf(field);
    if (unexplained === 0 || sentAgain > 0 || key === null || !proven.has(key)) return field;
    return {
      ...field,
      unexplained: 0,
      reasons: [...reasons, { reason: 'SEEN_IN_OTHER_REQUESTS', requests: unexplained, forms: [] }],
    };
  });
  return explainedCounters(explained);
}

const isProven = ({ unexplained, requests, reasons }: FieldNoise): boolean =>
  unexplained === 0 && reasons.some((by) => DIFFERS.has(by.reason) && by.requests === requests);

const DIFFERS: ReadonlySet<NoiseReason> = new Set(['DIFFERS_BETWEEN_REPLAYS', 'DIFFERS_ON_BASELINE']);

/** Null for the fields of downstream calls, orders, and values without a shape. */
function keyOf({ subject, call, order, shape }: FieldNoise): string | null {
  const name = lastNameOf(subject);
  if (call !== undefined || order === true || shape === undefined || name === '') return null;
  return JSON.stringify([name, shape]);
}

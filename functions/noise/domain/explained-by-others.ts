import { stepsOf } from '../../platform/json/json-path.ts';
import type { FieldNoise } from './noise-facts.ts';

/**
 * Explains fields of requests that were not sent again by those that were: a field of the same last name, whose values have
 * the same shape, differed between two replays in each of its requests. Numbers and words have no shape.
 */
export function explainedByOthers(fields: readonly FieldNoise[]): FieldNoise[] {
  const proven = new Set(fields.flatMap((field) => (isProven(field) ? (keyOf(field) ?? []) : [])));
  return fields.map((field) => {
    const { unexplained, sentAgain, reasons } = field;
    const key = keyOf(field);
    if (unexplained === 0 || sentAgain > 0 || key === null || !proven.has(key)) return field;
    return {
      ...field,
      unexplained: 0,
      reasons: [...reasons, { reason: 'SEEN_IN_OTHER_REQUESTS', requests: unexplained, forms: [] }],
    };
  });
}

const isProven = ({ unexplained, requests, reasons }: FieldNoise): boolean =>
  unexplained === 0 && reasons.some((by) => by.reason === 'DIFFERS_BETWEEN_REPLAYS' && by.requests === requests);

/** Null for the fields of downstream calls, orders, and values without a shape. */
function keyOf({ subject, call, order, shape }: FieldNoise): string | null {
  const name = lastNameOf(subject);
  if (call !== undefined || order === true || shape === undefined || name === '') return null;
  return JSON.stringify([name, shape]);
}

/** Name of a field, or of the list that contains it. */
export function lastNameOf(subject: string): string {
  const names = stepsOf(subject)?.flatMap(({ selectors: [selector] }) =>
    selector?.type === 'name' ? selector.name : [],
  );
  return names?.at(-1) ?? '';
}

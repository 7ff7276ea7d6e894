import type { Difference } from '../../compare/domain/difference.ts';
import { stepsOf } from '../../platform/json/json-path.ts';
import type { RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import type { FieldNoise } from './noise-facts.ts';

/** A list of at most so many elements may have the same order twice by chance: once in 720 times or more often. */
export const MAX_CHANCE_LENGTH = 6;

/**
 * Judges the order of every list that differs: noise if it differs between two replays as well (interface 3.1 a). A short
 * list that has the same order twice counts neither way. `again`: what differs between both replays; null if the request
 * was not sent again.
 */
export function judgeOrder(
  { operation, recorded }: { operation: string; recorded: RecordedResponse },
  found: readonly Difference[],
  again: readonly Difference[] | null,
): FieldNoise[] {
  const moved = new Set(again?.filter(isOfOrder).map(({ path }) => path));
  const places = Map.groupBy(found.filter(isOfOrder), ({ subject }) => subject);
  let body: unknown;
  const isShort = ({ path }: Difference) => {
    body ??= bodyOf(recorded);
    return (lengthAt(body, path) ?? Number.POSITIVE_INFINITY) <= MAX_CHANCE_LENGTH;
  };
  return [...places].map(([subject, lists]) => ({
    operation,
    subject,
    order: true,
    requests: 1,
    unexplained: lists.every((list) => moved.has(list.path) || (again !== null && isShort(list))) ? 0 : 1,
    sentAgain: again === null ? 0 : 1,
    reasons: lists.some(({ path }) => moved.has(path))
      ? [{ reason: 'DIFFERS_BETWEEN_REPLAYS', requests: 1, forms: [] }]
      : [],
  }));
}

const isOfOrder = ({ kind }: Difference) => kind === 'ARRAY_ORDER';

/** Null if it is no JSON. */
function bodyOf({ body, bodyEncoding }: RecordedResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? '', bodyEncoding).toString());
  } catch {
    return null;
  }
}

/** Number of elements of a list in a body; null if it cannot be found there, as in JSON inside a string. */
function lengthAt(body: unknown, path: string): number | null {
  const steps = stepsOf(path);
  if (steps === null) return null;
  let value = body;
  for (const { selectors } of steps) {
    const [selector] = selectors;
    if (selector?.type !== 'name' && selector?.type !== 'index') return null;
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, selector.type === 'name' ? selector.name : selector.index);
  }
  return Array.isArray(value) ? value.length : null;
}

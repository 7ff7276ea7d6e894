import type { Difference } from '../../compare/domain/difference.ts';
import { stepsOf } from '../../platform/json/json-path.ts';
import type { RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { type FieldNoise, NoiseReason } from './noise-facts.ts';
import { differsReason, type RequestToJudge } from './request-to-judge.ts';
import { sortedByRandomId } from './sorted-by-random-id.ts';

/**
 * A list of at most so many elements may have the same order twice by chance: once in 720 times or more often.
 * @internal
 */
export const MAX_CHANCE_LENGTH = 6;

/**
 * Judges the order of every list that differs: noise if it differs between two replays as well (interface 3.1 a), or if
 * both sides are sorted by random ids. A short list that has the same order twice, or that is sorted, counts neither
 * way. `again`: what differs between both replays; null if the request was not sent again.
 */
export function judgeOrder(
  one: Pick<RequestToJudge, 'operation' | 'recorded' | 'replayed' | 'baselineEnv'>,
  found: readonly Difference[],
  again: readonly Difference[] | null,
): FieldNoise[] {
  const { operation, recorded, replayed } = one;
  const moved = new Set(again?.filter(isOfOrder).map(({ path }) => path));
  const locations = Map.groupBy(found.filter(isOfOrder), ({ subject }) => subject);
  if (locations.size === 0) return [];
  const bodies = [bodyOf(recorded), bodyOf(replayed)] as const;

  /** The reason for the order of one list; `by chance` if it is too short to tell. */
  function judged({ path }: Difference): NoiseReason | 'by chance' | null {
    if (moved.has(path)) return differsReason(one);
    const [a, b] = bodies.map((body) => listAt(body, path));
    if (!a || !b) return null;
    const sorted = sortedByRandomId(a, b);
    if (sorted === 'sorted') return 'SORTED_BY_RANDOM_ID';
    if (sorted === 'by chance') return 'by chance';
    return again !== null && a.length <= MAX_CHANCE_LENGTH ? 'by chance' : null;
  }

  return [...locations].map(([subject, lists]) => {
    const reasons = lists.map(judged);
    return {
      operation,
      subject,
      order: true,
      requests: 1,
      unexplained: reasons.includes(null) ? 1 : 0,
      sentAgain: again === null ? 0 : 1,
      reasons: NoiseReason.options
        .filter((reason) => reasons.includes(reason))
        .map((reason) => ({ reason, requests: 1, forms: [] })),
    };
  });
}

const isOfOrder = ({ kind }: Difference) => kind === 'ARRAY_ORDER';

/** Null if it is not JSON. */
function bodyOf({ body, bodyEncoding }: RecordedResponse): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? '', bodyEncoding).toString());
  } catch {
    return null;
  }
}

/** A list in a body; null if it cannot be found there, as in JSON inside a string. */
function listAt(body: unknown, path: string): readonly unknown[] | null {
  const steps = stepsOf(path);
  if (steps === null) return null;
  let value = body;
  for (const { selectors } of steps) {
    const [selector] = selectors;
    if (selector?.type !== 'name' && selector?.type !== 'index') return null;
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, selector.type === 'name' ? selector.name : selector.index);
  }
  return Array.isArray(value) ? value : null;
}

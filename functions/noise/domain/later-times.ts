import type { NoiseFacts } from './noise-facts.ts';

/** When requests that still fail are sent again, ms after the last request of the round. */
const LATER_MS = [2000, 7000] as const;

/** Maximum requests of a round that are sent again later. */
const MAX_LATER_REQUESTS = 500;

/**
 * The times of later sendings, ms after the last request: those within the settle time. One alone proves nothing where
 * data may have changed after the first replay.
 */
export function laterTimes(settleMs: number, isDataChanged: boolean): readonly number[] {
  const times = LATER_MS.filter((time) => time <= settleMs);
  return isDataChanged && times.length < 2 ? [] : times;
}

/**
 * Whether a request may be sent again later: if it was sent again at most once, and had an answer as before or was not
 * sent. Any other has shown that a further answer proves nothing.
 */
export function mayBeSentLater({ secondAnswers }: NoiseFacts): boolean {
  const { answered = 0, without = [], later, sent = 0 } = secondAnswers ?? {};
  return later === undefined && sent <= 1 && (answered === 1 || without.every(({ why }) => why === 'NOT_SENT'));
}

/**
 * Requests of whole endpoints, those with the fewest first: a field is suggested only if all its requests are
 * explained.
 */
export function chosenForLater<T>(requests: readonly T[], operationOf: (one: T) => string): T[] {
  const chosen: T[] = [];
  const groups = [...Map.groupBy(requests, operationOf).values()].sort((a, b) => a.length - b.length);
  for (const group of groups) {
    if (chosen.length + group.length > MAX_LATER_REQUESTS) break;
    for (const one of group) chosen.push(one);
  }
  return chosen;
}

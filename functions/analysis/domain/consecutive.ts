/** What an earlier replay of the application says of its differences. */
export interface EarlierReplay {
  /** Nothing that it does not name was there: its analysis is DONE, or it found no difference at all. */
  isConclusive: boolean;
  /** `consecutive` of what its analysis named, by findingId. */
  consecutive: ReadonlyMap<string, number>;
}

/** Earlier replays that are looked at. */
export const MOST_EARLIER = 10;

/**
 * In how many replays in a row a difference appeared, this one included (spec 2.5). `earlier`: the replays before this one, nearest
 * first; those that cannot tell (not analysed, or not to the end) are passed over.
 */
export function consecutiveOf(findingId: string, earlier: readonly EarlierReplay[]): number {
  for (const { isConclusive, consecutive } of earlier.slice(0, MOST_EARLIER)) {
    const before = consecutive.get(findingId);
    if (before !== undefined) return before + 1;
    if (isConclusive) return 1;
  }
  return 1;
}

/** An earlier replay of the application, with the differences that its analysis named. */
export interface EarlierReplay {
  /** Whether a difference that is not named was absent: the analysis is DONE, or the replay found no difference. */
  isConclusive: boolean;
  /** `consecutive` of the differences that its analysis named, by findingId. */
  consecutive: ReadonlyMap<string, number>;
}

/** Maximum earlier replays to read. */
export const MAX_EARLIER_REPLAYS = 10;

/**
 * Number of consecutive replays with a difference, including this one (spec 2.5). `earlier`: the preceding replays,
 * nearest first. Inconclusive ones (not analysed, or not completely) are skipped.
 */
export function consecutiveOf(findingId: string, earlier: readonly EarlierReplay[]): number {
  for (const { isConclusive, consecutive } of earlier.slice(0, MAX_EARLIER_REPLAYS)) {
    const before = consecutive.get(findingId);
    if (before !== undefined) return before + 1;
    if (isConclusive) return 1;
  }
  return 1;
}

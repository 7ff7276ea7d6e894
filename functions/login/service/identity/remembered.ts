/** For so long metadata stand, and for so long nobody asks again where they could not be had. */
const KEPT_MS = 3_600_000;
const FAILED_MS = 10_000;

/** Loads once for all who ask; what failed fails for ten seconds, so that a provider that is down is not asked by every visitor. */
export function remembered<T>(load: () => Promise<T>, now: () => number): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;

  return () => {
    if (kept !== undefined && now() < kept.until) return kept.value;
    const mine = { value: load(), until: now() + FAILED_MS };
    kept = mine;
    const loaded = () => {
      mine.until = now() + KEPT_MS;
    };
    mine.value.then(loaded, () => undefined);
    return mine.value;
  };
}

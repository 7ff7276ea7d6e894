/** How long metadata stays cached. */
const TTL_MS = 3_600_000;
const FAILURE_TTL_MS = 10_000;

/**
 * Loads once for all callers; a failure is cached for ten seconds, so that a provider that is down does not receive a
 * request per visitor.
 */
export function cached<T>(load: () => Promise<T>, now: () => number): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;

  return () => {
    if (kept !== undefined && now() < kept.until) return kept.value;
    const mine = { value: load(), until: now() + FAILURE_TTL_MS };
    kept = mine;
    const loaded = () => {
      mine.until = now() + TTL_MS;
    };
    mine.value.then(loaded, () => undefined);
    return mine.value;
  };
}

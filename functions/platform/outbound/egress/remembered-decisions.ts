import type { EgressDecision, EgressPolicy } from './policy.ts';

/**
 * How long a decision is used again, ms: also how long one of a port that was granted or is listened on may be
 * outdated.
 */
const MAX_AGE_MS = 1000;
/** Maximum origins that are remembered; with one more, all are forgotten. */
const MAX_ORIGINS = 1000;
/** Longer texts are decided each time, characters. */
const MAX_LENGTH = 300;

/**
 * Remembers what a policy decided about origins, as every request of a run goes to the same one. The address is checked
 * again whenever a connection is made. `elapsed`: monotonic ms.
 */
export function rememberedDecisions({ ofUrl }: Pick<EgressPolicy, 'ofUrl'>, elapsed: () => number) {
  const known = new Map<string, { decision: EgressDecision; until: number }>();

  /** The decision about an origin, or about what stands in its place in a url. */
  return function decisionOf(origin: string): EgressDecision {
    const time = elapsed();
    const found = known.get(origin);
    if (found !== undefined && time < found.until) return found.decision;
    const decision = ofUrl(origin);
    if (origin.length > MAX_LENGTH) return decision;
    if (known.size >= MAX_ORIGINS) known.clear();
    known.set(origin, { decision, until: time + MAX_AGE_MS });
    return decision;
  };
}

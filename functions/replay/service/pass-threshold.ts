import type { Keys } from '../../platform/world.ts';

/** The stack grants access to this subject only to the functions that compute verdicts. */
const contextOf = (planId: string) => ({ tenant: 'system', subject: 'pass-thresholds', field: planId });

/** Seals the threshold of a plan, so that it can be read only where the verdict is computed (spec 2.1). */
export const sealThreshold = async (keys: Keys, planId: string, threshold: number | null): Promise<string | null> =>
  threshold === null ? null : keys.seal(String(threshold), contextOf(planId));

/** Opens the threshold of a plan; null if there is none. */
export const openThreshold = async (
  keys: Keys,
  { planId, sealedPassThreshold }: { planId: string; sealedPassThreshold: string | null },
): Promise<number | null> =>
  sealedPassThreshold === null ? null : Number(await keys.open(sealedPassThreshold, contextOf(planId)));

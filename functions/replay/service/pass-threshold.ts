import type { Keys } from '../../platform/world.ts';

/** The stack lets those open what is of this subject who make verdicts. */
const contextOf = (planId: string) => ({ tenant: 'system', subject: 'pass-thresholds', field: planId });

/** Seals the threshold of a plan, so that it is read where the verdict is made and nowhere else (spec 2.1). */
export const sealThreshold = async (keys: Keys, planId: string, threshold: number | null): Promise<string | null> =>
  threshold === null ? null : keys.seal(String(threshold), contextOf(planId));

/** The threshold of a plan; null where none was given. */
export const openThreshold = async (
  keys: Keys,
  { planId, sealedPassThreshold }: { planId: string; sealedPassThreshold: string | null },
): Promise<number | null> =>
  sealedPassThreshold === null ? null : Number(await keys.open(sealedPassThreshold, contextOf(planId)));

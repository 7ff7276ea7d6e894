import type { ReplayPlan } from '../plan.ts';

/** The same plan with its running build as target; null for a run that is compared with its recordings. */
export const baselineSide = (plan: ReplayPlan): ReplayPlan | null =>
  plan.baselineEnv === undefined ? null : { ...plan, targetEnv: plan.baselineEnv, admission: plan.baselineAdmission };

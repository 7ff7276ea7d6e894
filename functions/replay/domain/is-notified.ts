import type { ReplayPlan } from './plan.ts';

/**
 * Whether channels receive the results of a plan (spec 6.2, row 1): of one that the Open API started, and of one whose
 * schedule says `notify` (interface 10).
 */
export const isNotified = ({ source, scheduleId, notify }: Pick<ReplayPlan, 'source' | 'scheduleId' | 'notify'>) =>
  source === 'trigger' && (scheduleId === undefined || notify === true);

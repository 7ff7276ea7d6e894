import type { ReplayPlan, ReplayRound } from './plan.ts';

/**
 * The state of a run in lists: findings.state when it settled, or that it has not. That of a round from another version
 * may be unknown.
 */
export const runState = (plan: Pick<ReplayPlan, 'status'>, round: Pick<ReplayRound, 'result'> | undefined): string =>
  plan.status === 'COMPLETED' ? (round?.result?.state ?? 'INTERRUPTED') : plan.status;

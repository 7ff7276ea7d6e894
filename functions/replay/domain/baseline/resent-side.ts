import type { ReplayPlan } from '../plan.ts';
import type { ResultHead } from '../results/result-head.ts';
import { baselineSide } from './baseline-side.ts';

/**
 * The plan with the build as its target that noise reduction sends requests to again: the running build, because what
 * differs between two of its responses is not a change of the target.
 */
export const resentSide = (plan: ReplayPlan): ReplayPlan => baselineSide(plan) ?? plan;

/** The status with which that build answered a request first. */
export const resentStatus = (
  { baselineEnv }: Pick<ReplayPlan, 'baselineEnv'>,
  { recordedStatus, replayedStatus }: Pick<ResultHead, 'recordedStatus' | 'replayedStatus'>,
): number | null => (baselineEnv === undefined ? replayedStatus : recordedStatus);

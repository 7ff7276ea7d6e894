import type { GatePolicy } from '../gates/gate-policy.ts';
import { type MeasuredBuild, predictedDecision } from './predicted-decision.ts';

/** What rules say about a build; null where they could not be evaluated. */
export type PredictedDecision = 'pass' | 'fail' | null;

/** What rules would have decided about builds, newest first; each is compared with the one before it that passed. */
export function decidedBuilds(policy: GatePolicy, builds: readonly (MeasuredBuild | null)[]): PredictedDecision[] {
  let lastPassing: MeasuredBuild | null = null;
  const decisions = builds.toReversed().map((build): PredictedDecision => {
    if (build === null) return null;
    const { decision, conclusive } = predictedDecision(policy, build, lastPassing);
    if (decision === 'pass') lastPassing = build;
    return conclusive ? decision : null;
  });
  return decisions.toReversed();
}

import * as v from 'valibot';
import { FindingsState } from '../../findings/domain/findings.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';

/** The states of a run in lists: findings.state when it settled, or that it has not. */
export const RunState = v.picklist(['PENDING', ...FindingsState.options]);
export type RunState = v.InferOutput<typeof RunState>;

/** A plan with its latest round. */
export interface ListedRun {
  plan: ReplayPlan;
  round: ReplayRound | undefined;
}

/** The state of a run in lists; that of a round from another version may be none of RunState. */
export const runState = (plan: Pick<ReplayPlan, 'status'>, round: Pick<ReplayRound, 'result'> | undefined): string =>
  plan.status === 'COMPLETED' ? (round?.result?.state ?? 'INTERRUPTED') : plan.status;

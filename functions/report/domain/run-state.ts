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

import type { WorkflowRun } from '../../runs/domain/run.ts';
import type { MetricRule } from './gate-policy.ts';

/** What a rule compares with, by its `baseline.ref` (evaluation 3.9). */
export type BaselineRef = NonNullable<MetricRule['baseline']>['ref'];

/** The runs that were fixed for each ref while a run was validated (evaluation 5.8): a baseline that is asked for takes no other's place. */
export const fixedBaselines = ({
  baseline,
  last_passing_run_id,
}: Pick<WorkflowRun, 'baseline' | 'last_passing_run_id'>): Record<BaselineRef, string | null> => ({
  last_passing: last_passing_run_id,
  run: null,
  ...(baseline && { [baseline.ref]: baseline.workflow_run_id }),
});

import type { WorkflowRun } from '../runs/run.ts';
import type { MetricRule } from './gate-policy.ts';

/** The run that a rule compares with, by its `baseline.ref` (evaluation 3.9). */
export type BaselineRef = NonNullable<MetricRule['baseline']>['ref'];

/** The runs fixed for each ref during validation (evaluation 5.8). A requested baseline never replaces another ref. */
export const fixedBaselines = ({
  baseline,
  last_passing_run_id,
}: Pick<WorkflowRun, 'baseline' | 'last_passing_run_id'>): Record<BaselineRef, string | null> => ({
  last_passing: last_passing_run_id,
  run: null,
  ...(baseline && { [baseline.ref]: baseline.workflow_run_id }),
});

import * as v from 'valibot';
import { Count, Time } from '../../../platform/values/shown-values.ts';
import { Trigger, WorkflowRun } from './run.ts';

/** Members of a run that answers do not show: what else is stored is shown. */
export const INTERNAL_OF_RUN = [
  'baseline_run_id',
  'last_passing_run_id',
  'created_after_sequence',
  'run_sequence',
  'run_digest',
  'progress_at',
  'timeout_ms',
  'expiresAt',
] as const;

/** A run as answers show it (evaluation 3.7); the document describes its times, pages read them. */
export const shownRun = <T extends v.GenericSchema<string, unknown>>(time: T) =>
  v.object({
    ...v.omit(WorkflowRun, INTERNAL_OF_RUN).entries,
    workflow_run_id: v.string(),
    trigger: v.object({ ...Trigger.entries, window: v.optional(v.object({ from: time, to: time })) }),
    baseline: v.nullable(v.object({ ref: v.picklist(['last_passing', 'run']), workflow_run_id: v.string() })),
    created_at: time,
    started_at: v.nullable(time),
    completed_at: v.nullable(time),
    cancel_requested_at: v.nullable(time),
    version: Count,
    events_cursor: v.string(),
    links: v.record(v.string(), v.string()),
  });

/** A run as answers show it. */
export const ShownRun = v.pipe(shownRun(Time), v.title('WorkflowRun'));
export type ShownRun = v.InferOutput<typeof ShownRun>;

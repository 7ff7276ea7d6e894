import * as v from 'valibot';
import { Moment } from '../../pages/evaluation-answers.ts';
import { Backfill } from '../domain/backfill.ts';
import { OnlinePolicy, POLICY_STATUSES, PolicyVersion } from '../domain/online-policy.ts';
import { PolicySpec } from '../domain/online-policy-body.ts';
import { PolicyExecution } from '../domain/policy-execution.ts';

const SPEC = {
  ...PolicySpec.entries,
  sampling: v.object({ rate: v.number(), salt: v.nullable(v.string()), effective_salt: v.string() }),
};

/** A policy as it is answered (evaluation 3.13). */
export const PolicyAnswer = v.object({
  ...v.pick(OnlinePolicy, [
    ...(['policy_id', 'name', 'enabled', 'version', 'policy_version', 'paused_reason', 'created_by'] as const),
  ]).entries,
  ...SPEC,
  status: v.picklist(POLICY_STATUSES),
  watermark_at: Moment,
  next_run_at: v.nullable(Moment),
  created_at: Moment,
});
export type PolicyAnswer = v.InferOutput<typeof PolicyAnswer>;

/** A version of it as it is answered. */
export const PolicyVersionAnswer = v.object({
  ...v.pick(PolicyVersion, ['version', 'policy_version', 'created_by']).entries,
  ...SPEC,
  created_at: Moment,
});
export type PolicyVersionAnswer = v.InferOutput<typeof PolicyVersionAnswer>;

/** What became of one window as it is answered. */
export const ExecutionAnswer = v.object({
  ...v.pick(PolicyExecution, [
    ...(['execution_id', 'version', 'trigger', 'status', 'matched', 'sampled', 'targets', 'skipped'] as const),
    ...(['case_set', 'workflow_run_id'] as const),
  ]).entries,
  window: v.object({ from: Moment, to: Moment }),
});
export type ExecutionAnswer = v.InferOutput<typeof ExecutionAnswer>;

/** A backfill as it is answered. */
export const BackfillAnswer = v.object({
  ...v.pick(Backfill, ['backfill_id', 'rate', 'max_targets', 'status', 'processed', 'total', 'error']).entries,
  from: Moment,
  to: Moment,
  created_at: Moment,
});
export type BackfillAnswer = v.InferOutput<typeof BackfillAnswer>;

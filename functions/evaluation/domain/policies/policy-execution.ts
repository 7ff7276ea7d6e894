import * as v from 'valibot';
import { isoText } from '../../../platform/time/iso-text.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { digestOfJson } from '../canonical-json.ts';
import type { EventDraft } from '../ledger/event.ts';
import { PolicyWindow } from './policy-window.ts';

/** One processed window of a policy (evaluation 3.13). Times are epoch ms. */
export const PolicyExecution = v.object({
  execution_id: v.string(),
  policy_id: v.string(),
  version: v.number(),
  policy_version: Digest,
  trigger: v.picklist(['schedule', 'manual', 'backfill']),
  backfill_id: v.nullable(v.string()),
  window: PolicyWindow,
  /** open: its cases are selected, but its run may not exist yet. */
  status: v.picklist(['open', 'completed']),
  matched: v.number(),
  sampled: v.number(),
  targets: v.number(),
  skipped: v.record(v.string(), v.number()),
  case_set: v.nullable(Digest),
  workflow_run_id: v.nullable(v.string()),
  created_at: v.number(),
  completed_at: v.nullable(v.number()),
});
export type PolicyExecution = v.InferOutput<typeof PolicyExecution>;

type Named = Pick<PolicyExecution, 'policy_id' | 'policy_version' | 'backfill_id' | 'window'>;

/** `pexe_` and 32 hex digits. The same window of the same version is always the same execution. */
export const executionIdOf = ({ policy_id, policy_version, backfill_id, window }: Named): string => {
  const digest = digestOfJson([policy_id, policy_version, window.from, window.to, backfill_id]);
  return `pexe_${digest.slice('sha256:'.length).slice(0, 32)}`;
};

/** The ledger event of an execution (evaluation 3.10). */
export const policyEvaluated = (execution: PolicyExecution): EventDraft => ({
  type: 'online_policy.evaluated',
  payload: {
    policy_id: execution.policy_id,
    policy_version: execution.policy_version,
    window: {
      from: isoText(execution.window.from),
      to: isoText(execution.window.to),
    },
    matched: execution.matched,
    sampled: execution.sampled,
    skipped: execution.skipped,
    ...(execution.workflow_run_id !== null && { workflow_run_id: execution.workflow_run_id }),
    ...(execution.backfill_id !== null && { backfill_id: execution.backfill_id }),
  },
});

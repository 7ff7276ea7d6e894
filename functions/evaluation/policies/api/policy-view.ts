import { isoText, isoTextOrNull } from '../../../platform/time/iso-text.ts';
import type { Backfill } from '../../domain/policies/backfill.ts';
import { type OnlinePolicy, type PolicyVersion, policyStatus, saltOf } from '../../domain/policies/online-policy.ts';
import type { PolicyExecution } from '../../domain/policies/policy-execution.ts';
import type { ShownPolicy, ShownPolicyVersion } from '../../domain/policies/shown-policy.ts';
import type { ShownBackfill, ShownExecution } from '../../domain/policies/shown-window.ts';

/** Path of online policies. */
export const POLICIES_PATH = '/api/v1/eval/online-policies';

/** Path of one policy. */
export const policyPath = (policyId: string): string => `${POLICIES_PATH}/${policyId}`;

/** The ETag that If-Match of a change must contain. */
export const etagOf = ({ version }: Pick<OnlinePolicy, 'version'>): string => `"${version}"`;

/** A policy as it is shown (evaluation 3.13). */
export function policyView(policy: OnlinePolicy): ShownPolicy {
  const { policy_id, name, enabled, version, policy_version, paused_reason, created_by } = policy;
  return {
    policy_id,
    name,
    enabled,
    ...specView(policy),
    version,
    policy_version,
    status: policyStatus(policy),
    paused_reason,
    watermark_at: isoText(policy.watermark_at),
    next_run_at: isoTextOrNull(policy.next_run_at),
    created_by,
    created_at: isoText(policy.created_at),
    updated_at: isoText(policy.updated_at),
    links: {
      self: policyPath(policy_id),
      versions: `${policyPath(policy_id)}/versions`,
      executions: `${policyPath(policy_id)}/executions`,
      backfills: `${policyPath(policy_id)}/backfills`,
    },
  };
}

/** A version as it is shown. */
export function versionView(version: PolicyVersion): ShownPolicyVersion {
  const { policy_id, version: number, policy_version, created_by, created_at } = version;
  return {
    policy_id,
    version: number,
    policy_version,
    ...specView(version),
    created_by,
    created_at: isoText(created_at),
  };
}

/** Adds the salt that sampling uses, whether sent or default. */
const specView = (of: Pick<PolicyVersion, 'spec' | 'policy_version'>) => ({
  ...of.spec,
  sampling: { ...of.spec.sampling, effective_salt: saltOf(of) },
});

/** An execution as it is shown. */
export const executionView = (execution: PolicyExecution): ShownExecution => ({
  ...execution,
  window: { from: isoText(execution.window.from), to: isoText(execution.window.to) },
  created_at: isoText(execution.created_at),
  completed_at: isoTextOrNull(execution.completed_at),
});

/** A backfill as it is shown. */
export function backfillView(backfill: Backfill): ShownBackfill {
  const { backfill_id, policy_id, version, policy_version, rate, max_targets, status, processed, total } = backfill;
  return {
    backfill_id,
    policy_id,
    version,
    policy_version,
    from: isoText(backfill.from),
    to: isoText(backfill.to),
    rate,
    max_targets,
    status,
    processed,
    total,
    error: backfill.error,
    created_by: backfill.created_by,
    created_at: isoText(backfill.created_at),
    completed_at: isoTextOrNull(backfill.completed_at),
  };
}

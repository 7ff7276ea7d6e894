import type { Backfill } from '../domain/backfill.ts';
import { type OnlinePolicy, type PolicyVersion, policyStatus, saltOf } from '../domain/online-policy.ts';
import type { PolicyExecution } from '../domain/policy-execution.ts';

/** Where online policies are. */
export const POLICIES_PATH = '/api/v1/eval/online-policies';

/** Where a policy is read. */
export const policyPath = (policyId: string): string => `${POLICIES_PATH}/${policyId}`;

/** What If-Match of a change has to be. */
export const etagOf = ({ version }: Pick<OnlinePolicy, 'version'>): string => `"${version}"`;

/** A policy as it is shown (evaluation 3.13). */
export function policyView(policy: OnlinePolicy) {
  const { policy_id, name, enabled, version, policy_version, paused_reason, created_by } = policy;
  return {
    ...{ policy_id, name, enabled },
    ...specView(policy),
    ...{ version, policy_version, status: policyStatus(policy), paused_reason },
    watermark_at: timeOf(policy.watermark_at),
    next_run_at: timeOrNull(policy.next_run_at),
    created_by,
    created_at: timeOf(policy.created_at),
    updated_at: timeOf(policy.updated_at),
    links: {
      self: policyPath(policy_id),
      versions: `${policyPath(policy_id)}/versions`,
      executions: `${policyPath(policy_id)}/executions`,
      backfills: `${policyPath(policy_id)}/backfills`,
    },
  };
}

/** A version as it is shown. */
export function versionView(version: PolicyVersion) {
  const { policy_id, version: number, policy_version, created_by, created_at } = version;
  return {
    ...{ policy_id, version: number, policy_version, ...specView(version) },
    ...{ created_by, created_at: timeOf(created_at) },
  };
}

/** With the salt that is sampled by, whoever chose it. */
const specView = (of: Pick<PolicyVersion, 'spec' | 'policy_version'>) => ({
  ...of.spec,
  sampling: { ...of.spec.sampling, effective_salt: saltOf(of) },
});

/** An execution as it is shown. */
export const executionView = (execution: PolicyExecution) => ({
  ...execution,
  window: { from: timeOf(execution.window.from), to: timeOf(execution.window.to) },
  created_at: timeOf(execution.created_at),
  completed_at: timeOrNull(execution.completed_at),
});

/** A backfill as it is shown. */
export function backfillView(backfill: Backfill) {
  const { backfill_id, policy_id, version, policy_version, rate, max_targets, status, processed, total } = backfill;
  return {
    ...{ backfill_id, policy_id, version, policy_version },
    ...{ from: timeOf(backfill.from), to: timeOf(backfill.to), rate, max_targets },
    ...{ status, processed, total, error: backfill.error, created_by: backfill.created_by },
    created_at: timeOf(backfill.created_at),
    completed_at: timeOrNull(backfill.completed_at),
  };
}

const timeOf = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null): string | null => (at === null ? null : timeOf(at));

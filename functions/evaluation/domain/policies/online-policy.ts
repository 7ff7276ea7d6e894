import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { digestOfJson } from '../canonical-json.ts';
import { StatusReason } from '../runs/run.ts';
import { type PolicyBody, PolicySpec } from './online-policy-body.ts';

/** Maximum policies of a tenant, and maximum active ones (evaluation 3.13). */
export const MAX_POLICIES = 100;
export const MAX_ACTIVE_POLICIES = 20;

/** Epoch ms. */
const Time = v.number();

/** An online policy as stored (evaluation 3.13). Times are epoch ms. */
export const OnlinePolicy = v.object({
  policy_id: v.string(),
  name: v.string(),
  enabled: v.boolean(),
  /** Incremented when the spec changes, but not by a new name or by switching the policy on or off. */
  version: v.number(),
  policy_version: Digest,
  spec: PolicySpec,
  /** Why it was paused automatically. */
  paused_reason: v.nullable(StatusReason),
  /** All recordings before this time have been processed. */
  watermark_at: Time,
  next_run_at: v.nullable(Time),
  /** When a tick processes it next: next_run_at, or the end of the claim on its open window. */
  due_at: v.nullable(Time),
  /** The window [watermark_at, to) in progress, and the version that processes it. */
  open: v.nullable(
    v.object({
      to: Time,
      version: v.number(),
      /**
       * Where the policy continues after this window. Default: `to`; later if the policy was inactive in the meantime.
       */
      goes_on_at: v.optional(Time),
    }),
  ),
  /** Earlier failures do not count. */
  active_since: Time,
  /**
   * Runs of the last hour, and the last three of the schedule, oldest first. An entry is reserved before its run is
   * created. Manual runs have no id here.
   */
  recent_runs: v.array(v.object({ workflow_run_id: v.nullable(v.string()), at: Time, scheduled: v.boolean() })),
  /** Targets of a UTC day, `2026-11-22`. */
  day: v.object({ date: v.string(), targets: v.number() }),
  created_by: v.string(),
  created_at: Time,
  updated_at: Time,
  deleted_at: v.nullable(Time),
  /** Incremented by each write. */
  revision: v.number(),
});
export type OnlinePolicy = v.InferOutput<typeof OnlinePolicy>;

/** One immutable version of a policy. */
export const PolicyVersion = v.object({
  policy_id: v.string(),
  version: v.number(),
  policy_version: Digest,
  spec: PolicySpec,
  created_by: v.string(),
  created_at: Time,
});
export type PolicyVersion = v.InferOutput<typeof PolicyVersion>;

/** Digest of the policy without its name and its `enabled` switch (evaluation 3.13). */
const policyVersionOf = (spec: PolicySpec): Digest => digestOfJson(spec);

/** The salt that traces are sampled with (evaluation 3.13). */
export const saltOf = ({ spec, policy_version }: Pick<PolicyVersion, 'spec' | 'policy_version'>): string =>
  spec.sampling.salt ?? policy_version;

export const POLICY_STATUSES = ['active', 'inactive', 'paused'] as const;

/** active: runs automatically; inactive: switched off; paused: stopped automatically. */
export function policyStatus({
  enabled,
  paused_reason,
  deleted_at,
}: Pick<OnlinePolicy, 'enabled' | 'paused_reason' | 'deleted_at'>): (typeof POLICY_STATUSES)[number] {
  if (!enabled || deleted_at !== null) return 'inactive';
  return paused_reason === null ? 'active' : 'paused';
}

/** A policy with its derived times. They are null unless it is active, or one of its windows was begun. */
export function timed(policy: OnlinePolicy): OnlinePolicy {
  const { schedule, watermark } = policy.spec;
  const next = policy.watermark_at + (schedule.every_s + watermark.wait_for_late_s) * 1000;
  const next_run_at = policyStatus(policy) === 'active' ? next : null;
  return { ...policy, next_run_at, due_at: policy.open === null ? next_run_at : policy.due_at };
}

/** A new policy. Its first window begins now (evaluation 5.12). */
export function newPolicy(
  body: PolicyBody,
  { policy_id, created_by, now }: { policy_id: string; created_by: string; now: number },
): OnlinePolicy {
  const { name, enabled, ...spec } = body;
  return timed({
    policy_id,
    name,
    enabled,
    version: 1,
    policy_version: policyVersionOf(spec),
    spec,
    paused_reason: null,
    watermark_at: now,
    next_run_at: null,
    due_at: null,
    open: null,
    active_since: now,
    recent_runs: [],
    day: { date: '', targets: 0 },
    created_by,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    revision: 1,
  });
}

/**
 * A policy after a change of its body. Recordings made while it was inactive are skipped; recordings made while it was
 * paused are processed. `resumes`: the caller sent `enabled: true`, which ends a pause.
 */
export function changedPolicy(policy: OnlinePolicy, body: PolicyBody, resumes: boolean, now: number): OnlinePolicy {
  const { name, enabled, ...spec } = body;
  const policy_version = policyVersionOf(spec);
  const isNew = policy_version !== policy.policy_version;
  const changed = {
    ...policy,
    name,
    enabled,
    spec,
    policy_version,
    version: policy.version + Number(isNew),
    updated_at: now,
    paused_reason: enabled && !resumes ? policy.paused_reason : null,
  };
  if (policyStatus(policy) === 'active' || policyStatus(changed) !== 'active') return timed(changed);
  const begins = { ...changed, active_since: now };
  const goes_on_at = Math.max(policy.open?.to ?? policy.watermark_at, now);
  if (policy.enabled) return timed(begins);
  if (policy.open === null) return timed({ ...begins, watermark_at: goes_on_at });
  // The window may have a run that is not recorded yet.
  return { ...timed({ ...begins, open: { ...policy.open, goes_on_at } }), due_at: now };
}

/** The body of a policy, as a caller could send it again. */
export const bodyOf = ({ name, enabled, spec }: OnlinePolicy): PolicyBody => ({ name, enabled, ...spec });

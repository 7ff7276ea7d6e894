import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { Count, Time } from '../../../platform/values/shown-values.ts';
import { OnlinePolicy, POLICY_STATUSES, PolicyVersion } from './online-policy.ts';
import type { PolicySpec } from './online-policy-body.ts';

const Wanted = v.union([v.string(), v.array(v.string())]);

/** Everything that a version of a policy covers, each member with its default. */
const SHOWN_SPEC = {
  workflow_version_digest: Digest,
  allow_live: v.boolean(),
  filter: v.record(v.string(), v.union([Wanted, v.record(v.string(), Wanted)])),
  sampling: v.object({
    strategy: v.literal('stable_hash'),
    rate: v.number(),
    salt: v.nullable(v.string()),
    /** The salt that was sent, else the policy_version. */
    effective_salt: v.string(),
  }),
  schedule: v.object({ every_s: Count }),
  watermark: v.object({ wait_for_late_s: Count }),
  budgets: v.object({ max_runs_per_hour: Count, max_targets_per_run: Count, max_targets_per_day: Count }),
  redaction: v.object({ headers: v.array(v.string()), json_paths: v.array(v.string()) }),
  exclusions: v.array(v.object({ key: v.string(), equals: v.string() })),
} satisfies Record<keyof PolicySpec, v.GenericSchema>;

/** A policy as answers show it (evaluation 3.13); the document describes its times, pages read them. */
export const shownPolicy = <T extends v.GenericSchema<string, unknown>>(time: T) =>
  v.object({
    ...v.pick(OnlinePolicy, ['policy_id', 'name', 'enabled']).entries,
    ...SHOWN_SPEC,
    version: Count,
    policy_version: Digest,
    status: v.picklist(POLICY_STATUSES),
    paused_reason: OnlinePolicy.entries.paused_reason,
    watermark_at: time,
    next_run_at: v.nullable(time),
    created_by: v.string(),
    created_at: time,
    updated_at: time,
    links: v.record(v.string(), v.string()),
  });

/** A policy as answers show it. */
export const ShownPolicy = v.pipe(shownPolicy(Time), v.title('OnlinePolicy'));
export type ShownPolicy = v.InferOutput<typeof ShownPolicy>;

/** A version of a policy as answers show it. */
export const shownPolicyVersion = <T extends v.GenericSchema<string, unknown>>(time: T) =>
  v.object({
    policy_id: PolicyVersion.entries.policy_id,
    version: Count,
    policy_version: Digest,
    ...SHOWN_SPEC,
    created_by: v.string(),
    created_at: time,
  });

/** A version of a policy as answers show it. */
export const ShownPolicyVersion = v.pipe(shownPolicyVersion(Time), v.title('OnlinePolicyVersion'));
export type ShownPolicyVersion = v.InferOutput<typeof ShownPolicyVersion>;

import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { policyPath } from './policy-view.ts';

/** Policy ids used in the examples. */
export const POLICY_EXAMPLE = {
  policyId: 'pol_01KAFP4G80A1B2C3D4E5F6G7H8',
  backfillId: 'bf_01KAFP4G80B1B2C3D4E5F6G7H8',
  from: '2026-11-20T10:00:00.000Z',
} as const;

/** A policy to create. */
export const POLICY_BODY_EXAMPLE = {
  name: 'orders-nightly',
  enabled: true,
  workflow_version_digest: RUN_EXAMPLE.digest,
  allow_live: true,
  filter: { app_id: EXAMPLE.appId, operations: [EXAMPLE.operation], case_tags: { tier: 'gold' } },
  sampling: { strategy: 'stable_hash', rate: 0.02, salt: null },
  schedule: { every_s: 3600 },
  watermark: { wait_for_late_s: 120 },
  budgets: { max_runs_per_hour: 10, max_targets_per_run: 1000, max_targets_per_day: 20_000 },
  redaction: { headers: ['authorization', 'cookie'], json_paths: ['$.card.number'] },
  exclusions: [{ key: 'eval.execution', equals: 'true' }],
};

const SPEC = {
  ...POLICY_BODY_EXAMPLE,
  sampling: { ...POLICY_BODY_EXAMPLE.sampling, effective_salt: RUN_EXAMPLE.digest },
};

const { name: _, enabled: __, ...VERSION_SPEC } = SPEC;

const path = policyPath(POLICY_EXAMPLE.policyId);

/** The policy in answers. */
export const SHOWN_POLICY_EXAMPLE = {
  policy_id: POLICY_EXAMPLE.policyId,
  ...SPEC,
  version: 1,
  policy_version: RUN_EXAMPLE.digest,
  status: 'active',
  paused_reason: null,
  watermark_at: EXAMPLE.time,
  next_run_at: EXAMPLE.time,
  created_by: EXAMPLE.userName,
  created_at: EXAMPLE.time,
  updated_at: EXAMPLE.time,
  links: { self: path, versions: `${path}/versions`, executions: `${path}/executions`, backfills: `${path}/backfills` },
};

/** Its first version. */
export const POLICY_VERSION_EXAMPLE = {
  policy_id: POLICY_EXAMPLE.policyId,
  version: 1,
  policy_version: RUN_EXAMPLE.digest,
  ...VERSION_SPEC,
  created_by: EXAMPLE.userName,
  created_at: EXAMPLE.time,
};

/** One of its executions. */
export const EXECUTION_EXAMPLE = {
  execution_id: 'pexe_818fa8cd2a91f96c1f2d5f3b1a09b4fb',
  policy_id: POLICY_EXAMPLE.policyId,
  version: 1,
  policy_version: RUN_EXAMPLE.digest,
  trigger: 'schedule',
  backfill_id: null,
  window: { from: POLICY_EXAMPLE.from, to: EXAMPLE.time },
  status: 'completed',
  matched: 5012,
  sampled: 97,
  targets: 97,
  skipped: { not_sampled: 4915 },
  case_set: RUN_EXAMPLE.digest,
  workflow_run_id: RUN_EXAMPLE.runId,
  created_at: EXAMPLE.time,
  completed_at: EXAMPLE.time,
};

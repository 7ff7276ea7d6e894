import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { deleteDoc, listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { WindowBody } from '../../domain/policies/backfill.ts';
import { PolicyBody } from '../../domain/policies/online-policy-body.ts';
import { ShownPolicy, ShownPolicyVersion } from '../../domain/policies/shown-policy.ts';
import { ShownExecution } from '../../domain/policies/shown-window.ts';
import { policyPath } from './policy-view.ts';

/** Policy ids used in the examples. */
export const POLICY_EXAMPLE = {
  policyId: 'pol_01KAFP4G80A1B2C3D4E5F6G7H8',
  backfillId: 'bf_01KAFP4G80B1B2C3D4E5F6G7H8',
  from: '2026-11-20T10:00:00.000Z',
} as const;

/** Path parameters of policies. */
export const POLICY_PARAMS = {
  policyId: { schema: v.string(), description: 'Id of an online policy.', example: POLICY_EXAMPLE.policyId },
  backfillId: { schema: v.string(), description: 'Id of a backfill.', example: POLICY_EXAMPLE.backfillId },
};
const { policyId } = POLICY_PARAMS;

const BODY = {
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
const SPEC = { ...BODY, sampling: { ...BODY.sampling, effective_salt: RUN_EXAMPLE.digest } };
const { name: _, enabled: __, ...VERSION_SPEC } = SPEC;
const path = policyPath(POLICY_EXAMPLE.policyId);
const SHOWN = {
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
const BODY_REFUSALS = ['validation_failed', 'invalid_digest', 'workflow_version_not_found'] as const;

/** API documentation of creating a policy (evaluation 3.13). */
export const createPolicyDoc = {
  id: 'createOnlinePolicy',
  tag: 'Online policies',
  summary: 'Create an online policy',
  description:
    'Evaluates samples of recorded traffic on a schedule. All keys of `filter` must match; lists match by any of their values. Keys other than the three named ones are tags of the recorded case. The maximum is 100 policies, 20 of them active. A `live` workflow needs `allow_live: true`, because its runs send real requests.',
  request: json(named('OnlinePolicyToMake', PolicyBody), BODY),
  responses: { 201: json(ShownPolicy, SHOWN) },
  refusals: problemDocs(...BODY_REFUSALS, 'name_conflict', 'limit_reached'),
} satisfies EndpointDoc;

/** API documentation of listing policies (evaluation 3.13). */
export const listPoliciesDoc = listDoc(ShownPolicy, SHOWN, {
  id: 'listOnlinePolicies',
  tag: 'Online policies',
  summary: 'List online policies, newest first',
});

/** API documentation of reading a policy (evaluation 3.13). */
export const readPolicyDoc = readDoc(ShownPolicy, SHOWN, {
  id: 'readOnlinePolicy',
  tag: 'Online policies',
  summary: 'Read an online policy',
  params: { policyId },
});

/** API documentation of changing a policy (evaluation 3.13). */
export const changePolicyDoc = {
  id: 'changeOnlinePolicy',
  tag: 'Online policies',
  summary: 'Change an online policy',
  description:
    'Takes a JSON merge patch (RFC 7396). A new name or switch keeps `version`; every other change raises it. `enabled: true` ends a pause and continues where the pause started. After `enabled: false`, the policy starts from now.',
  params: { policyId },
  headers: {
    'If-Match': {
      schema: v.string(),
      description: 'The version to change, such as `"1"`.',
      example: '"1"',
      required: true,
    },
  },
  request: json(v.record(v.string(), v.unknown()), { enabled: false }),
  responses: { 200: json(ShownPolicy, { ...SHOWN, enabled: false, status: 'inactive', next_run_at: null }) },
  refusals: problemDocs(
    ...(['not_found', 'policy_version_conflict', 'precondition_required', 'name_conflict', 'limit_reached'] as const),
    ...BODY_REFUSALS,
  ),
} satisfies EndpointDoc;

/** API documentation of deleting a policy (evaluation 3.13). */
export const deletePolicyDoc = deleteDoc({
  id: 'deleteOnlinePolicy',
  tag: 'Online policies',
  summary: 'Delete an online policy',
  description: 'No new execution starts. Versions, executions, backfills and runs stay readable.',
  params: { policyId },
});

/** API documentation of listing policy versions (evaluation 3.13). */
export const listPolicyVersionsDoc = listDoc(
  ShownPolicyVersion,
  {
    policy_id: POLICY_EXAMPLE.policyId,
    version: 1,
    policy_version: RUN_EXAMPLE.digest,
    ...VERSION_SPEC,
    created_by: EXAMPLE.userName,
    created_at: EXAMPLE.time,
  },
  {
    id: 'listOnlinePolicyVersions',
    tag: 'Online policies',
    summary: 'List the versions of an online policy, newest first',
    params: { policyId },
    refusals: problemDocs('not_found'),
  },
);

/** API documentation of listing policy executions (evaluation 3.13). */
export const listPolicyExecutionsDoc = listDoc(
  ShownExecution,
  {
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
  },
  {
    id: 'listOnlinePolicyExecutions',
    tag: 'Online policies',
    summary: 'List the executions of an online policy, latest window first',
    description:
      '`matched` counts the recorded cases that pass the filter, `sampled` those in the sample, and `targets` those that a run replays. `skipped` says why the others are not replayed.',
    params: { policyId },
    refusals: problemDocs('not_found'),
  },
);

/** API documentation of running a policy for a window (evaluation 3.13, 5.12). */
export const runPolicyDoc = {
  id: 'runOnlinePolicy',
  tag: 'Online policies',
  summary: 'Run an online policy for one window',
  description:
    'Takes at most a day, also for an inactive policy. The execution counts towards the budgets and does not affect the schedule. The same window of the same version is the same execution. `null` means that no case was sampled.',
  params: { policyId },
  request: json(WindowBody, { from: POLICY_EXAMPLE.from, to: EXAMPLE.time }),
  responses: {
    202: json(v.object({ execution_id: v.string(), workflow_run_id: v.nullable(v.string()) }), {
      execution_id: 'pexe_818fa8cd2a91f96c1f2d5f3b1a09b4fb',
      workflow_run_id: RUN_EXAMPLE.runId,
    }),
  },
  refusals: problemDocs('not_found', 'validation_failed', 'limit_reached', 'capability_unsupported', 'rate_limited'),
} satisfies EndpointDoc;

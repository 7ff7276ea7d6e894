import * as v from 'valibot';
import { answers, docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { deleteDoc, listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { WindowBody } from '../../domain/policies/backfill.ts';
import { PolicyBody } from '../../domain/policies/online-policy-body.ts';
import { ShownPolicy, ShownPolicyVersion } from '../../domain/policies/shown-policy.ts';
import { ShownExecution } from '../../domain/policies/shown-window.ts';
import {
  EXECUTION_EXAMPLE,
  POLICY_BODY_EXAMPLE,
  POLICY_EXAMPLE,
  POLICY_VERSION_EXAMPLE,
  SHOWN_POLICY_EXAMPLE,
} from './policy-example.ts';

/** Path parameters of policies. */
export const POLICY_PARAMS = {
  policyId: { schema: v.string(), description: 'Id of an online policy.', example: POLICY_EXAMPLE.policyId },
  backfillId: { schema: v.string(), description: 'Id of a backfill.', example: POLICY_EXAMPLE.backfillId },
};
const { policyId } = POLICY_PARAMS;
const BODY_REFUSALS = ['validation_failed', 'invalid_digest', 'workflow_version_not_found'] as const;

/** What the OpenAPI document says of online policies. */
export const onlinePolicyDocs = docs('Online policies', {
  createOnlinePolicy: {
    summary: 'Create an online policy',
    description:
      'Evaluates samples of recorded traffic on a schedule. All keys of `filter` must match; lists match by any of their values. Keys other than the three named ones are tags of the recorded case. The maximum is 100 policies, 20 of them active. A `live` workflow needs `allow_live: true`, because its runs send real requests.',
    request: json(named('OnlinePolicyToMake', PolicyBody), POLICY_BODY_EXAMPLE),
    responses: { 201: json(ShownPolicy, SHOWN_POLICY_EXAMPLE) },
    refusals: problemDocs(...BODY_REFUSALS, 'name_conflict', 'limit_reached'),
  },
  listOnlinePolicies: listDoc(ShownPolicy, SHOWN_POLICY_EXAMPLE, { summary: 'List online policies, newest first' }),
  readOnlinePolicy: readDoc(ShownPolicy, SHOWN_POLICY_EXAMPLE, {
    summary: 'Read an online policy',
    params: { policyId },
  }),
  changeOnlinePolicy: {
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
    responses: answers(ShownPolicy, { ...SHOWN_POLICY_EXAMPLE, enabled: false, status: 'inactive', next_run_at: null }),
    refusals: problemDocs(
      ...(['not_found', 'policy_version_conflict', 'precondition_required', 'name_conflict', 'limit_reached'] as const),
      ...BODY_REFUSALS,
    ),
  },
  deleteOnlinePolicy: deleteDoc({
    summary: 'Delete an online policy',
    description: 'No new execution starts. Versions, executions, backfills and runs stay readable.',
    params: { policyId },
  }),
  listOnlinePolicyVersions: listDoc(ShownPolicyVersion, POLICY_VERSION_EXAMPLE, {
    summary: 'List the versions of an online policy, newest first',
    params: { policyId },
    refusals: problemDocs('not_found'),
  }),
  listOnlinePolicyExecutions: listDoc(ShownExecution, EXECUTION_EXAMPLE, {
    summary: 'List the executions of an online policy, latest window first',
    description:
      '`matched` counts the recorded cases that pass the filter, `sampled` those in the sample, and `targets` those that a run replays. `skipped` says why the others are not replayed.',
    params: { policyId },
    refusals: problemDocs('not_found'),
  }),
  runOnlinePolicy: {
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
  },
});

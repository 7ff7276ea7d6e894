import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE, RUN_PARAMS } from '../../common/api/run-example.ts';
import { GateDecision, GateInputs, GateOutcome } from '../../domain/gates/gate-decision.ts';

/** Body of POST gate-decisions (evaluation 3.9). */
export const GateDecisionBody = v.object({
  gate_policy: v.object({
    version: v.pipe(
      v.string(),
      v.check((text) => v.is(Digest, text), 'invalid_digest'),
    ),
  }),
});

const Shown = named('GateDecision', v.object({ ...GateDecision.entries, decided_at: Time }));

/** Schema of a run's gate, decided or not. */
const Gate = named(
  'Gate',
  v.object({
    ...GateDecision.entries,
    gate_decision_id: v.nullable(v.string()),
    gate_policy_version: v.nullable(Digest),
    status: v.picklist(['pending', 'decided', 'not_applicable']),
    decision: v.nullable(GateOutcome.entries.decision),
    conclusive: v.nullable(v.boolean()),
    inputs: v.nullable(GateInputs),
    decision_digest: v.nullable(Digest),
    decided_at: v.nullable(Time),
  }),
);

const Check = named(
  'GateCheck',
  v.object({
    status: v.picklist(['queued', 'in_progress', 'completed']),
    conclusion: v.nullable(v.picklist(['success', 'failure', 'action_required', 'cancelled'])),
    summary: v.string(),
  }),
);

const DECISION: v.InferOutput<typeof Shown> = {
  gate_decision_id: 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
  workflow_run_id: RUN_EXAMPLE.runId,
  workflow_version_digest: RUN_EXAMPLE.digest,
  gate_policy_version: RUN_EXAMPLE.digest,
  primary: true,
  status: 'decided',
  decision: 'fail',
  conclusive: true,
  reason_codes: ['fail'],
  rules: [
    {
      id: 'pass-rate',
      outcome: 'fail',
      enforcement: 'required',
      observed: 0.94,
      samples: 1,
      baseline: null,
      delta: null,
      threshold: 0.95,
      op: 'gte',
    },
  ],
  inputs: {
    attempt_id: RUN_EXAMPLE.attemptId,
    attempt_status: 'succeeded',
    native_result_digest: RUN_EXAMPLE.digest,
    scores_digest: RUN_EXAMPLE.digest,
    baseline_run_id: null,
  },
  decision_digest: RUN_EXAMPLE.digest,
  decided_at: EXAMPLE.time,
};

/** API documentation of reading a run's gate (evaluation 3.9). */
export const readGateDoc = readDoc(v.union([Gate, Check]), DECISION, {
  id: 'readGate',
  tag: 'Gates',
  summary: 'Read the gate decision of a run',
  description:
    'Returns the primary decision of a run: `pending` before there is one, and `not_applicable` if the run was cancelled. Release only if `decision` is `pass`. ' +
    'With `format=check` the response is a check for CI. Pass is success, fail is failure, not conclusive is action_required, and not applicable is cancelled.',
  params: RUN_PARAMS,
  query: { format: { schema: v.literal('check'), description: '`check`: the response is a check for CI.' } },
});

/** API documentation of gate re-evaluation (evaluation 3.9). */
export const decideGateAgainDoc = {
  id: 'decideGateAgain',
  tag: 'Gates',
  summary: 'Evaluate a finished run with a different gate policy',
  description:
    'Creates a separate decision with `primary: false`. It writes no event and does not change the run. A policy that was not uploaded fails with `gate_policy_unknown`.',
  params: RUN_PARAMS,
  request: json(named('GateDecisionToMake', GateDecisionBody), { gate_policy: { version: RUN_EXAMPLE.digest } }),
  responses: { 201: json(Shown, { ...DECISION, primary: false }) },
  refusals: problemDocs(
    'not_found',
    'run_not_terminal',
    'artifact_expired',
    'artifact_not_committed',
    'validation_failed',
    'invalid_digest',
  ),
} satisfies EndpointDoc;

/** API documentation of listing gate decisions (evaluation 3.9). */
export const listGateDecisionsDoc = listDoc(Shown, DECISION, {
  id: 'listGateDecisions',
  tag: 'Gates',
  summary: 'List the gate decisions of a run, newest first',
  params: RUN_PARAMS,
  refusals: problemDocs('not_found'),
});

/** API documentation of reading a gate decision (evaluation 3.9). */
export const readGateDecisionDoc = readDoc(Shown, DECISION, {
  id: 'readGateDecision',
  tag: 'Gates',
  summary: 'Read a gate decision',
  params: {
    gateDecisionId: { schema: v.string(), description: 'Id of a gate decision.', example: DECISION.gate_decision_id },
  },
});

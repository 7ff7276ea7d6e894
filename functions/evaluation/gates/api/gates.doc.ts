import * as v from 'valibot';
import { docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { listDoc, readDoc } from '../../common/api/resource-docs.ts';
import { RUN_EXAMPLE, RUN_PARAMS } from '../../common/api/run-example.ts';
import { GateDecisionBody } from './gate-decision-body.ts';
import { GATE_DECISION_EXAMPLE, ShownCheck, ShownGate, ShownGateDecision } from './shown-gate.ts';

/** What the OpenAPI document says of gates. */
export const gateDocs = docs('Gates', {
  readGate: readDoc(v.union([ShownGate, ShownCheck]), GATE_DECISION_EXAMPLE, {
    summary: 'Read the gate decision of a run',
    description:
      'Returns the primary decision of a run: `pending` before there is one, and `not_applicable` if the run was cancelled. Release only if `decision` is `pass`. ' +
      'With `format=check` the response is a check for CI. Pass is success, fail is failure, not conclusive is action_required, and not applicable is cancelled.',
    params: RUN_PARAMS,
    query: { format: { schema: v.literal('check'), description: '`check`: the response is a check for CI.' } },
  }),
  decideGateAgain: {
    summary: 'Evaluate a finished run with a different gate policy',
    description:
      'Creates a separate decision with `primary: false`. It writes no event and does not change the run. A policy that was not uploaded fails with `gate_policy_unknown`.',
    params: RUN_PARAMS,
    request: json(named('GateDecisionToMake', GateDecisionBody), { gate_policy: { version: RUN_EXAMPLE.digest } }),
    responses: { 201: json(ShownGateDecision, { ...GATE_DECISION_EXAMPLE, primary: false }) },
    refusals: problemDocs(
      'not_found',
      'run_not_terminal',
      'artifact_expired',
      'artifact_not_committed',
      'validation_failed',
      'invalid_digest',
    ),
  },
  listGateDecisions: listDoc(ShownGateDecision, GATE_DECISION_EXAMPLE, {
    summary: 'List the gate decisions of a run, newest first',
    params: RUN_PARAMS,
    refusals: problemDocs('not_found'),
  }),
  readGateDecision: readDoc(ShownGateDecision, GATE_DECISION_EXAMPLE, {
    summary: 'Read a gate decision',
    params: {
      gateDecisionId: {
        schema: v.string(),
        description: 'Id of a gate decision.',
        example: GATE_DECISION_EXAMPLE.gate_decision_id,
      },
    },
  }),
});

import { problem, problemOf } from '../../../platform/http/problem.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { decideGate } from '../../domain/gates/decide-gate.ts';
import type { GateDecision } from '../../domain/gates/gate-decision.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import { isTerminalRun } from '../../domain/runs/transitions.ts';
import { gateQuestion } from '../service/gate-question.ts';
import { GateDecisionBody } from './gate-decision-body.ts';
import { gateView } from './gate-view.ts';
import { gateDocs } from './gates.doc.ts';

/** Evaluates an ended run by another policy. Facts, events and the primary decision stay (evaluation 3.9, 5.7). */
export const decideGateAgain = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/runs/{runId}/gate-decisions',
  scope: 'eval:run',
  body: EVALUATION_BODY,
  doc: gateDocs.decideGateAgain,

  async answer(
    { params: { runId = '' }, body },
    {
      evaluation,
      now,
      newId,
    }: EvaluationUses<'runs' | 'artifacts' | 'workflowVersions' | 'scores' | 'gateDecisions', 'now' | 'newId'>,
  ) {
    const run = await evaluation.runs.find(runId);
    if (run === undefined) return problem('not_found', 'There is no such run.');
    const read = validateBody(GateDecisionBody, body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    if (!isTerminalRun(run.status))
      return problem('run_not_terminal', 'Only a run that has ended can be decided again.');
    const { version } = read.value.gate_policy;
    // An unseen digest is an unknown policy, and the decision records that.
    const policy = await evaluation.artifacts.find(version);
    if (policy?.status === 'pending') return problem('artifact_not_committed', 'The gate policy is not committed yet.');
    if (policy?.status === 'expired') return problem('artifact_expired', 'The gate policy has expired.');
    const question = await gateQuestion(run, evaluation, version);
    if (!question.ok) return problemOf(question);

    const decided_at = now();
    const decision: GateDecision = {
      gate_decision_id: `gdec_${ulidOf(decided_at, newId())}`,
      workflow_run_id: runId,
      workflow_version_digest: run.workflow_version_digest,
      primary: false,
      status: 'decided',
      ...decideGate(question.value),
      decided_at,
    };
    await evaluation.gateDecisions.add(decision, run.expiresAt);
    const location = `/api/v1/eval/gates/${decision.gate_decision_id}`;
    return { status: 201, headers: { location }, body: gateView(decision) };
  },
});

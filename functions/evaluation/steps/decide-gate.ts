import type { Step } from '../../platform/steps/step.ts';
import type { RunningUses } from '../composition.ts';
import { decideGate as decide } from '../domain/gates/decide-gate.ts';
import type { GateOutcome } from '../domain/gates/gate-decision.ts';
import { ulidOf } from '../domain/identifiers.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';
import { isTerminalRun } from '../domain/runs/transitions.ts';
import { gateQuestion } from '../gates/service/gate-question.ts';
import { decided, RunInput } from './evaluation-step.ts';

/**
 * Decides the gate of a run once, whether or not its attempt succeeded (evaluation 3.7, 3.9). A cancelled run gets no
 * decision.
 */
export const decideGate: Step<
  RunInput,
  RunningUses<'runs' | 'workflowVersions' | 'artifacts' | 'scores' | 'ledger' | 'gateDecisions', 'now' | 'newId'>
> = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run }) => {
      if (isGateSettled(run)) return {};
      return keepDecision(run, await decidedOutcome(run, services), services);
    }),
};

/** Evaluates a run by its own policy. Throws if an input is missing. */
export async function decidedOutcome(
  run: WorkflowRun,
  { evaluation }: RunningUses<'runs' | 'workflowVersions' | 'artifacts' | 'scores'>,
): Promise<GateOutcome> {
  const question = await gateQuestion(run, evaluation);
  if (!question.ok) throw new Error('the result of a run was deleted before its gate was decided');
  return decide(question.value);
}

/** Whether the gate needs no further decision. */
export const isGateSettled = ({ status, gate }: WorkflowRun): boolean =>
  isTerminalRun(status) || status === 'cancelling' || gate.status === 'decided';

/** Writes the primary decision of a run and its event. */
export async function keepDecision(
  run: WorkflowRun,
  outcome: GateOutcome,
  { evaluation, now, newId }: RunningUses<'ledger' | 'gateDecisions', 'now' | 'newId'>,
): Promise<Record<string, never> | 'conflict'> {
  const decided_at = now();
  const gate_decision_id = `gdec_${ulidOf(decided_at, newId())}`;
  const { workflow_run_id, workflow_version_digest } = run;
  const { decision, conclusive, gate_policy_version, decision_digest } = outcome;
  const appended = await evaluation.ledger.append({
    run,
    change: {
      gate: { status: 'decided', decision, gate_decision_id },
      // A run that failed validation is still queued.
      ...(run.status === 'running' && { phase: 'gating' }),
    },
    events: [
      {
        type: 'gate.decided',
        payload: { gate_decision_id, gate_policy_version, decision, conclusive, primary: true, decision_digest },
      },
    ],
    writes: evaluation.gateDecisions.writesOf(
      {
        gate_decision_id,
        workflow_run_id,
        workflow_version_digest,
        primary: true,
        status: 'decided',
        ...outcome,
        decided_at,
      },
      run.expiresAt,
    ),
  });
  return typeof appended === 'string' ? 'conflict' : {};
}

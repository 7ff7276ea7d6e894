import { isoText } from '../../../platform/time/iso-text.ts';
import type { GateDecision } from '../../domain/gates/gate-decision.ts';
import { checkOf } from '../../domain/gates/gate-summary.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';

/** A decision as responses show it (evaluation 3.9). */
export const gateView = (decision: GateDecision) => ({
  ...decision,
  decided_at: isoText(decision.decided_at),
});

/** The gate of a run without a decision: still pending, or never to be decided. */
export const undecidedView = (run: WorkflowRun) => ({
  gate_decision_id: null,
  workflow_run_id: run.workflow_run_id,
  workflow_version_digest: run.workflow_version_digest,
  gate_policy_version: null,
  primary: true,
  status: run.status === 'cancelled' ? ('not_applicable' as const) : ('pending' as const),
  decision: null,
  conclusive: null,
  reason_codes: [],
  rules: [],
  inputs: null,
  decision_digest: null,
  decided_at: null,
});

/** The gate as a CI check (evaluation 3.9). `status` and `conclusion` use the values of GitHub checks. */
export function checkView(run: WorkflowRun, decision: GateDecision | undefined) {
  if (decision !== undefined) return { status: 'completed' as const, ...checkOf(decision) };
  if (run.status === 'cancelled') {
    return { status: 'completed', conclusion: 'cancelled', summary: 'The run was cancelled.' } as const;
  }
  const status = run.status === 'queued' ? ('queued' as const) : ('in_progress' as const);
  return { status, conclusion: null, summary: 'The gate is not decided yet.' };
}

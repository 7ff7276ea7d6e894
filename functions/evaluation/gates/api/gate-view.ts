import type { WorkflowRun } from '../../runs/domain/run.ts';
import type { GateDecision } from '../domain/gate-decision.ts';
import { checkOf } from '../domain/gate-summary.ts';

/** A decision as it is shown (evaluation 3.9). */
export const gateView = (decision: GateDecision) => ({
  ...decision,
  decided_at: new Date(decision.decided_at).toISOString(),
});

/** The gate of a run that has no decision: one that is to come, or one that never will. */
export const undecidedView = (run: WorkflowRun) => ({
  gate_decision_id: null,
  workflow_run_id: run.workflow_run_id,
  workflow_version_digest: run.workflow_version_digest,
  gate_policy_version: null,
  primary: true,
  status: run.status === 'cancelled' ? ('not_applicable' as const) : ('pending' as const),
  ...{ decision: null, conclusive: null, reason_codes: [], rules: [], inputs: null },
  ...{ decision_digest: null, decided_at: null },
});

/** The same as a check of CI (evaluation 3.9); `status` and `conclusion` are the words of GitHub's checks. */
export function checkView(run: WorkflowRun, decision: GateDecision | undefined) {
  if (decision !== undefined) return { status: 'completed', ...checkOf(decision) };
  if (run.status === 'cancelled') {
    return { status: 'completed', conclusion: 'cancelled', summary: 'The run was cancelled.' };
  }
  const status = run.status === 'queued' ? 'queued' : 'in_progress';
  return { status, conclusion: null, summary: 'The gate is not decided yet.' };
}

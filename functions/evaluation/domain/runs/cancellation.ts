import type { EventDraft } from '../ledger/event.ts';
import type { StatusReason, WorkflowRun } from './run.ts';
import type { RunChange } from './run-change.ts';

/** Status reason of a cancelled run. */
export const CANCELLED: StatusReason = { code: 'cancelled', detail: 'The run was cancelled on request.' };

/** The gate of a cancelled run (evaluation 3.9). */
export const NO_GATE: WorkflowRun['gate'] = { status: 'not_applicable', decision: null, gate_decision_id: null };

/** Gate of a run that is being cancelled, even after its decision: a caller that polls for a pass must not find one. */
const GATE_TO_COME: WorkflowRun['gate'] = { status: 'pending', decision: null, gate_decision_id: null };

/**
 * Effect of a cancellation request on a run (evaluation 3.7). A queued run ends immediately. `null`: requested before,
 * or too late.
 */
export function cancellation(
  run: WorkflowRun,
  by: string,
  now: number,
): { change: RunChange; events: EventDraft[] } | null {
  const requested: EventDraft = { type: 'workflow.cancel_requested', payload: { requested_by: by } };
  if (run.status === 'running')
    return { change: { status: 'cancelling', gate: GATE_TO_COME, cancel_requested_at: now }, events: [requested] };
  if (run.status !== 'queued') return null;
  return {
    change: { status: 'cancelled', status_reason: CANCELLED, gate: NO_GATE, cancel_requested_at: now },
    events: [requested, { type: 'workflow.completed', payload: { status: 'cancelled', status_reason: CANCELLED } }],
  };
}

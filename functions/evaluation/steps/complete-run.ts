import type { Step } from '../../platform/steps/step.ts';
import type { RunningUses } from '../composition.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import { CANCELLED, NO_GATE } from '../domain/runs/cancellation.ts';
import type { StatusReason, WorkflowRun } from '../domain/runs/run.ts';
import { isTerminalRun } from '../domain/runs/transitions.ts';
import { decided, RunInput } from './evaluation-step.ts';

/**
 * Ends a run with the result of its last attempt, or cancelled. A passing run becomes the baseline of later runs
 * (evaluation 3.7, 3.9).
 */
export const completeRun: Step<RunInput, RunningUses<'runs' | 'ledger' | 'lastPassing'>> = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run, attempt }) => {
      if (isTerminalRun(run.status)) return {};
      if (run.status !== 'cancelling' && run.gate.status !== 'decided') throw new Error('the gate is not decided');
      return complete(run, attempt, services);
    }),
};

/** Writes the end of a run. `reason`: why a run fails although its attempt did not. */
export async function complete(
  run: WorkflowRun,
  attempt: FrameworkAttempt | null,
  { evaluation }: RunningUses<'ledger' | 'lastPassing'>,
  reason: StatusReason | null = null,
): Promise<Record<string, never> | 'conflict'> {
  const end = endOf(run, attempt, reason);
  const isPassed = end.status === 'succeeded' && run.gate.decision === 'pass';
  const appended = await evaluation.ledger.append({
    run,
    change: {
      ...end,
      // Also for a run cancelled after its gate decision: a caller that polls for a pass must not find one.
      ...((run.gate.status === 'pending' || end.status === 'cancelled') && { gate: NO_GATE }),
    },
    events: [{ type: 'workflow.completed', payload: { ...end } }],
    writes: isPassed ? await evaluation.lastPassing.writesOf(run) : [],
  });
  return typeof appended === 'string' ? 'conflict' : {};
}

function endOf(
  run: WorkflowRun,
  attempt: FrameworkAttempt | null,
  reason: StatusReason | null,
): Pick<WorkflowRun, 'status' | 'status_reason'> {
  if (run.status === 'cancelling') return { status: 'cancelled', status_reason: CANCELLED };
  if (reason === null && attempt?.status === 'succeeded') return { status: 'succeeded', status_reason: null };
  return { status: 'failed', status_reason: attempt?.status_reason ?? reason };
}

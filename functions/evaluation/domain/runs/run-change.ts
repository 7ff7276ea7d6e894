import type { EventDraft } from '../ledger/event.ts';
import type { RunStatus } from '../statuses.ts';
import type { FrameworkAttempt } from './attempt.ts';
import type { WorkflowRun } from './run.ts';
import { checkAttemptTransition, checkRunTransition, IllegalTransition, isTerminalRun } from './transitions.ts';

/** Maximum active runs of a tenant; more stay queued (evaluation 4). */
export const MAX_ACTIVE_RUNS = 20;
/** Maximum queued runs of a tenant; more are refused (evaluation 4). */
export const MAX_QUEUED_RUNS = 1000;

/** Fields of a run that an append may change. The ledger itself maintains the others. */
export type RunChange = Partial<
  Pick<
    WorkflowRun,
    | 'status'
    | 'phase'
    | 'status_reason'
    | 'observed_reproducibility_class'
    | 'baseline'
    | 'last_passing_run_id'
    | 'gate'
    | 'cancel_requested_at'
    | 'timeout_ms'
  >
>;

/**
 * A run after a change at this time (epoch ms), with its version incremented. started_at, completed_at, progress_at,
 * attempts[] and native_result_artifact are derived. Throws IllegalTransition (evaluation 3.7, 3.8), also if
 * workflow.completed does not come with the end, as the last event.
 */
export function changedRun(
  run: WorkflowRun,
  { change, attempt, events }: { change: RunChange; attempt?: FrameworkAttempt; events: readonly EventDraft[] },
  now: number,
): WorkflowRun {
  const next = { ...run, ...change };
  checkRunTransition(run, next);
  const isOver = isTerminalRun(next.status);
  const completions = events.flatMap(({ type }, at) => (type === 'workflow.completed' ? [at] : []));
  if (isOver ? completions.length !== 1 || completions[0] !== events.length - 1 : completions.length > 0)
    throw new IllegalTransition('workflow.completed must be the last event of a run');
  return {
    ...next,
    attempts: attempt === undefined ? run.attempts : attemptsWith(run, attempt),
    // Always that of the last attempt, even if it has none: the gate ignores results of earlier attempts.
    native_result_artifact: attempt === undefined ? run.native_result_artifact : attempt.native_result_artifact,
    started_at: run.started_at ?? (next.status === 'running' ? now : null),
    completed_at: isOver ? now : null,
    progress_at: now,
    version: run.version + 1,
  };
}

/** The tenant's counts of queued and active runs after a run changes its status. */
export function countsAfter<Counts extends { queued: number; active: number }>(
  counts: Counts,
  from: RunStatus,
  to: RunStatus,
): Counts {
  return {
    ...counts,
    queued: counts.queued - Number(from === 'queued') + Number(to === 'queued'),
    active: counts.active - Number(isActive(from)) + Number(isActive(to)),
  };
}

/** Whether a run counts towards the tenant's limit of active runs. */
export const isActive = (status: RunStatus): boolean => status === 'running' || status === 'cancelling';

function attemptsWith(run: WorkflowRun, { attempt_id, workflow_run_id, status }: FrameworkAttempt) {
  if (workflow_run_id !== run.workflow_run_id) throw new IllegalTransition('the attempt belongs to a different run');
  const at = run.attempts.findIndex((known) => known.attempt_id === attempt_id);
  checkAttemptTransition(run.attempts[at]?.status ?? null, status);
  return at < 0 ? [...run.attempts, { attempt_id, status }] : run.attempts.with(at, { attempt_id, status });
}

import type { Step } from '../../platform/steps/step.ts';
import type { RunningServices } from '../composition.ts';
import { ATTEMPT_STATUS_OF, outcomeOf } from '../domain/replay-regression/attempt-outcomes.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import { CANCELLED } from '../domain/runs/cancellation.ts';
import { artifactCommitted, attempted, isAttemptDue } from '../domain/runs/new-attempt.ts';
import type { StatusReason, WorkflowRun } from '../domain/runs/run.ts';
import { isTerminalAttempt, isTerminalRun } from '../domain/runs/transitions.ts';
import type { TERMINAL_ATTEMPT_STATUSES } from '../domain/statuses.ts';
import { type NativeResult, nativeResult } from '../replay-regression/steps/native-result.ts';
import { decided, RunInput, type RunState } from './evaluation-step.ts';
import { clockOf } from './poll-attempt.ts';
import { workflowOf } from './workflow-of.ts';

/** Stores the result of an attempt and ends it (evaluation 3.14). Returns whether another attempt follows. */
export const commitResult: Step<RunInput, RunningServices> = {
  input: RunInput,
  run: (input, services) => decided(input, services, (state) => commit(state, services)),
};

async function commit({ run, attempt }: RunState, services: RunningServices): Promise<{ retry: boolean } | 'conflict'> {
  if (isTerminalRun(run.status) || attempt === null) return { retry: false };
  const { maxAttempts, maxResultBytes } = await workflowOf(run, services);
  const isRetried = (attempts: WorkflowRun['attempts']) =>
    run.status === 'running' && isAttemptDue(attempts, maxAttempts);
  if (isTerminalAttempt(attempt.status)) return { retry: isRetried(run.attempts) };
  // Only PollAttempt starts committing. This attempt is the successor of the one that a duplicate invocation was called
  // for.
  if (run.status === 'running' && run.phase !== 'committing') throw new Error('the attempt continues');

  const isManaged = attempt.host.kind === 'managed';
  const native = isManaged ? await nativeResult(attempt, services) : null;
  const end = endOf(run, attempt, native, maxResultBytes, services.now());
  const ended: FrameworkAttempt = {
    ...attempt,
    status: end.status,
    status_reason: end.reason,
    progress: end.status === 'succeeded' ? 1 : attempt.progress,
    ended_at: services.now(),
    native_result_artifact: native?.artifacts[0].digest ?? null,
    evidence: [
      ...attempt.evidence,
      ...(native?.artifacts.slice(1).map(({ role, digest }) => ({ role, digest })) ?? []),
    ],
    replay: attempt.replay && { ...attempt.replay, findings_state: native?.state ?? null },
  };
  const retry = isRetried([...run.attempts.slice(0, -1), ended]);
  const next = end.status === 'succeeded' ? 'projecting' : 'gating';
  const appended = await services.evaluation.ledger.append({
    run,
    change: {
      ...(run.status === 'running' && { phase: retry ? 'committing' : next }),
      // Downstream calls that no recording answered depended on what was there (evaluation 3.6).
      ...(native && {
        observed_reproducibility_class: native.isMocked ? run.reproducibility_class : ('live' as const),
      }),
    },
    attempt: ended,
    events: [
      // Artifacts that a bundle names are committed before it.
      ...(native?.artifacts.toReversed() ?? []).map((one) => artifactCommitted(one, one.role, attempt.attempt_id)),
      attempted(ended),
    ],
  });
  return typeof appended === 'string' ? 'conflict' : { retry };
}

type End = { status: (typeof TERMINAL_ATTEMPT_STATUSES)[number]; reason: StatusReason | null };

/** How an attempt ended: cancelled if requested, otherwise by the outcome of its replay. */
function endOf(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  native: NativeResult | null,
  maxBytes: number,
  now: number,
): End {
  const because = (code: End['status'], detail: string): End => ({ status: code, reason: { code, detail } });
  if (run.cancel_requested_at !== null) return { status: 'cancelled', reason: CANCELLED };
  const isLate = now >= clockOf(run, attempt, now).deadline;
  const outcome = outcomeOf(native?.state ?? null, { isStopped: native?.isStopped === true, isLate });
  const status = ATTEMPT_STATUS_OF[outcome];
  if (attempt.host.kind === 'federated') return because(status, 'The worker published no result in time.');
  if (status !== 'succeeded') return because(status, `The replay ended with ${outcome}.`);
  if (native !== null && native.bytes > maxBytes)
    return because('resource_exhausted', 'The result is larger than max_result_mb of the environment.');
  if (native !== null && !native.isWhole)
    return because('missing_evidence', 'Cases of the case manifest were deleted before they were replayed.');
  return { status, reason: null };
}

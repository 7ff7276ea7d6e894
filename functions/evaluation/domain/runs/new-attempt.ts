import type { Digest } from '../../../platform/values/digest.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { attemptIdOf } from '../../../replay/domain/attempt-id.ts';
import { type AttemptStatus, RETRIED_STATUSES } from '../statuses.ts';
import type { FrameworkAttempt } from './attempt.ts';
import type { WorkflowRun } from './run.ts';
import { isTerminalAttempt } from './transitions.ts';

/** The next attempt of a run in its initial state (evaluation 3.8). `now` is epoch ms. */
export function newAttempt(
  { workflow_run_id, attempts, expiresAt }: Pick<WorkflowRun, 'workflow_run_id' | 'attempts' | 'expiresAt'>,
  { status, runner_version, host, now }: Pick<FrameworkAttempt, 'status' | 'runner_version' | 'host'> & { now: number },
): FrameworkAttempt {
  const ordinal = attempts.length + 1;
  const attempt_id = attemptIdOf(workflow_run_id, ordinal);
  const trace = sha256Hex(attempt_id);
  return {
    attempt_id,
    workflow_run_id,
    ordinal,
    retry_of: attempts.at(-1)?.attempt_id ?? null,
    status,
    status_reason: null,
    host,
    runner_version,
    lease: null,
    trace_id: trace.slice(0, 32),
    root_span_id: trace.slice(32, 48),
    progress: 0,
    progress_event_at: null,
    started_at: status === 'running' ? now : null,
    ended_at: isTerminalAttempt(status) ? now : null,
    native_result_artifact: null,
    evidence: [],
    projection: { status: 'none', projected_count: 0, unsupported_fields: [] },
    scores_digest: null,
    diagnostics: [],
    replay: null,
    next_host_sequence: 1,
    expiresAt,
  };
}

/** Whether a run needs another attempt: its first, or a retry of a retryable status (evaluation 3.8). */
export function isAttemptDue(attempts: WorkflowRun['attempts'], maxAttempts: number): boolean {
  const last = attempts.at(-1);
  if (last === undefined) return true;
  const retried: readonly AttemptStatus[] = RETRIED_STATUSES;
  return retried.includes(last.status) && attempts.length < maxAttempts;
}

/** The payload of framework.attempted (evaluation 3.10). */
export const attempted = ({ attempt_id, status, status_reason }: FrameworkAttempt, progress?: number) => ({
  type: 'framework.attempted' as const,
  payload: {
    attempt_id,
    status,
    ...(progress !== undefined && { progress }),
    ...(status_reason && { reason: status_reason }),
  },
});

/** The event that names an artifact of an attempt (evaluation 3.10). */
export const artifactCommitted = (
  { digest, size_bytes, media_type }: { digest: Digest; size_bytes: number; media_type: string },
  role: string,
  attempt_id: string,
) => ({
  type: 'artifact.committed' as const,
  payload: { digest, size_bytes, media_type, role, attempt_id },
});

import { reportUrl } from '../../../replay/domain/plan.ts';
import type { RunPhase } from '../../domain/statuses.ts';
import { tenantCursor } from '../../ledger/api/event-cursor.ts';
import type { FrameworkAttempt } from '../domain/attempt.ts';
import type { WorkflowRun } from '../domain/run.ts';

/** Where a run is read. */
export const runPath = (runId: string): string => `/api/v1/eval/runs/${runId}`;

/** Where the parts of a run are read. */
export const runLinks = (runId: string) => ({
  self: runPath(runId),
  attempts: `${runPath(runId)}/attempts`,
  events: `${runPath(runId)}/events`,
  artifacts: `${runPath(runId)}/artifacts`,
  gate: `${runPath(runId)}/gate`,
});

/** A run as it is shown (evaluation 3.7). */
export function runView(run: WorkflowRun, tenant: string) {
  const { workflow_run_id, workflow_version_digest, lineage_digest, status, status_reason, labels } = run;
  const { window, ...trigger } = run.trigger;
  return {
    ...{ workflow_run_id, workflow_version_digest, lineage_digest, status, phase: shownPhase(run), status_reason },
    trigger: { ...trigger, ...(window && { window: { from: timeOf(window.from), to: timeOf(window.to) } }) },
    labels,
    reproducibility_class: run.reproducibility_class,
    observed_reproducibility_class: run.observed_reproducibility_class,
    baseline: run.baseline,
    input_overrides: run.input_overrides,
    attempts: run.attempts,
    gate: run.gate,
    native_result_artifact: run.native_result_artifact,
    created_by: run.created_by,
    created_at: timeOf(run.created_at),
    started_at: timeOrNull(run.started_at),
    completed_at: timeOrNull(run.completed_at),
    cancel_requested_at: timeOrNull(run.cancel_requested_at),
    version: run.version,
    events_cursor: tenantCursor(tenant, run.created_after_sequence),
    links: runLinks(workflow_run_id),
  };
}

/** What is done while a run is still in its queue is the service's own matter; one that is cancelled there never left it (evaluation 3.7). */
const shownPhase = ({ status, phase, started_at }: WorkflowRun): RunPhase =>
  status === 'queued' || (status === 'cancelled' && started_at === null) ? 'queued' : phase;

/** An attempt as it is shown (evaluation 3.8). */
export function attemptView(attempt: FrameworkAttempt, tenant: string, publicUrl: string) {
  const { attempt_id, workflow_run_id, ordinal, retry_of, status, status_reason, host, runner_version } = attempt;
  const { lease, trace_id, root_span_id, progress, evidence, projection, diagnostics, replay } = attempt;
  return {
    ...{ attempt_id, workflow_run_id, ordinal, retry_of, status, status_reason, host, runner_version },
    lease: lease && { epoch: lease.epoch, expires_at: timeOf(lease.expires_at) },
    ...{ trace_id, root_span_id, progress },
    started_at: timeOrNull(attempt.started_at),
    ended_at: timeOrNull(attempt.ended_at),
    native_result_artifact: attempt.native_result_artifact,
    ...{ evidence, projection, diagnostics },
    replay: replay && {
      plan_id: replay.plan_id,
      // The Open API sees no other tenant; the console API asks for a credential.
      status_url: `${tenant === 'default' ? '/openapi/v1/replay-runs' : '/api/replays'}/${replay.plan_id}`,
      report_url: reportUrl(publicUrl, replay.plan_id),
      findings_state: replay.findings_state,
    },
  };
}

const timeOf = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null): string | null => (at === null ? null : timeOf(at));

import { isoText, isoTextOrNull } from '../../../platform/time/iso-text.ts';
import { reportUrl } from '../../../replay/domain/plan.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import { INTERNAL_OF_ATTEMPT, type ShownAttempt } from '../../domain/runs/shown-attempt.ts';
import { INTERNAL_OF_RUN, type ShownRun } from '../../domain/runs/shown-run.ts';
import type { RunPhase } from '../../domain/statuses.ts';
import { tenantCursor } from '../../ledger/api/event-cursor.ts';

/** Path of a run. */
export const runPath = (runId: string): string => `/api/v1/eval/runs/${runId}`;

/** Links to the parts of a run. */
export const runLinks = (runId: string) => ({
  self: runPath(runId),
  attempts: `${runPath(runId)}/attempts`,
  events: `${runPath(runId)}/events`,
  artifacts: `${runPath(runId)}/artifacts`,
  gate: `${runPath(runId)}/gate`,
});

/** A run as it is shown (evaluation 3.7). */
export function runView(run: WorkflowRun, tenant: string): ShownRun {
  const { window, ...trigger } = run.trigger;
  return {
    ...without(run, INTERNAL_OF_RUN),
    phase: shownPhase(run),
    trigger: { ...trigger, ...(window && { window: { from: isoText(window.from), to: isoText(window.to) } }) },
    created_at: isoText(run.created_at),
    started_at: isoTextOrNull(run.started_at),
    completed_at: isoTextOrNull(run.completed_at),
    cancel_requested_at: isoTextOrNull(run.cancel_requested_at),
    events_cursor: tenantCursor(tenant, run.created_after_sequence),
    links: runLinks(run.workflow_run_id),
  };
}

/**
 * Phases of a queued run are internal. A run cancelled while queued shows that it never left the queue (evaluation
 * 3.7).
 */
const shownPhase = ({ status, phase, started_at }: WorkflowRun): RunPhase =>
  status === 'queued' || (status === 'cancelled' && started_at === null) ? 'queued' : phase;

/** An attempt as it is shown (evaluation 3.8). */
export function attemptView(attempt: FrameworkAttempt, tenant: string, publicUrl: string): ShownAttempt {
  const { lease, replay } = attempt;
  return {
    ...without(attempt, INTERNAL_OF_ATTEMPT),
    lease: lease && { epoch: lease.epoch, expires_at: isoText(lease.expires_at) },
    started_at: isoTextOrNull(attempt.started_at),
    ended_at: isoTextOrNull(attempt.ended_at),
    replay: replay && {
      plan_id: replay.plan_id,
      // The Open API only serves the default tenant. The console API requires a credential.
      status_url: `${tenant === 'default' ? '/openapi/v1/replay-runs' : '/api/replays'}/${replay.plan_id}`,
      report_url: reportUrl(publicUrl, replay.plan_id),
      findings_state: replay.findings_state,
    },
  };
}

/** An object without some of its members, in the order of the others. */
const without = <T extends object, const K extends keyof T>(object: T, names: readonly K[]): Omit<T, K> =>
  // Entries lose the types of their members.
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.some((one) => one === name))) as Omit<T, K>;

import { faultFacts } from '../../platform/fault-facts.ts';
import type { World } from '../../platform/world.ts';
import type { RunningServices } from '../composition.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';
import { isTerminalRun } from '../domain/runs/transitions.ts';
import { openRuns } from '../runs/store/run-lists.ts';
import { type AbortedEnd, abortRun } from './abort-run.ts';

/** The creator of a new run is about to start it (evaluation 3.15). */
const GRACE_MS = 60_000;
/** A run without progress for its timeout plus this time is abandoned (evaluation 3.7). */
const WATCHDOG_MS = 10 * 60_000;

const STUCK: AbortedEnd = {
  status: 'timed_out',
  reason: { code: 'watchdog', detail: 'The run made no progress for longer than its timeout.' },
};
const LOST: AbortedEnd = {
  status: 'runner_error',
  reason: { code: 'runner_error', detail: 'The run was ended by a fault of the service.' },
};

/**
 * Starts every run without an execution (its creator crashed between writing and starting). Concludes every run whose
 * execution has ended without it, or that makes no progress. Runs with a running execution and runs that wait to be
 * admitted are left alone. `graceMs` is 0 at the start of the only process. Returns how many runs failed; the next call
 * retries them.
 */
export async function resumeRuns(
  { table, workflows, now, log }: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: (tenant: string) => RunningServices,
  graceMs: number = GRACE_MS,
): Promise<{ failed: number }> {
  let failed = 0;
  let after: string | null = null;
  do {
    const page = await openRuns(table, after);
    for (const { tenant, workflow_run_id } of page.runs) {
      const input = { tenant, workflow_run_id };
      try {
        const services = servicesOf(tenant);
        const run = await services.evaluation.runs.find(workflow_run_id);
        // The index may still contain a run that has ended.
        if (run === undefined || isTerminalRun(run.status) || run.created_at > now() - graceMs) continue;
        if (isStuck(run, now())) await abortRun(input, services, STUCK);
        else if ((await workflows.start('evaluation', workflow_run_id, input)) === 'ended')
          await abortRun(input, services, LOST);
      } catch (fault) {
        // One run that cannot be recovered must not block the others.
        failed++;
        log.error('an evaluation run could not be resumed', { workflow_run_id, ...faultFacts(fault) });
      }
    }
    after = page.next;
  } while (after !== null);
  return { failed };
}

const isStuck = ({ status, progress_at, timeout_ms }: WorkflowRun, now: number): boolean =>
  status !== 'queued' && now - progress_at > timeout_ms + WATCHDOG_MS;

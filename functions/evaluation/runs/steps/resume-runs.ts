import type { Services } from '../../../platform/http/api.ts';
import { faultFacts } from '../../../platform/http/fault-facts.ts';
import type { World } from '../../../platform/world.ts';
import type { WorkflowRun } from '../domain/run.ts';
import { isTerminalRun } from '../domain/transitions.ts';
import { openRuns } from '../store/run-lists.ts';
import { type Conclusion, concludeRun } from './conclude-run.ts';

/** A run that was made a moment ago is about to be started by whoever made it (evaluation 3.15). */
const GRACE_MS = 60_000;
/** A run without progress for its timeout and this is given up (evaluation 3.7). */
const WATCHDOG_MS = 10 * 60_000;

const STUCK: Conclusion = {
  status: 'timed_out',
  reason: { code: 'watchdog', detail: 'The run made no progress for longer than its timeout.' },
};
const LOST: Conclusion = {
  status: 'runner_error',
  reason: { code: 'runner_error', detail: 'The run was ended by a fault of the service.' },
};

/**
 * Starts every run that has no execution (its creator died between writing and starting), concludes every one whose execution has
 * ended without it or that makes no progress; a run whose execution runs is left alone, and so is one that waits to be admitted.
 * `graceMs` 0 at the start of a process that is the only one. Says how many of them could not be looked after: each is tried again
 * by the next call.
 */
export async function resumeRuns(
  { table, workflows, now, log }: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: (tenant: string) => Services,
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
        // The index may lag behind a run that has ended.
        if (run === undefined || isTerminalRun(run.status) || run.created_at > now() - graceMs) continue;
        if (isStuck(run, now())) await concludeRun(input, services, STUCK);
        else if ((await workflows.start('evaluation', workflow_run_id, input)) === 'ended')
          await concludeRun(input, services, LOST);
      } catch (fault) {
        // One run that cannot be mended must not keep the others from it.
        failed++;
        log.error('an evaluation run could not be looked after', { workflow_run_id, ...faultFacts(fault) });
      }
    }
    after = page.next;
  } while (after !== null);
  return { failed };
}

const isStuck = ({ status, progress_at, timeout_ms }: WorkflowRun, now: number): boolean =>
  status !== 'queued' && now - progress_at > timeout_ms + WATCHDOG_MS;

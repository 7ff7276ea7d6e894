import { setTimeout as sleep } from 'node:timers/promises';
import type { Gate, WorkflowRun } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import { openProgress } from '../progress.ts';
import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

const FIRST_POLL_MS = 250;
const POLL_MS = 2_000;
const RETRY_MS = 5 * 60_000;

/** Phases of a run in order, as far as a progress bar shows them (evaluation 3.7). */
const PHASES = ['queued', 'validating', 'admitting', 'attempting', 'committing', 'projecting', 'gating'];

/** Reads the current state of a run and its gate. */
export async function runAndGate({ client }: Session, runId: string): Promise<{ run: WorkflowRun; gate: Gate }> {
  const params = { path: { runId } };
  const run = await responseData(client.GET('/api/v1/eval/runs/{runId}', { params }));
  const gate = await responseData(client.GET('/api/v1/eval/runs/{runId}/gate', { params }));
  // The document differs only with format=check.
  return { run, gate: gate as Gate };
}

/** Polls a run until it ends and shows its progress. Throws a CliFailure after `timeoutMs`. */
export async function followGate(
  session: Session,
  { runId, signal, timeoutMs }: { runId: string; signal: AbortSignal; timeoutMs: number },
): Promise<{ run: WorkflowRun; gate: Gate }> {
  const began = performance.now();
  const progress = openProgress(session.output.stderr);
  try {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, POLL_MS)) {
      const seen = await withRetry(() => runAndGate(session, runId), {
        when: RETRIED_FAULTS,
        forMs: Math.min(RETRY_MS, timeoutMs),
        signal,
        onRetry: (failure, pauseMs) => session.output.say(`${failure.message}; trying again in ${pauseMs / 1000} s`),
      });
      const { status, phase } = seen.run;
      if (status === 'succeeded' || status === 'failed' || status === 'cancelled') return seen;
      if (performance.now() - began + pause > timeoutMs)
        throw new CliFailure(
          'TIMED_OUT',
          `the run has not ended in time: it is ${status}, ${phase}`,
          `It continues; follow it: replay gate ${runId} --wait`,
        );
      progress.show(PHASES.indexOf(phase) / PHASES.length, phase);
      await sleep(pause, undefined, { signal });
    }
  } finally {
    progress.end();
  }
}

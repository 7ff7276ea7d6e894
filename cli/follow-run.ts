import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplayRun } from '../client/paths.ts';
import { openProgress, type Progress } from './progress.ts';
import { type Settling, settlingOf, settlingPhase } from './reports/settling.ts';
import { RETRIED_FAULTS } from './service-fetch.ts';
import type { Session } from './session.ts';
import { acceptedData } from './unwrap-response.ts';
import { withRetry } from './with-retry.ts';

const FIRST_POLL_MS = 250;
const POLL_MS = 2_000;
const RETRY_MS = 5 * 60_000;
/** Maximum wait for findings by the latest rules and marks after the run has completed. */
const FINDINGS_MS = 60_000;

export interface FollowOptions {
  planId: string;
  signal: AbortSignal;
  /** Maximum wait for the analysis after the run has completed. */
  analysisMs: number;
  /** Shows how far the run is. Default: a bar or lines on stderr. */
  progress?: Progress;
}

/**
 * Polls a run until it completes, then until its findings are current and its analysis ends, or the wait for them
 * expires.
 */
export async function followRun(
  session: Session,
  { planId, signal, analysisMs, progress = openProgress(session.output.stderr) }: FollowOptions,
): Promise<ReplayRun> {
  const { client, output } = session;
  const poll = () =>
    withRetry(() => acceptedData(client.GET('/openapi/v1/replay-runs/{planId}', { params: { path: { planId } } })), {
      when: RETRIED_FAULTS,
      forMs: RETRY_MS,
      signal,
      onRetry: (failure, pauseMs) => output.say(`${failure.message}; trying again in ${pauseMs / 1000} s`),
    });
  try {
    let completedAt: number | null = null;
    let settling: Settling = null;
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, POLL_MS)) {
      const run = await poll();
      const isAnalysed = run.analysis?.state !== 'RUNNING';
      if (run.status === 'COMPLETED') {
        completedAt ??= performance.now();
        const waitedMs = performance.now() - completedAt;
        const isCurrent = !run.findingsPending || waitedMs >= FINDINGS_MS;
        if (isCurrent && (isAnalysed || waitedMs >= analysisMs)) return run;
      }
      if (isSettling(run)) settling ??= await settlingOf(session, planId);
      progress.show(run.progress ?? 0, isSettling(run) ? settlingPhase(settling) : phaseOf(run));
      await sleep(pause, undefined, { signal });
    }
  } finally {
    progress.end();
  }
}

/** Whether every request was sent, but the run has not settled. */
export const isSettling = ({ status, progress }: ReplayRun): boolean => status === 'RUNNING' && progress === 1;

function phaseOf({ status, findingsPending }: ReplayRun): string {
  if (findingsPending) return 'findings by the latest rules and marks are computed';
  if (status === 'COMPLETED') return 'the analysis looks for causes';
  return status === 'PENDING' ? 'about to begin' : 'replaying';
}

import { followRun } from '../follow-run.ts';
import { shownRun } from './shown-run.ts';
import type { ToolCall } from './tool.ts';

/** Follows a run for a bounded time; a run that takes longer continues. */
export async function waitForRun({ session, signal, progress }: ToolCall, planId: string, seconds: number) {
  const limit = AbortSignal.timeout(seconds * 1000);
  const both = AbortSignal.any([signal, limit]);
  let part = 0;
  const run = await Promise.race([
    followRun(session, {
      planId,
      signal: both,
      analysisMs: 0,
      progress: {
        show: (now, phase) => {
          part = now;
          // A client that has gone needs no progress.
          progress(now, phase).catch(() => {});
        },
        end: () => {},
      },
    }),
    aborted(both),
  ]).catch((fault: unknown) => {
    if (limit.aborted && !signal.aborted) return null;
    throw fault;
  });
  if (run !== null) return shownRun(session, planId, run);
  return { planId, status: 'RUNNING', progress: part, next: `The run continues after ${seconds} s: call get_run.` };
}

/** Rejects when a signal aborts, also while the service does not answer. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './start-service.ts';

const POLL_MS = 20;
const TIMEOUT_MS = 60_000;

interface Run {
  status: string;
  progress: number | null;
  totalCases: number | null;
  failedCases: number | null;
  findings: { state: string } | null;
}

/** Starts a replay and returns its planId; `more`: further members of the trigger. */
export async function trigger(url: string, appId: string, targetEnv: string, more: object = {}): Promise<string> {
  const { planId, errorCode } = await ask<{ planId: string | null; errorCode: string | null }>(
    url,
    'POST',
    '/openapi/v1/replay-triggers',
    { appId, targetEnv, ...more },
  );
  if (planId === null) throw new Error(`the trigger answered ${errorCode}`);
  return planId;
}

/** Response of one poll. */
export const poll = (url: string, planId: string) => ask<Run>(url, 'GET', `/openapi/v1/replay-runs/${planId}`);

/** Replays and polls like a CI job, only more often. Returns the seconds from the trigger to the end of sending. */
export async function timedReplay(
  url: string,
  appId: string,
  targetEnv: string,
  more: object = {},
  { pollMs = POLL_MS, timeoutMs = TIMEOUT_MS }: { pollMs?: number; timeoutMs?: number } = {},
) {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const planId = await trigger(url, appId, targetEnv, more);
  let sent: number | undefined;
  while (seconds() * 1000 < timeoutMs) {
    const run = await poll(url, planId);
    if (sent === undefined && run.progress === 1) sent = seconds();
    if (run.status === 'COMPLETED') return { planId, run, sentSeconds: sent ?? seconds() };
    await sleep(pollMs);
  }
  throw new Error('the replay did not complete');
}

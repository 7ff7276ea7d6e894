import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_WAIT_SECONDS, waitSeconds } from '../../../functions/evaluation/steps/evaluation-step.ts';
import { federatedStage } from '../../support/stages/federated-stage.ts';

const HOUR = 3_600_000;
const stage = federatedStage();

/**
 * Events that Step Functions adds to the history of an execution: a Task is entered, scheduled, started, succeeds and
 * is exited.
 */
const EVENTS: Readonly<Record<string, number>> = { Task: 5, Choice: 2, Wait: 2 };
const { States } = JSON.parse(readFileSync('state-machines/evaluation.asl.json', 'utf8')) as {
  States: Record<string, { Type: string }>;
};
const eventsOf = (...names: string[]) => names.reduce((sum, name) => sum + (EVENTS[States[name]?.Type ?? ''] ?? 0), 0);

/** Number of polls during this time, every 15 s at first. */
function looks(ms: number, max: number): number {
  let at = 0;
  let count = 0;
  for (; at < ms; count++) at += waitSeconds(15, at, max) * 1000;
  return count;
}

test('three attempts of 24 hours after a day in the queue stay below the 25,000 events of an execution', () => {
  const inLine = looks(24 * HOUR, MAX_WAIT_SECONDS.queued) * eventsOf('AdmitRun', 'IsAdmitted', 'WaitForTurn');
  const attempt = looks(24 * HOUR, MAX_WAIT_SECONDS.attempt) * eventsOf('PollAttempt', 'HasEnded', 'WaitForAttempt');
  expect(inLine).toBeGreaterThan(0);
  expect(inLine + 3 * attempt).toBeLessThan(24_000);
});

test('the poll delay of an attempt grows with its duration, and is short after a cancellation and at its end', async () => {
  const host = await stage.host();
  const runId = await stage.queued({ environment: { limits: { timeout_s: 86_400 } } });
  await stage.lease(host);
  // its result
  const wait = async () => ((await stage.step('PollAttempt', runId)) as { waitSeconds: number }).waitSeconds;
  expect(await wait()).toBe(1);
  stage.pass(HOUR);
  expect(await wait()).toBe(72);
  stage.pass(22 * HOUR);
  expect(await wait()).toBe(150);
  stage.pass(HOUR - 20_000);
  expect(await wait()).toBeLessThanOrEqual(20);
  await stage.ask('POST', `/api/v1/eval/runs/${runId}/cancel`);
  expect(await wait()).toBe(1);
});

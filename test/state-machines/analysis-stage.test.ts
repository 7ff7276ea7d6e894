import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadStateMachine, type Step } from '../../functions/platform/standalone/workflows/state-machine.ts';
import { runStateMachine } from '../../functions/platform/standalone/workflows/state-machine-run.ts';
import type { Json } from '../../functions/platform/world.ts';
import { tableTokens } from '../platform/standalone/table-tokens.ts';
import { fakeTime } from '../support/fakes/fake-time.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const machine = loadStateMachine(JSON.parse(readFileSync('state-machines/replay.asl.json', 'utf8')));
const ids = { tenant: 't', planId: 'p', round: 1 };

const broken = Object.assign(new Error(), { name: 'Broken' });

/**
 * Runs a settled round without chunks. Returns its steps from then on, each with its second, and the input of
 * NotifyResult.
 */
async function stageOf(given: { request: (Json | Error)[]; completeAfter?: number; awaiting?: Error }) {
  const time = fakeTime(NOW, () => 0);
  const tokens = tableTokens(time.now);
  const ran: [string, number][] = [];
  const requests = [...given.request];
  let notified: Json = null;
  const own: Record<string, Step> = {
    SelectCases: async () => ({ chunks: 0, workers: 1 }),
    FinishReplay: async () => ({ settleAt: new Date(NOW).toISOString(), noise: 'off' }),
    async RequestAnalysis() {
      const answer = requests.length > 1 ? requests.shift() : requests[0];
      if (answer instanceof Error) throw answer;
      return answer ?? null;
    },
    async AwaitAnalysis(input) {
      const { taskToken, ...rest } = input as { taskToken: string }; // the machine's output
      expect(rest).toEqual({ ...ids, step: 'AwaitAnalysis' });
      if (given.awaiting) throw given.awaiting;
      const { completeAfter } = given;
      if (completeAfter !== undefined)
        void time.sleep(completeAfter * 1000).then(() => time.atOnce(() => tokens.complete(taskToken, {})));
      return {};
    },
    async NotifyResult(input) {
      notified = input;
      return {};
    },
  };
  const run = runStateMachine(machine, ids, {
    steps: Object.fromEntries(
      [...machine.steps].map((name) => [
        name,
        async (input, signal) => {
          ran.push([name, (time.now() - NOW) / 1000]);
          return (await own[name]?.(input, signal)) ?? {};
        },
      ]),
    ),
    execution: { name: 'x', startedAt: NOW },
    openTask: () => time.atOnce(tokens.open).then((task) => ({ ...task, close: () => time.atOnce(task.close) })),
    signal: new AbortController().signal,
    now: time.now,
    random: () => 0,
    sleep: time.sleep,
  });
  await time.run();
  await run;
  const from = ran.findIndex(([name]) => name === 'RequestAnalysis');
  return { ran: ran.slice(from), notified };
}

describe('the stage between settling and notifying (spec 6.2.3)', () => {
  test('notifies at once after a request with 0 seconds to wait', async () => {
    const { ran, notified } = await stageOf({ request: [{ waitSeconds: 0 }] });
    expect(ran).toEqual([
      ['RequestAnalysis', 0],
      ['NotifyResult', 0],
    ]);
    expect(notified).toEqual({ ...ids, step: 'NotifyResult' });
  });

  test('notifies when the analysis completes in time', async () => {
    const { ran, notified } = await stageOf({ request: [{ waitSeconds: 300 }], completeAfter: 42 });
    expect(ran).toEqual([
      ['RequestAnalysis', 0],
      ['AwaitAnalysis', 0],
      ['NotifyResult', 42],
    ]);
    expect(notified).toEqual({ ...ids, step: 'NotifyResult' });
  });

  test('asks again after a timeout, until there is nothing left to wait for', async () => {
    const { ran } = await stageOf({ request: [{ waitSeconds: 300 }, { waitSeconds: 60 }, { waitSeconds: 0 }] });
    expect(ran).toEqual([
      ['RequestAnalysis', 0],
      ['AwaitAnalysis', 0],
      ['RequestAnalysis', 300],
      ['AwaitAnalysis', 300],
      ['RequestAnalysis', 360],
      ['NotifyResult', 360],
    ]);
  });

  test('notifies without the analysis, within seconds, when RequestAnalysis fails for good or returns nothing', async () => {
    for (const request of [broken, {}]) {
      const { ran, notified } = await stageOf({ request: [request] });
      expect(ran.map(([name]) => name)).toEqual([...Array(3).fill('RequestAnalysis'), 'NotifyResult']);
      expect(ran.at(-1)?.[1]).toBe(6);
      expect(notified).toEqual({ ...ids, step: 'NotifyResult' });
    }
  });

  test('notifies without the analysis, within seconds, when AwaitAnalysis fails for good', async () => {
    const { ran, notified } = await stageOf({ request: [{ waitSeconds: 300 }], awaiting: broken });
    expect(ran.map(([name]) => name)).toEqual(['RequestAnalysis', ...Array(3).fill('AwaitAnalysis'), 'NotifyResult']);
    expect(ran.at(-1)?.[1]).toBe(6);
    expect(notified).toEqual({ ...ids, step: 'NotifyResult' });
  });
});

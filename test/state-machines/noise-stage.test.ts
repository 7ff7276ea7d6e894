import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadStateMachine, type Step } from '../../functions/platform/standalone/workflows/state-machine.ts';
import { runStateMachine } from '../../functions/platform/standalone/workflows/state-machine-run.ts';
import { tableTokens } from '../platform/standalone/table-tokens.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const machine = loadStateMachine(JSON.parse(readFileSync('state-machines/replay.asl.json', 'utf8')));

/** Runs a round without chunks. Returns the steps that ran and the wait in seconds. */
async function stepsOf(noise: 'off' | 'rules' | 'ai', reduceNoise: Step) {
  const ran: string[] = [];
  let now = NOW;
  const answers: Record<string, Step> = {
    SelectCases: async () => ({ chunks: 0, workers: 1 }),
    FinishReplay: async () => ({ settleAt: new Date(NOW + 180_000).toISOString(), noise }),
    RequestAnalysis: async () => ({ waitSeconds: 0 }),
    ReduceNoise: reduceNoise,
  };
  await runStateMachine(
    machine,
    { tenant: 't', planId: 'p', round: 1 },
    {
      steps: Object.fromEntries(
        [...machine.steps].map((name) => [
          name,
          async (input, signal) => {
            ran.push(name);
            return (await answers[name]?.(input, signal)) ?? {};
          },
        ]),
      ),
      execution: { name: 'x', startedAt: NOW },
      signal: new AbortController().signal,
      openTask: tableTokens(() => now).open,
      now: () => now,
      random: () => 0,
      async sleep(ms, signal) {
        // The timeout of a Task also sleeps. Only sleeps that are not aborted advance the clock.
        await new Promise((resolve) => setImmediate(resolve));
        if (!signal.aborted && ms <= 180_000) now += ms;
      },
    },
  );
  return { ran: ran.filter((name) => name !== 'SelectCases'), waited: (now - NOW) / 1000 };
}

test('a run with noise reduction off waits for the settle time (interface 3.1)', async () => {
  expect(await stepsOf('off', async () => ({ remaining: 0 }))).toEqual({
    ran: ['FinishReplay', 'SettleFindings', 'RequestAnalysis', 'NotifyResult'],
    waited: 180,
  });
});

test.for(['rules', 'ai'] as const)(
  'a run with noise reduction %s repeats the stage until nothing remains, and settles at once',
  async (noise) => {
    let calls = 0;
    expect(await stepsOf(noise, async () => ({ remaining: 2 - ++calls }))).toEqual({
      ran: ['FinishReplay', 'ReduceNoise', 'ReduceNoise', 'SettleFindings', 'RequestAnalysis', 'NotifyResult'],
      waited: 0,
    });
  },
);

test('a run whose noise reduction fails for good settles and is not interrupted', async () => {
  const { ran } = await stepsOf('rules', async () => {
    throw new Error('down');
  });
  expect(ran).toEqual([
    'FinishReplay',
    'ReduceNoise',
    'ReduceNoise',
    'ReduceNoise',
    'SettleFindings',
    'RequestAnalysis',
    'NotifyResult',
  ]);
});

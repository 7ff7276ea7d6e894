import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadStateMachine } from '../../functions/platform/standalone/workflows/state-machine.ts';
import { runStateMachine } from '../../functions/platform/standalone/workflows/state-machine-run.ts';
import type { Json } from '../../functions/platform/world.ts';
import { tableTokens } from '../platform/standalone/table-tokens.ts';
import { fakeTime } from '../support/fakes/fake-time.ts';
import { machineFile } from './machine-file.ts';

const input = { tenant: 't', planId: 'p', round: 1 };

const text = readFileSync('state-machines/analysis.asl.json', 'utf8');

/** Runs the machine with an executor that fails this many times. Returns the steps that ran, with their input. */
async function run(failures: number, name = 'Broken'): Promise<[string, Json][]> {
  const time = fakeTime(0, () => 0);
  const ran: [string, Json][] = [];
  const execution = runStateMachine(loadStateMachine(JSON.parse(text)), input, {
    steps: {
      AnalyzeRound: async (given) => {
        ran.push(['AnalyzeRound', given]);
        if (ran.length <= failures) throw Object.assign(new Error(), { name });
        return {};
      },
      FailAnalysis: async (given) => {
        ran.push(['FailAnalysis', given]);
        return {};
      },
    },
    execution: { name: 'x', startedAt: 0 },
    openTask: tableTokens(time.now).open,
    signal: new AbortController().signal,
    now: time.now,
    sleep: time.sleep,
    random: () => 1,
  });
  await time.run();
  await execution;
  return ran;
}

describe('state-machines/analysis.asl.json (spec 3.5)', () => {
  machineFile('analysis', text, ['AnalyzeRound', 'FailAnalysis']);

  test('analyses the round with the executor, and retries it', async () => {
    expect(await run(0)).toEqual([['AnalyzeRound', { step: 'AnalyzeRound', ...input }]]);
    expect(await run(2)).toEqual(Array(3).fill(['AnalyzeRound', { step: 'AnalyzeRound', ...input }]));
  });

  test.for<[string, number]>([
    ['Broken', 3],
    ['Lambda.TooManyRequestsException', 11],
  ])('ends an analysis that fails for good by %s, at try %i, with what it has', async ([name, tries]) => {
    expect(await run(100, name)).toEqual([
      ...Array(tries).fill(['AnalyzeRound', { step: 'AnalyzeRound', ...input }]),
      ['FailAnalysis', { step: 'FailAnalysis', ...input }],
    ]);
  });
});

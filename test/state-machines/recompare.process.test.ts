import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadStateMachine } from '../../functions/platform/standalone/workflows/state-machine.ts';
import { runStateMachine } from '../../functions/platform/standalone/workflows/state-machine-run.ts';
import type { Json } from '../../functions/platform/world.ts';
import { tableTokens } from '../platform/standalone/table-tokens.ts';
import { machineFile } from './machine-file.ts';

const text = readFileSync('state-machines/recompare.asl.json', 'utf8');

/** Runs the machine over chunks that need `calls` calls each. Returns the steps that ran, with their input. */
async function run(chunks: number, calls = 1): Promise<[string, Json][]> {
  const ran: [string, Json][] = [];
  const left = new Map<number, number>();
  await runStateMachine(
    loadStateMachine(JSON.parse(text)),
    { tenant: 't', planId: 'p', round: 1, chunks, request: '7' },
    {
      steps: {
        RecompareChunk: async (input) => {
          ran.push(['RecompareChunk', input]);
          const { chunk, lanes } = input as { chunk: number; lanes: number }; // the machine's output
          for (let at = chunk; at < chunks; at += lanes) {
            const remaining = (left.get(at) ?? calls) - 1;
            left.set(at, remaining);
            if (remaining > 0) return { chunk: at };
          }
          return { chunk: -1 };
        },
        StoreClusters: async (input) => {
          ran.push(['StoreClusters', input]);
          return {};
        },
      },
      execution: { name: 'x', startedAt: 0 },
      signal: new AbortController().signal,
      openTask: tableTokens(() => 0).open,
      now: () => 0,
      // Only the timeout of a Task sleeps, until the Task has ended.
      sleep: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
        ),
      random: () => 0,
    },
  );
  return ran;
}

describe('state-machines/recompare.asl.json (interface 10, recompare)', () => {
  machineFile('recompare', text, ['RecompareChunk', 'StoreClusters']);
  test.for([
    [0, 0],
    [1, 1],
    [10, 10],
    [11, 10],
    [250, 10],
  ])('has %i chunks in %i lanes, and stores the clusters once, at the end', async ([chunks = 0, lanes]) => {
    const ran = await run(chunks);
    expect(ran.map(([step]) => step)).toEqual([...Array(lanes).fill('RecompareChunk'), 'StoreClusters']);
    expect(ran.at(-1)?.[1]).toEqual({ step: 'StoreClusters', tenant: 't', planId: 'p', round: 1 });
  });

  test('calls a lane again while it returns where to continue', async () => {
    const ran = await run(3, 2);
    expect(ran.filter(([step]) => step === 'RecompareChunk')).toHaveLength(6);
    expect(ran[0]?.[1]).toEqual({
      step: 'RecompareChunk',
      tenant: 't',
      planId: 'p',
      round: 1,
      chunks: 3,
      chunk: 0,
      lanes: 3,
      request: '7',
    });
  });
});

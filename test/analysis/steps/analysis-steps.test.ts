import { describe, expect, test } from 'vitest';
import { steps } from '../../../functions/analysis/steps/steps.ts';
import type { Json } from '../../../functions/platform/world.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import type { EveryService } from '../../support/services-for.ts';

const input = { tenant: 'default', planId: 'p', round: 2 };
const signal = new AbortController().signal;

interface Given {
  request?: { waitSeconds: number; start: boolean };
  /** State of the built-in executor's execution at its start. */
  execution?: 'running' | 'ended';
  await?: 'waiting' | 'over';
}

/** Services with the given analyses and executions. `done` lists the calls. */
function services(given: Given) {
  const done: Json[] = [];
  const made = {
    log: silentLog,
    plans: { find: async () => ({ planId: 'p', appId: 'shop' }), findRound: async () => ({ planId: 'p', round: 2 }) },
    workflows: {
      async start(...asked: Json[]) {
        done.push(['start', ...asked]);
        return given.execution;
      },
      async complete(...asked: Json[]) {
        done.push(['complete', ...asked]);
        return 'gone';
      },
    },
    analyses: {
      request: async () => given.request,
      async await(_plan: object, _round: object, token: string) {
        done.push(['await', token]);
        return given.await;
      },
      fail: async () => void done.push(['fail']),
    },
  };
  return { services: made as unknown as EveryService, done }; // what these steps use
}

describe('RequestAnalysis (spec 6.2.3)', () => {
  const start = ['start', 'analysis', 'p-r2-a', input];
  test.for<[string, Given, Json]>([
    ['waits for an external executor for the remaining time', { request: { waitSeconds: 300, start: false } }, []],
    ['does not wait if no time remains', { request: { waitSeconds: 0, start: false } }, []],
    [
      'starts the built-in executor once, also when it runs again',
      { request: { waitSeconds: 300, start: true }, execution: 'running' },
      [start],
    ],
    [
      'ends the analysis of a built-in executor that has ended, and does not wait',
      { request: { waitSeconds: 300, start: true }, execution: 'ended' },
      [start, ['fail']],
    ],
  ])('%s', async ([, given, expected]) => {
    const { services: own, done } = services(given);
    const waitSeconds = given.execution === 'ended' ? 0 : given.request?.waitSeconds;
    expect(await steps.RequestAnalysis.run(input, own, signal)).toEqual({ waitSeconds });
    expect(done).toEqual(expected);
  });
});

describe('AwaitAnalysis', () => {
  test('leaves its token with an analysis that is running', async () => {
    const { services: own, done } = services({ await: 'waiting' });
    expect(await steps.AwaitAnalysis.run({ ...input, taskToken: 'x' }, own, signal)).toEqual({});
    expect(done).toEqual([['await', 'x']]);
  });

  test('completes its token itself if the analysis is over, also after another completion', async () => {
    const { services: own, done } = services({ await: 'over' });
    expect(await steps.AwaitAnalysis.run({ ...input, taskToken: 'x' }, own, signal)).toEqual({});
    expect(done).toEqual([
      ['await', 'x'],
      ['complete', 'x', {}],
    ]);
  });
});

test('FailAnalysis fails the analysis of the round', async () => {
  const { services: own, done } = services({});
  expect(await steps.FailAnalysis.run(input, own, signal)).toEqual({});
  expect(done).toEqual([['fail']]);
});

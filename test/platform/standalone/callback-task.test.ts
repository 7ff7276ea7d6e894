import { describe, expect, test, vi } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { loadStateMachine, type Step } from '../../../functions/platform/standalone/workflows/state-machine.ts';
import { tableWorkflows } from '../../../functions/platform/standalone/workflows/workflows.ts';
import type { Json, Table } from '../../../functions/platform/world.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { PATIENCE } from '../../support/patience.ts';
import { newId } from '../../support/test-random.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file
const machine = loadStateMachine({
  QueryLanguage: 'JSONata',
  StartAt: 'Wait',
  States: {
    Wait: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: {
        FunctionName: '${Await}',
        Payload: { id: '{% $states.input.id %}', taskToken: '{% $states.context.Task.Token %}' },
      },
      TimeoutSeconds: '{% $states.input.seconds %}',
      Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 1, MaxAttempts: 1 }],
      Catch: [
        { ErrorEquals: ['States.Timeout'], Output: 'too late', Next: 'End' },
        { ErrorEquals: ['States.ALL'], Output: '{% $states.errorOutput.Error %}', Next: 'End' },
      ],
      Output: '{% $states.result %}',
      Next: 'End',
    },
    End: { Type: 'Task', Resource: '${End}', End: true },
  },
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file

interface Given {
  id: string;
  taskToken: string;
}

/** A process on that table whose clock only `pass` advances. `ended` contains the outcome of each execution. */
function processOn(table: Table, clock: { now: number }, awaiting: (given: Given) => Promise<Json>) {
  const tokens: string[] = [];
  const ended: Json[] = [];
  const timers = new Set<{ at: number; ring(): void }>();
  const Await: Step = (input) => {
    const given = input as unknown as Given; // created by Payload
    tokens.push(given.taskToken);
    return awaiting(given);
  };
  const workflows = tableWorkflows({
    table,
    log: silentLog,
    now: () => clock.now,
    newId,
    machines: { replay: machine, recompare: machine, analysis: machine, evaluation: machine },
    steps: { Await, End: async (input) => ended.push(input) },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        timers.add({ at: clock.now + ms, ring: resolve });
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      }),
  });
  return {
    ...workflows,
    tokens,
    ended,
    pass(seconds: number) {
      clock.now += seconds * 1000;
      for (const { at, ring } of timers) if (at <= clock.now) ring();
    },
    token: (index = 0) => vi.waitUntil(() => tokens[index], PATIENCE),
  };
}

const opened = (awaiting: (given: Given) => Promise<Json> = async () => null) => {
  const clock = { now: 0 };
  return processOn(
    openTable(':memory:', () => clock.now),
    clock,
    awaiting,
  );
};
const start = (process: ReturnType<typeof opened>, seconds: Json = 60, id = 'x') =>
  process.start('replay', id, { id, seconds });

describe('a Task with a token (ASL: waitForTaskToken)', () => {
  test('ends with the completion of its token, and ignores what its step returned', async () => {
    const process = opened(async () => 'of the step');
    await start(process);
    const token = await process.token();
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(await process.complete(token, { from: 'outside' })).toBe('taken');
    await expect.poll(() => process.ended).toEqual([{ from: 'outside' }]);
    expect(await process.complete(token, {})).toBe('gone');
  });

  test('keeps a completion before its step has returned, and one whose step then fails', async () => {
    const process: ReturnType<typeof opened> = opened(async ({ id, taskToken }) => {
      expect(await process.complete(taskToken, id)).toBe('taken');
      if (id === 'fails') throw Object.assign(new Error(), { name: 'Busy' });
      return null;
    });
    await start(process, 60, 'returns');
    await start(process, 60, 'fails');
    await expect.poll(() => process.ended.toSorted()).toEqual(['fails', 'returns']);
  });

  test('retries with another token, and refuses the previous one', async () => {
    let calls = 0;
    const process = opened(async () => {
      if (++calls === 1) throw Object.assign(new Error(), { name: 'Busy' });
      return null;
    });
    await start(process);
    const first = await process.token();
    await expect.poll(() => process.complete(first, 'first')).toBe('gone');
    process.pass(1);
    const second = await process.token(1);
    expect(second).not.toBe(first);
    expect(await process.complete(second, 'second')).toBe('taken');
    await expect.poll(() => process.ended).toEqual(['second']);
  });

  test('ends by its Catch when it fails for good', async () => {
    const process = opened(async () => {
      throw Object.assign(new Error(), { name: 'Broken' });
    });
    await start(process);
    await expect.poll(() => process.ended).toEqual(['Broken']);
    expect(await process.complete(await process.token(), {})).toBe('gone');
  });

  test.for<[Json, string]>([
    [0, 'States.QueryEvaluationError'],
    [1.5, 'States.QueryEvaluationError'],
    ['60', 'States.QueryEvaluationError'],
  ])('refuses a timeout of %j, which is not whole seconds', async ([seconds, error]) => {
    const process = opened();
    await start(process, seconds);
    await expect.poll(() => process.ended).toEqual([error]);
  });

  test('fails with States.Timeout after the timeout of an expression', async () => {
    const process = opened();
    await start(process, 7);
    const token = await process.token();
    process.pass(6.999);
    expect(process.ended).toEqual([]);
    process.pass(0.001);
    await expect.poll(() => process.ended).toEqual(['too late']);
    expect(await process.complete(token, {})).toBe('gone');
  });

  test('answers truly whether a completion at the instant of the timeout was accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const process = opened();
        await start(process, 60);
        const token = await process.token();
        const turns = async (count: number) => {
          for (let left = count; left > 0; left--) await new Promise(setImmediate);
        };
        const [answer] = await Promise.all([
          turns(index % 5).then(() => process.complete(token, 'in time')),
          turns(Math.floor(index / 5) % 5).then(() => process.pass(60)),
        ]);
        await expect.poll(() => process.ended).toEqual([answer === 'taken' ? 'in time' : 'too late']);
        return answer;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['taken', 'gone']));
  });

  test('runs again with another token after the death of its process', async () => {
    const clock = { now: 0 };
    const table = openTable(':memory:', () => clock.now);
    const died = processOn(table, clock, async () => null);
    await died.start('replay', 'x', { id: 'x', seconds: 60 });
    const old = await died.token();

    const next = processOn(table, clock, async () => null);
    expect(await next.complete(old, 'before it is taken up again')).toBe('gone');
    await next.resume();
    const token = await next.token();
    expect(await next.complete(old, 'after')).toBe('gone');
    expect(await next.complete(token, 'anew')).toBe('taken');
    await expect.poll(() => next.ended).toEqual(['anew']);
    expect(died.ended).toEqual([]);
  });

  test('stops waiting when its execution is paused, and runs again with the next process', async () => {
    const clock = { now: 0 };
    const table = openTable(':memory:', () => clock.now);
    const paused = processOn(table, clock, async () => null);
    await paused.start('replay', 'x', { id: 'x', seconds: 60 });
    const token = await paused.token();
    await paused.drain();
    expect(await paused.complete(token, {})).toBe('gone');
    const next = processOn(table, clock, async () => null);
    await next.resume();
    expect(await next.complete(await next.token(), 'anew')).toBe('taken');
    await expect.poll(() => next.ended).toEqual(['anew']);
  });
});

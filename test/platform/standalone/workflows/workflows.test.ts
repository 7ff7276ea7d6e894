import { describe, expect, test } from 'vitest';
import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { loadStateMachine, type Step } from '../../../../functions/platform/standalone/workflows/state-machine.ts';
import { tableWorkflows } from '../../../../functions/platform/standalone/workflows/workflows.ts';
import type { Json, Table } from '../../../../functions/platform/world.ts';
import { silentLog } from '../../../contracts/silent-log.ts';
import { newId } from '../../../support/test-random.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file
const replay = loadStateMachine({
  QueryLanguage: 'JSONata',
  StartAt: 'A',
  States: {
    A: { Type: 'Task', Resource: '${First}', Output: '{% $states.input %}', Next: 'B' },
    B: { Type: 'Task', Resource: '${Second}', End: true },
  },
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file

const key = { pk: 'EXECUTION#x', sk: 'EXECUTION' };

function open(table: Table, steps: { First: Step; Second: Step }) {
  return tableWorkflows({
    table,
    log: silentLog,
    now: () => 5,
    newId,
    machines: { replay, recompare: replay, analysis: replay, evaluation: replay },
    steps,
  });
}

describe('executions in the table', () => {
  test('run again from the first state with the same input after a stop, once', async () => {
    const table = openTable(':memory:', () => 5);
    const calls: [string, Json][] = [];
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const before = open(table, {
      First: async (input, signal) => {
        calls.push(['first, stopped', input]);
        resolve();
        await new Promise((heard) => signal.addEventListener('abort', heard));
        return null;
      },
      Second: async () => calls.push(['never', null]),
    });
    await before.start('replay', 'x', { planId: 'p' });
    await begun;
    await before.drain();
    await before.start('replay', 'late', {});

    const after = open(table, {
      First: async (input) => calls.push(['first', input]),
      Second: async (input) => calls.push(['second', input]),
    });
    await after.resume();
    await expect.poll(async () => (await table.get(key))?.status).toBe('SUCCEEDED');
    await after.drain();
    await open(table, { First: async () => calls.push(['again', null]), Second: async () => null }).resume();

    const ofX = calls.filter(([, input]) => JSON.stringify(input) !== '{}');
    expect(ofX).toEqual([
      ['first, stopped', { planId: 'p' }],
      ['first', { planId: 'p' }],
      ['second', { planId: 'p' }],
    ]);
    expect(calls).toContainEqual(['second', {}]);
    expect(await table.get(key)).toMatchObject({ finishedAt: 5, expiresAt: 5 + 90 * 86_400_000 });
    expect(await table.get(key)).not.toHaveProperty('i1pk');
  });

  test('are forgotten after they have ended, not before', async () => {
    const table = openTable(':memory:', () => 5);
    const { promise: released, resolve } = Promise.withResolvers<null>();
    const workflows = open(table, { First: () => released, Second: async () => null });
    await workflows.start('replay', 'x', {});
    await workflows.forget(['x', 'unknown']);
    expect(await table.get(key)).toMatchObject({ status: 'RUNNING' });
    resolve(null);
    await expect.poll(async () => (await table.get(key))?.status).toBe('SUCCEEDED');
    await workflows.forget(['x']);
    expect(await table.get(key)).toBeUndefined();
    await workflows.drain();
  });

  test('are marked when they fail, without the text that was thrown', async () => {
    const table = openTable(':memory:', () => 5);
    const lines: unknown[] = [];
    const workflows = tableWorkflows({
      table,
      log: { ...silentLog, error: (...line) => lines.push(line) },
      now: () => 5,
      newId,
      machines: { replay, recompare: replay, analysis: replay, evaluation: replay },
      steps: {
        First: async () => {
          throw Object.assign(new Error('secret'), { name: 'Broken' });
        },
        Second: async () => null,
      },
    });
    await workflows.start('replay', 'x', {});
    await expect.poll(async () => (await table.get(key))?.status).toBe('FAILED');
    expect(lines).toEqual([['execution failed', { execution: 'x', error_name: 'Broken' }]]);
  });

  test('notify the host of a failure after their row says so, and not of a success', async () => {
    const table = openTable(':memory:', () => 5);
    const notified: unknown[] = [];
    const workflows = tableWorkflows({
      table,
      log: silentLog,
      now: () => 5,
      newId,
      machines: { replay, recompare: replay, analysis: replay, evaluation: replay },
      steps: {
        First: async (input) => {
          if (JSON.stringify(input).includes('bad')) throw new Error('broken');
          return null;
        },
        Second: async () => null,
      },
      onFailed: async (...[machine, input]) => {
        notified.push([machine, input, (await table.get(key))?.status]);
      },
    });
    await workflows.start('replay', 'good', { planId: 'good' });
    await workflows.start('replay', 'x', { planId: 'bad' });
    await expect.poll(() => notified.length).toBe(1);
    await workflows.drain();
    expect(notified).toEqual([['replay', { planId: 'bad' }, 'FAILED']]);
  });

  test('run again at the next start if the host could not be notified of their failure', async () => {
    const table = openTable(':memory:', () => 5);
    const notified: boolean[] = [];
    const host = (takes: boolean) =>
      tableWorkflows({
        table,
        log: silentLog,
        now: () => 5,
        newId,
        machines: { replay, recompare: replay, analysis: replay, evaluation: replay },
        steps: {
          First: async () => {
            throw new Error('broken');
          },
          Second: async () => null,
        },
        onFailed: async () => {
          notified.push(takes);
          if (!takes) throw new Error('the store is gone');
        },
      });
    const before = host(false);
    await before.start('replay', 'x', {});
    await expect.poll(() => notified).toEqual([false]);
    await before.drain();
    for (const after of [host(true), host(true)]) {
      await after.resume();
      await expect.poll(async () => (await table.get(key))?.i1pk).toBeUndefined();
      await after.drain();
    }
    expect(notified).toEqual([false, true]);
  });

  test('are refused for a machine that names a missing step', () => {
    const parts = {
      table: openTable(':memory:', () => 0),
      log: silentLog,
      now: () => 0,
      newId,
      machines: { replay, recompare: replay, analysis: replay, evaluation: replay },
    };
    expect(() => tableWorkflows({ ...parts, steps: { First: async () => null } })).toThrow('Second');
  });
});

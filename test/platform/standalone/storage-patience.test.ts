import { describe, expect, test } from 'vitest';
import { isStorageFault } from '../../../functions/platform/standalone/faults/storage-fault.ts';
import { storagePatience } from '../../../functions/platform/standalone/faults/storage-patience.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { loadStateMachine, type Step } from '../../../functions/platform/standalone/workflows/state-machine.ts';
import { tableWorkflows } from '../../../functions/platform/standalone/workflows/workflows.ts';
import type { Table } from '../../../functions/platform/world.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { newId } from '../../support/test-random.ts';

const full = () => Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
const key = { pk: 'p', sk: 's' };
const { signal } = new AbortController();

/**
 * A table whose writes fail until the clock says `until`; short waits let the clock advance, long ones are of time
 * limits.
 */
function brokenUntil(until: number) {
  const clock = { now: 0, puts: 0 };
  const timers = new Set<{ at: number; ring(): void }>();
  const advance = (at: number) => {
    clock.now = Math.max(clock.now, at);
    for (const timer of timers) if (timer.at <= clock.now && timers.delete(timer)) timer.ring();
  };
  const sleep = (ms: number, stopped: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const timer = { at: clock.now + ms, ring: resolve };
      timers.add(timer);
      stopped.addEventListener('abort', () => timers.delete(timer) && reject(new Error('stopped')), { once: true });
      if (ms <= 5_000) setImmediate(() => advance(timer.at));
    });
  const real = openTable(':memory:', () => clock.now);
  const table: Table = {
    ...real,
    put: async (item, options) => {
      clock.puts++;
      if (clock.now < until) throw full();
      return real.put(item, options);
    },
  };
  const storage = storagePatience({ log: silentLog, now: () => clock.now, sleep });
  return { clock, storage, sleep, real, table: storage.table(table) };
}

test.each([
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 10 | (3 << 8) }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 5 }, true],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, false],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 19 }, false],
  [{ code: 'ENOSPC' }, true],
  [{ code: 'EMFILE' }, true],
  [{ code: 'ENOENT' }, false],
  [{ code: 'ECONNRESET' }, false],
  [{ cause: full() }, true],
  [{}, false],
])('isStorageFault returns for %j: %s', (facts, expected) => {
  expect(isStorageFault(Object.assign(new Error('text'), facts))).toBe(expected);
});

describe('work that waits for storage', () => {
  test('repeats its writes until they succeed, at least every 2 s', async () => {
    const { clock, storage, table, real } = brokenUntil(60_000);
    await storage.patiently({ signal }, () => table.put({ ...key, n: 1 }));
    expect(await real.get(key)).toMatchObject({ n: 1 });
    expect(clock.now).toBeLessThan(62_001);
    expect(clock.puts).toBeLessThan(50);
  });

  test('does not include requests, which fail at once', async () => {
    const { clock, table } = brokenUntil(60_000);
    await expect(table.put(key)).rejects.toMatchObject({ errcode: 13 });
    expect(clock.puts).toBe(1);
  });

  test('fails when it is stopped or given up', async () => {
    const { storage, table, clock } = brokenUntil(Number.POSITIVE_INFINITY);
    const stopping = new AbortController();
    const stopped = storage.patiently({ signal: stopping.signal }, () => table.put(key));
    stopping.abort();
    await expect(stopped).rejects.toMatchObject({ errcode: 13 });
    await expect(
      storage.patiently({ signal, isGivenUp: async () => clock.now > 10_000 }, () => table.put(key)),
    ).rejects.toMatchObject({ errcode: 13 });
  });

  test('does not repeat other faults', async () => {
    const { storage, table, real } = brokenUntil(0);
    await real.close();
    await expect(storage.patiently({ signal }, () => table.put(key))).rejects.toThrow();
  });
});

describe('a step whose table fails', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file
  const machine = loadStateMachine({
    QueryLanguage: 'JSONata',
    StartAt: 'Store',
    States: {
      Store: {
        Type: 'Task',
        Resource: '${Store}',
        TimeoutSeconds: 960,
        Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, BackoffRate: 1, MaxAttempts: 1 }],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Lost' }],
        End: true,
      },
      Lost: { Type: 'Fail', Error: 'Lost', Cause: '' },
    },
  });
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file

  const run = async (broken: ReturnType<typeof brokenUntil>, Store: Step) => {
    const { storage, sleep, clock, table, real } = broken;
    const workflows = tableWorkflows({
      table: { ...table, put: real.put },
      storage,
      sleep,
      now: () => clock.now,
      newId,
      log: silentLog,
      machines: { replay: machine, recompare: machine, analysis: machine, evaluation: machine },
      steps: { Store },
    });
    await workflows.start('replay', 'x', {});
    const status = async () => (await real.get({ pk: 'EXECUTION#x', sk: 'EXECUTION' }))?.status;
    await expect.poll(status, { interval: 5 }).not.toBe('RUNNING');
    return status();
  };

  test('succeeds after an hour without a timeout or another run', async () => {
    const broken = brokenUntil(3_600_000);
    let calls = 0;
    const status = await run(broken, async () => {
      calls++;
      return broken.table.put(key);
    });
    expect([status, calls]).toEqual(['SUCCEEDED', 1]);
  });

  test('runs again for a call that is not repeated, without counting as a failed try', async () => {
    const broken = brokenUntil(0);
    let calls = 0;
    const status = await run(broken, async () => {
      if (++calls < 20) throw full();
      return null;
    });
    expect([status, calls]).toEqual(['SUCCEEDED', 20]);
  });
});

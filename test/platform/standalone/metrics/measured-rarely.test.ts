import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { measuredRarely, REST } from '../../../../functions/platform/standalone/metrics/measured-rarely.ts';
import { folderBytes } from '../../../../functions/platform/standalone/upkeep/folder-bytes.ts';

function stage() {
  const warned: unknown[] = [];
  const measurements: PromiseWithResolvers<number>[] = [];
  const clock = { now: 0 };
  const value = measuredRarely(
    () => {
      const measurement = Promise.withResolvers<number>();
      measurements.push(measurement);
      return measurement.promise;
    },
    {
      elapsed: () => clock.now,
      log: {
        debug() {},
        info() {},
        error() {},
        warn: (message, facts) => void warned.push(message, facts?.fault_name),
      },
    },
  );
  const end = async (at: number, settle: (measurement: PromiseWithResolvers<number>) => void) => {
    clock.now = at;
    for (const measurement of measurements.slice(-1)) settle(measurement);
    await new Promise(setImmediate);
  };
  return { value, end, clock, warned, started: () => measurements.length };
}

describe('what is measured rarely', () => {
  test('is not known before the first measurement has ended, and never measured twice side by side', async () => {
    const { value, end, clock, started } = stage();
    expect(value()).toBeUndefined();
    clock.now = 10 * REST.minMs;
    expect([value(), started()]).toEqual([undefined, 1]);
    await end(clock.now, ({ resolve }) => resolve(7));
    expect(value()).toBe(7);
  });

  test.each([
    { took: 1, rest: REST.minMs },
    { took: 2000, rest: 2000 * REST.times },
  ])('is measured again after $rest ms if it took $took ms', async ({ took, rest }) => {
    const { value, end, clock, started } = stage();
    value();
    await end(took, ({ resolve }) => resolve(7));
    clock.now = took + rest - 1;
    expect([value(), started()]).toEqual([7, 1]);
    clock.now = took + rest;
    expect([value(), started()]).toEqual([7, 2]);
  });

  test('is not known after a failure, which is logged', async () => {
    const { value, end, warned } = stage();
    value();
    await end(1, ({ reject }) => reject(new TypeError('/secret')));
    expect([value(), warned]).toEqual([undefined, ['a metric could not be measured', 'TypeError']]);
  });
});

test('the bytes of a folder are those of its files in all depths, each counted once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folder-bytes-'));
  try {
    expect(await folderBytes(join(folder, 'missing'))).toBe(0);
    await mkdir(join(folder, 'a/b'), { recursive: true });
    await writeFile(join(folder, 'a/b/first'), 'x'.repeat(1000));
    await writeFile(join(folder, 'second'), 'x'.repeat(24));
    await link(join(folder, 'a/b/first'), join(folder, 'other-name'));
    expect(await folderBytes(folder)).toBe(1024);
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { expect, test } from 'vitest';
import { askedTargets } from '../../../functions/mocks/store/asked-targets.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';

test('askedTargets stores a target with the next call after a failure', async () => {
  const table = openTable(':memory:', () => 0);
  let failures = 1;
  const put: typeof table.put = async (...write) => {
    if (failures-- > 0) throw new Error('away');
    return table.put(...write);
  };
  const asked = askedTargets({ table: { ...table, put }, now: () => 0 }, 'default', 1_000);
  await expect(asked.note('shop', 'db')).rejects.toThrow('away');
  expect(await asked.of('shop')).toEqual([]);
  await asked.note('shop', 'db');
  expect(await asked.of('shop')).toEqual(['db']);
  // Known now: it is not written again.
  failures = 1;
  await asked.note('shop', 'db');
});

test('askedTargets names a target from the first call with a replay id until its row expires, for its application only', async () => {
  let time = 0;
  const now = () => time;
  const table = openTable(':memory:', now);
  const asked = askedTargets({ table, now }, 'default', 10_000_000);
  await asked.note('shop', 'db');
  expect(await asked.isNamed('shop', 'db')).toBe(false);
  await asked.noteNamed('shop', 'db');
  const other = askedTargets({ table, now }, 'default', 10_000_000);
  for (const process of [asked, other]) {
    expect(await process.isNamed('shop', 'db')).toBe(true);
    expect([await process.isNamed('shop', 'cache'), await process.isNamed('other', 'db')]).toEqual([false, false]);
  }
  expect(await asked.of('shop')).toEqual(['db']);
  time = 10_000_001;
  expect(await asked.isNamed('shop', 'db')).toBe(false);
});

import { expect, test } from 'vitest';
import { dailyQuota } from '../../functions/platform/daily-quota.ts';
import { openTable } from '../../functions/platform/standalone/table.ts';

test('dailyQuota counts by tenant and day (UTC), and concurrent callers do not exceed it', async () => {
  let now = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  const table = openTable(':memory:', () => now);
  const quota = dailyQuota({ table, now: () => now }, 'a');
  /** One use. Null if the quota is exhausted, false if a concurrent one came first. */
  const use = async (name: string, max: number, of = quota) => {
    const reserved = await of.reserve(name, max);
    return reserved && table.transact([reserved]);
  };
  let taken = 0;
  for (let round = 0; round < 10; round++) {
    const uses = await Promise.all(Array.from({ length: 3 }, () => use('noise', 5)));
    expect(uses.filter(Boolean)).toHaveLength(taken < 5 ? 1 : 0);
    taken += uses.filter(Boolean).length;
  }
  expect(taken).toBe(5);
  expect(await use('noise', 5)).toBeNull();
  expect(await use('noise', 0)).toBeNull();
  expect(await use('analyses', 1)).toBe(true);
  expect(await use('noise', 1, dailyQuota({ table, now: () => now }, 'b'))).toBe(true);
  now += 1;
  expect(await use('noise', 1)).toBe(true);
  expect(await use('noise', 1)).toBeNull();
});

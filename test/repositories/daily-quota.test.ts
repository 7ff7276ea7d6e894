import { expect, test } from 'vitest';
import { dailyQuota } from '../../functions/repositories/daily-quota.ts';
import { openTable } from '../../functions/standalone/table.ts';

test('a quota is for a tenant and a day (UTC), and side by side nobody takes more', async () => {
  let now = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  const table = openTable(':memory:', () => now);
  const quota = dailyQuota({ table, now: () => now }, 'a');
  const taken = await Promise.all(Array.from({ length: 20 }, () => quota.take('noise', 5)));
  expect(taken.filter(Boolean)).toHaveLength(5);
  expect(await quota.reserve('noise', 5)).toBeNull();
  expect(await quota.take('noise', 0)).toBe(false);
  expect(await quota.take('analyses', 1)).toBe(true);
  expect(await dailyQuota({ table, now: () => now }, 'b').take('noise', 1)).toBe(true);
  now += 1;
  expect(await quota.take('noise', 1)).toBe(true);
  expect(await quota.take('noise', 1)).toBe(false);
});

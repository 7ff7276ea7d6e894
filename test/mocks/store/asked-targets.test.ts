import { expect, test } from 'vitest';
import { askedTargets } from '../../../functions/mocks/store/asked-targets.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';

test('a target that could not be stored is stored with the next call', async () => {
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

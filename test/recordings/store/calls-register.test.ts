import { describe, expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { callsRegister } from '../../../functions/recordings/store/calls-register.ts';

/** Two processes over one table, and how often the first one reads it. */
function registers() {
  const clock = { elapsed: 0 };
  const elapsed = () => clock.elapsed;
  const table = openTable(':memory:', () => 0);
  let reads = 0;
  const counted = {
    ...table,
    get: (key: Parameters<typeof table.get>[0]) => {
      reads++;
      return table.get(key);
    },
  };
  return {
    clock,
    own: callsRegister({ table: counted, elapsed }, 'default'),
    other: callsRegister({ table, elapsed }, 'default'),
    reads: () => reads,
  };
}

describe('the register of applications with calls', () => {
  test('remembers for 200 ms that an application has none', async () => {
    const { clock, own, reads } = registers();
    expect(await Promise.all([own.has('shop'), own.has('shop')])).toEqual([false, false]);
    clock.elapsed = 199;
    expect(await own.has('shop')).toBe(false);
    expect(reads()).toBe(1);
    clock.elapsed = 200;
    expect(await own.has('shop')).toBe(false);
    expect(await own.has('other')).toBe(false);
    expect(reads()).toBe(3);
  });

  test('knows what another process noted at the latest 200 ms after it looked, and for ever', async () => {
    const { clock, own, other, reads } = registers();
    expect(await own.has('shop')).toBe(false);
    await other.note('shop');
    clock.elapsed = 200;
    expect(await own.has('shop')).toBe(true);
    clock.elapsed = 10_000;
    expect(await own.has('shop')).toBe(true);
    expect(reads()).toBe(2);
  });

  test('knows at once what it noted itself', async () => {
    const { own, reads } = registers();
    expect(await own.has('shop')).toBe(false);
    await own.note('shop');
    expect(await own.has('shop')).toBe(true);
    expect(reads()).toBe(1);
  });
});

import { expect, test } from 'vitest';
import { slots } from '../../../functions/platform/outbound/slots.ts';

test('slots limits tasks by key in their order, and frees the place of a failed one', async () => {
  const inSlot = slots(2);
  const began: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const run = (key: string, name: string) => {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    return inSlot(key, async () => {
      began.push(name);
      await gate.promise;
      return name;
    });
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1')];
  const settled = Promise.allSettled(all);
  await turn();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  gates.get('a2')?.reject(new Error('broke'));
  await turn();
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const gate of gates.values()) gate.resolve();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(began.at(-1)).toBe('a4');
});

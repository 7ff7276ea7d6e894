import { expect, test } from 'vitest';
import { lazyPort } from '../../../functions/platform/aws/lazy-port.ts';

test('a port is loaded when it is first called, once, and called with what it was given', async () => {
  let loads = 0;
  const port = lazyPort(async () => {
    loads++;
    return { add: async (a: number, b: number) => a + b };
  });
  expect(loads).toBe(0);
  expect(await Promise.all([port.add(1, 2), port.add(3, 4)])).toEqual([3, 7]);
  expect(loads).toBe(1);
});

test('what fails in a port fails its caller', async () => {
  const port = lazyPort(async () => ({ fail: async () => Promise.reject(new Error('no')) }));
  await expect(port.fail()).rejects.toThrow('no');
});

test('a port that could not be loaded is loaded again', async () => {
  let loads = 0;
  const port = lazyPort(async () => {
    if (++loads === 1) throw new Error('no memory');
    return { get: async () => 'a' };
  });
  await expect(port.get()).rejects.toThrow('no memory');
  expect(await port.get()).toBe('a');
});

import { expect, test } from 'vitest';
import { lazyPort } from '../../../functions/platform/aws/lazy-port.ts';

test('lazyPort loads a port once, at its first call, and passes arguments on', async () => {
  let loads = 0;
  const port = lazyPort(async () => {
    loads++;
    return { add: async (a: number, b: number) => a + b };
  });
  expect(loads).toBe(0);
  expect(await Promise.all([port.add(1, 2), port.add(3, 4)])).toEqual([3, 7]);
  expect(loads).toBe(1);
});

test('lazyPort passes a failure of a port to its caller', async () => {
  const port = lazyPort(async () => ({ fail: async () => Promise.reject(new Error('no')) }));
  await expect(port.fail()).rejects.toThrow('no');
});

test('lazyPort loads a port again that could not be loaded', async () => {
  let loads = 0;
  const port = lazyPort(async () => {
    if (++loads === 1) throw new Error('no memory');
    return { get: async () => 'a' };
  });
  await expect(port.get()).rejects.toThrow('no memory');
  expect(await port.get()).toBe('a');
});

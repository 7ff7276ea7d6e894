import { expect, test, vi } from 'vitest';
import { startupCalls } from '../../../cli/record/startup-calls.ts';

test('calls outside of requests are sent once, in parts that the service accepts', async () => {
  const parts: string[][] = [];
  const calls = startupCalls(async (part) => void parts.push(part.map(({ operation }) => operation)));
  const note = (operation: string, response = '') =>
    calls.note({ kind: 'database', target: 'db', operation, request: '{}', response, error: null, durationMs: 1 });
  const large = 'x'.repeat(1_500_000);
  note('first', large);
  note('second', large);
  note('third');
  note('third');
  for (let count = 0; count < 100; count++) note(`small ${count}`);
  await vi.waitFor(() => expect(parts.flat()).toHaveLength(103));
  await calls.close();
  expect(parts.map(({ length }) => length)).toEqual([1, 100, 2]);
});

test('waiting calls are bounded by their total size', async () => {
  const gate = Promise.withResolvers<void>();
  const sent: number[] = [];
  const calls = startupCalls(async (part) => {
    await gate.promise;
    sent.push(part.length);
  });
  for (let count = 0; count < 40; count++) {
    const response = `${count}`.padEnd(1024 * 1024);
    calls.note({ kind: 'cache', target: 'c', operation: 'GET', request: '', response, error: null, durationMs: 1 });
  }
  gate.resolve();
  await vi.waitFor(() => expect(sent.reduce((sum, count) => sum + count, 0)).toBe(32));
  await calls.close();
});

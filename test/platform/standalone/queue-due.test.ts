import { describe, expect, test } from 'vitest';
import { tableQueue } from '../../../functions/platform/standalone/queue.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';

function opened() {
  const clock = { now: 1_700_000_000_000 };
  const now = () => clock.now;
  let ids = 0;
  return { clock, queue: tableQueue({ table: openTable(':memory:', now), now, newId: () => String(++ids) }) };
}

const never = new AbortController().signal;
/** Longer than the timeout of the test: a wait of this length was not woken. */
const LONG_MS = 60_000;

describe('a process that has ended', () => {
  test('leaves its received messages to the next one at once, and delayed ones until their time', async () => {
    const { queue } = opened();
    for (let at = 0; at < 1100; at++) await queue.send(at);
    await queue.send('later', { delaySeconds: 60 });
    const receive = async () => (await queue.receive({ visibilitySeconds: 360 })).map(({ body }) => body);
    const taken = [...(await receive()), ...(await receive())];
    await queue.acknowledge((await queue.receive({ visibilitySeconds: 360 }))[0]?.receipt ?? '');
    await queue.restore();
    const left: unknown[] = [];
    for (let some = await receive(); some.length > 0; some = await receive()) left.push(...some);
    expect(left).toHaveLength(1099);
    expect(left).toEqual(expect.arrayContaining(taken));
    expect(left).not.toContain('later');
  });
});

describe('due', () => {
  test('resolves at once if a message waits', async () => {
    const { queue } = opened();
    await queue.send('x');
    await queue.due(LONG_MS, never);
  });

  test('resolves when a message is sent', async () => {
    const { queue } = opened();
    const due = queue.due(LONG_MS, never);
    await queue.send('x', { delaySeconds: 900 });
    await due;
  });

  test('resolves when the next message is due, or after the maximum wait', async () => {
    const { clock, queue } = opened();
    await queue.due(5, never);
    await queue.send('x', { delaySeconds: 1 });
    clock.now += 990;
    await queue.due(LONG_MS, never);
    expect(await queue.receive({ visibilitySeconds: 30 })).toEqual([]);
    clock.now += 10;
    expect(await queue.receive({ visibilitySeconds: 30 })).toHaveLength(1);
  });

  test('resolves when its reader is stopped', async () => {
    const { queue } = opened();
    const controller = new AbortController();
    const due = queue.due(LONG_MS, controller.signal);
    controller.abort();
    await due;
    await queue.due(LONG_MS, controller.signal);
  });
});

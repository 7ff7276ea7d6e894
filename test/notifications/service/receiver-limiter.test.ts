import { describe, expect, test } from 'vitest';
import { type Admission, receiverLimiter } from '../../../functions/notifications/service/receiver-limiter.ts';

const NOW = 1_700_000_000_000;
const now = () => NOW;
const isTurn = (turn: Admission): turn is Extract<Admission, { release: unknown }> => 'release' in turn;

describe('receiverLimiter', () => {
  test('allows four concurrent sends to an unknown receiver, and gives the others increasing delays', async () => {
    const limiter = receiverLimiter();
    const entered = await Promise.all(Array.from({ length: 12 }, () => limiter.acquire('a', now)));
    expect(entered.filter(isTurn)).toHaveLength(4);
    expect(entered.slice(4).map((turn) => 'retryInMs' in turn && turn.retryInMs)).toEqual([
      ...[1_000, 1_000, 1_000, 1_000, 1_250, 1_500, 1_750, 2_000],
    ]);
    expect(isTurn(await limiter.acquire('b', now))).toBe(true);
  });

  test('allows one send after a slow exchange, and four again after a quick one', async () => {
    const limiter = receiverLimiter();
    const leave = async (ms: number) => {
      const turn = await limiter.acquire('a', now);
      if (isTurn(turn)) turn.release(ms);
    };
    const positions = async () => {
      const entered = await Promise.all(Array.from({ length: 6 }, () => limiter.acquire('a', now)));
      const taken = entered.filter(isTurn);
      for (const turn of taken) turn.release(15_000);
      return taken.length;
    };
    await leave(1_000);
    expect(await positions()).toBe(1);
    await leave(999);
    const quick = await Promise.all(Array.from({ length: 4 }, () => limiter.acquire('a', now)));
    expect(quick.every(isTurn)).toBe(true);
  });

  test('does not count a release without an exchange as slow or quick', async () => {
    const limiter = receiverLimiter();
    for (const ms of [15_000, null]) {
      const turn = await limiter.acquire('a', now);
      if (isTurn(turn)) turn.release(ms);
    }
    const entered = await Promise.all(Array.from({ length: 4 }, () => limiter.acquire('a', now)));
    expect(entered.filter(isTurn)).toHaveLength(1);
  });

  test('queues senders for a quick receiver, and answers them with retryInMs when it turns slow', async () => {
    const limiter = receiverLimiter();
    const first = await limiter.acquire('a', now);
    if (isTurn(first)) first.release(5);
    const busy = await Promise.all(Array.from({ length: 4 }, () => limiter.acquire('a', now)));
    const waiting = [limiter.acquire('a', now), limiter.acquire('a', now)];
    const [one, other] = busy;
    if (one && isTurn(one)) one.release(5);
    expect(isTurn((await waiting[0]) ?? { retryInMs: 0 })).toBe(true);
    if (other && isTurn(other)) other.release(15_000);
    expect(await waiting[1]).toEqual({ retryInMs: 15_000 });
  });

  test('limits retryInMs to 10 minutes', async () => {
    const limiter = receiverLimiter();
    const slow = await limiter.acquire('a', now);
    if (isTurn(slow)) slow.release(15_000);
    await limiter.acquire('a', now);
    const rejected = await Promise.all(Array.from({ length: 100 }, () => limiter.acquire('a', now)));
    expect(rejected.at(-1)).toEqual({ retryInMs: 600_000 });
  });
});

import { describe, expect, test } from 'vitest';
import { receiverTurns, type Turn } from '../../../functions/notifications/service/receiver-turns.ts';

const NOW = 1_700_000_000_000;
const now = () => NOW;
const isTurn = (turn: Turn): turn is Extract<Turn, { leave: unknown }> => 'leave' in turn;

describe('turns with a receiver', () => {
  test('four side by side while nothing is known of it, the others come back one after the other', async () => {
    const turns = receiverTurns();
    const entered = await Promise.all(Array.from({ length: 12 }, () => turns.enter('a', now)));
    expect(entered.filter(isTurn)).toHaveLength(4);
    expect(entered.slice(4).map((turn) => 'awayForMs' in turn && turn.awayForMs)).toEqual([
      ...[1_000, 1_000, 1_000, 1_000, 1_250, 1_500, 1_750, 2_000],
    ]);
    expect(isTurn(await turns.enter('b', now))).toBe(true);
  });

  test('one at a time after a slow exchange, and four again after a quick one', async () => {
    const turns = receiverTurns();
    const leave = async (ms: number) => {
      const turn = await turns.enter('a', now);
      if (isTurn(turn)) turn.leave(ms);
    };
    const places = async () => {
      const entered = await Promise.all(Array.from({ length: 6 }, () => turns.enter('a', now)));
      const taken = entered.filter(isTurn);
      for (const turn of taken) turn.leave(15_000);
      return taken.length;
    };
    await leave(1_000);
    expect(await places()).toBe(1);
    await leave(999);
    const quick = await Promise.all(Array.from({ length: 4 }, () => turns.enter('a', now)));
    expect(quick.every(isTurn)).toBe(true);
  });

  test('whoever leaves without an exchange says nothing of how slow the receiver is', async () => {
    const turns = receiverTurns();
    for (const ms of [15_000, null]) {
      const turn = await turns.enter('a', now);
      if (isTurn(turn)) turn.leave(ms);
    }
    const entered = await Promise.all(Array.from({ length: 4 }, () => turns.enter('a', now)));
    expect(entered.filter(isTurn)).toHaveLength(1);
  });

  test('a quick receiver is waited for in line; when it turns slow, whoever waits is sent away', async () => {
    const turns = receiverTurns();
    const first = await turns.enter('a', now);
    if (isTurn(first)) first.leave(5);
    const busy = await Promise.all(Array.from({ length: 4 }, () => turns.enter('a', now)));
    const waiting = [turns.enter('a', now), turns.enter('a', now)];
    const [one, other] = busy;
    if (one && isTurn(one)) one.leave(5);
    expect(isTurn((await waiting[0]) ?? { awayForMs: 0 })).toBe(true);
    if (other && isTurn(other)) other.leave(15_000);
    expect(await waiting[1]).toEqual({ awayForMs: 15_000 });
  });

  test('nobody is sent away for more than 10 minutes', async () => {
    const turns = receiverTurns();
    const slow = await turns.enter('a', now);
    if (isTurn(slow)) slow.leave(15_000);
    await turns.enter('a', now);
    const away = await Promise.all(Array.from({ length: 100 }, () => turns.enter('a', now)));
    expect(away.at(-1)).toEqual({ awayForMs: 600_000 });
  });
});

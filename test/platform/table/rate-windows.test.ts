import { describe, expect, test } from 'vitest';
import { MAX_TOKEN_AGE_MS, SENDING_LIMITS } from '../../../functions/notifications/domain/rate-limits.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { rateWindows } from '../../../functions/platform/table/rate-windows.ts';
import { conditionHolds, isAlive } from '../../../functions/platform/table/table-condition.ts';
import { type RateLimit, takeFromWindow } from '../../../functions/platform/values/rate-window.ts';
import type { Item, Table } from '../../../functions/platform/world.ts';

const SKEW_MS = 2_000;
const MINUTE_MS = 60_000;
const LIMITS: readonly RateLimit[] = SENDING_LIMITS.beta_bot?.limits ?? [];

describe('takeFromWindow', () => {
  test.for([
    [[], 0, 1],
    [[0, 500], 999, 0],
    [[0, 500], 1_000, 1],
    [[0], 0, 1],
  ] as const)('finds of 2 in 1,000 ms, after %j and at %i, room for %i', ([times, now, room]) => {
    expect('taken' in takeFromWindow(times, [{ max: 2, windowMs: 1_000 }], now)).toBe(room === 1);
  });

  test('applies two limits together, and keeps the times that the larger one needs', () => {
    const limits = [
      { max: 3, windowMs: 10_000 },
      { max: 1, windowMs: 1_000 },
    ];
    expect(takeFromWindow([0], limits, 900)).toEqual({ fullForMs: 100 });
    expect(takeFromWindow([0, 1_000, 2_000], limits, 3_000)).toEqual({ fullForMs: 7_000 });
    expect(takeFromWindow([0, 1_000, 2_000], limits, 10_000)).toEqual({ taken: [1_000, 2_000, 10_000] });
  });
});

/** A seeded generator, so that a failing run can be repeated. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Unique ids. */
let ids = 0;
const newId = () => String(++ids).padStart(32, '0');

interface Sender {
  skewMs: number;
  windows: ReturnType<typeof rateWindows>;
}

/** Four senders whose clocks are off by up to 2 s, in a true time that the test sets. */
function senders(table: Table, time: { now: number }, roll: () => number): Sender[] {
  return [-SKEW_MS, SKEW_MS, 0, Math.round((roll() * 2 - 1) * SKEW_MS)].map((skewMs) => ({
    skewMs,
    windows: rateWindows({ table, now: () => time.now + skewMs, newId }),
  }));
}

/**
 * Rows in memory that yield between reading and writing, so that callers interleave. A conditional write is atomic, as
 * in the drivers.
 */
function yieldingTable(time: { now: number }, roll: () => number): Table {
  const rows = new Map<string, Item>();
  const alive = (pk: string) => {
    const item = rows.get(pk);
    return item && isAlive(item, time.now) ? item : undefined;
  };
  const turns = async () => {
    for (let left = Math.floor(roll() * 4); left > 0; left--) await null;
  };
  // The windows use no other methods of a table.
  return {
    async get({ pk }) {
      await turns();
      const item = alive(pk);
      await turns();
      return item;
    },
    async put(item, options) {
      await turns();
      if (options?.when && !conditionHolds(options.when, alive(item.pk))) return false;
      rows.set(item.pk, item);
      await turns();
      return true;
    },
  } as Table;
}

/**
 * Random arrivals at two channels of one bot. Returns the true times at which their messages were sent, each within
 * the maximum age of a token.
 */
async function sent(table: Table, time: { now: number }, arrivals: number, seed: number): Promise<number[]> {
  const roll = dice(seed);
  const fleet = senders(table, time, roll);
  const times: number[] = [];
  for (let arrived = 0; arrived < arrivals; ) {
    // Quiet periods, bursts, and arrivals exactly when the window opens.
    const pauseMs = [0, 1, 50, 700, 3_300, 20_000][Math.floor(roll() * 6)] ?? 0;
    time.now += Math.round(roll() * pauseMs);
    const together = 1 + Math.floor(roll() * 8);
    arrived += together;
    const tokens = await Promise.all(
      Array.from({ length: together }, async () => {
        const sender = fleet[Math.floor(roll() * fleet.length)];
        const token = await sender?.windows.take('bot', LIMITS);
        return sender && token && 'takenAt' in token ? token.takenAt - sender.skewMs : null;
      }),
    );
    for (const takenAt of tokens) if (takenAt !== null) times.push(takenAt + Math.round(roll() * MAX_TOKEN_AGE_MS));
  }
  return times.sort((a, b) => a - b);
}

/** Maximum messages in any 60 s, both ends included. */
const maxPerMinute = (times: readonly number[]) => {
  let max = 0;
  let from = 0;
  for (let to = 0; to < times.length; to++) {
    while ((times[to] ?? 0) - (times[from] ?? 0) > MINUTE_MS) from++;
    max = Math.max(max, to - from + 1);
  }
  return max;
};

test('rateWindows does not overwrite later sends when a sender read before the window expired', async () => {
  const time = { now: 1_700_000_000_000 };
  const table = openTable(':memory:', () => time.now);
  const limits = [{ max: 2, windowMs: 1_000 }];
  const others = rateWindows({ table, now: () => time.now, newId });
  await others.take('bot', limits);
  let isFirst = true;
  const late = rateWindows({
    newId,
    now: () => time.now,
    table: {
      ...table,
      async get(key) {
        const row = await table.get(key);
        if (isFirst) {
          isFirst = false;
          time.now += 2_000;
          await others.take('bot', limits);
        }
        return row;
      },
    },
  });
  expect(await late.take('bot', limits)).toEqual({ takenAt: time.now });
  expect(await others.take('bot', limits)).toEqual({ fullForMs: 1_000 });
  await table.close();
});

describe('the limit of beta_bot: 20 messages in any 60 s (spec 8), 4 concurrent senders, clocks 2 s apart', () => {
  test('is kept with 250,000 random arrivals over rows in memory', { timeout: 120_000 }, async () => {
    const time = { now: 1_700_000_000_000 };
    const times = await sent(yieldingTable(time, dice(7)), time, 250_000, 20_261_120);
    expect(maxPerMinute(times)).toBe(20);
    // The limit must not hold by refusing everything: the window fills repeatedly.
    expect(times.length).toBeGreaterThan(25_000);
  });

  test('is kept with 20,000 random arrivals over the table', { timeout: 60_000 }, async () => {
    const time = { now: 1_700_000_000_000 };
    const table = openTable(':memory:', () => time.now);
    const times = await sent(table, time, 20_000, 1);
    await table.close();
    expect(maxPerMinute(times)).toBe(20);
  });

  test('needs the margin beyond a minute', async () => {
    const time = { now: 1_700_000_000_000 };
    const bare = rateWindows({ table: openTable(':memory:', () => time.now), now: () => time.now, newId });
    for (let count = 0; count < 20; count++) await bare.take('bot', [{ max: 20, windowMs: MINUTE_MS }]);
    time.now += MINUTE_MS - 1;
    expect(await bare.take('bot', [{ max: 20, windowMs: MINUTE_MS }])).toEqual({ fullForMs: 1 });
    // The same moment for a sender whose clock is ahead.
    time.now += 1;
    expect(await bare.fullFor('bot', [{ max: 20, windowMs: MINUTE_MS }])).toBe(0);
    expect(await bare.fullFor('bot', LIMITS)).toBe(2 * SKEW_MS + MAX_TOKEN_AGE_MS);
  });
});

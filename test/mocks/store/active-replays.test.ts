import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ActiveReplay } from '../../../functions/mocks/domain/active-replay.ts';
import { activeReplays } from '../../../functions/mocks/store/active-replays.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import type { Table } from '../../../functions/platform/world.ts';

const START = 1_795_176_000_000;
/** As a request with calls is under way: its timeout and what is added to it. */
const LIFE_MS = 90_000;

let now: number;
let table: StandaloneTable;
let partitions: Map<string, number>;

beforeEach(() => {
  now = START;
  table = openTable(':memory:', () => now);
  partitions = new Map();
});
afterEach(() => table.close());

/** The store of a process, whose queries are counted by their partitions. */
function store() {
  const counted: Table = {
    ...table,
    query: (query) => {
      partitions.set(query.pk, (partitions.get(query.pk) ?? 0) + 1);
      return table.query(query);
    },
  };
  return activeReplays({ table: counted }, 'default');
}

function replay(number: number, more: Partial<ActiveReplay> = {}): ActiveReplay {
  const id = (number * 2_654_435_761).toString(16).padStart(24, '0').slice(-24);
  return {
    replayId: [...id].reverse().join(''),
    planId: 'plan',
    planItemId: `plan:${number}`,
    appId: 'shop',
    caseId: `c${number}`,
    traceId: `${number}`,
    recordedAt: START,
    enableMock: true,
    targetHost: null,
    aliases: [],
    startedAt: now + number,
    expiresAt: now + LIFE_MS,
    ...more,
  };
}

describe('the replays of an application', () => {
  test('are in one list while no run is fast', async () => {
    const replays = store();
    await replays.begin(replay(1));
    await replays.begin(replay(2));
    expect(await replays.ofApplication('shop')).toEqual([replay(1).replayId, replay(2).replayId]);
    expect(partitions.size).toBe(1);
  });

  test('of a fast run are spread, and found beside those of another by any process', async () => {
    const replays = store();
    const fast = Array.from({ length: 300 }, (_, number) => replay(number, { isSpread: true }));
    await Promise.all(fast.map((one) => replays.begin(one)));
    const slow = replay(300);
    await replays.begin(slow);
    expect(await store().ofApplication('shop')).toEqual([...fast, slow].map(({ replayId }) => replayId));
    expect(await store().ofApplication('other')).toEqual([]);
    const rows = await Promise.all([...partitions.keys()].map(async (pk) => (await table.query({ pk })).items.length));
    // 300 over 64 partitions.
    expect(Math.max(...rows)).toBeLessThan(20);
  });

  test('of a fast run are gone when they have ended', async () => {
    const replays = store();
    const [one, other] = [replay(1, { isSpread: true }), replay(2, { isSpread: true })];
    await replays.begin(one);
    await replays.begin(other);
    await replays.end(one);
    expect(await replays.ofApplication('shop')).toEqual([other.replayId]);
    await replays.end(other);
    expect(await replays.ofApplication('shop')).toEqual([]);
  });

  test('are looked for in one list again some minutes after a fast run', async () => {
    const replays = store();
    await replays.begin(replay(1, { isSpread: true }));
    now += LIFE_MS - 1;
    expect(await store().ofApplication('shop')).toHaveLength(1);
    now += 6 * 60_000;
    partitions.clear();
    expect(await store().ofApplication('shop')).toEqual([]);
    expect(partitions.size).toBe(1);
    // And found as soon as another one has begun.
    const later = replay(2, { isSpread: true });
    await replays.begin(later);
    expect(await store().ofApplication('shop')).toEqual([later.replayId]);
  });
});

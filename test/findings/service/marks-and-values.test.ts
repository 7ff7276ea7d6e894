import { describe, expect, test } from 'vitest';
import { bulkMarks } from '../../../functions/findings/service/bulk-marks.ts';
import { runChanges } from '../../../functions/findings/service/run-changes.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import { settledRounds } from '../../support/stages/settled-rounds.ts';

const CASES = [
  { operation: '/a', cases: 3, differences: [['FIELD_VALUE', 'price']] },
  { operation: '/b', cases: 2, differences: [['FIELD_VALUE', 'price']] },
  { operation: '/c', cases: 2, differences: [['FIELD_VALUE', 'other']] },
  { operation: '/d', cases: 1 },
] as const;

async function marking() {
  const stage = settledRounds();
  const { plan, round } = await stage.replay(await stage.planned(), 1, CASES);
  const failing = async () => (await stage.findings.of(plan, round))?.counts.failedCases;
  return { ...stage, plan, round, failing, ...bulkMarks({ ...stage, work: workInPlace }) };
}

const MARK = { comment: 'known', markedBy: 'ann', markedAt: 7 };
const PRICE = { kind: 'FIELD_VALUE' as const, subject: 'price', operations: null };

describe('marking requests as expected', () => {
  test('marks every request of a finding, or only those at some endpoints', async () => {
    const { mark, plan, round, failing, marks } = await marking();
    expect(await mark(plan, round, { ...PRICE, operations: ['/b'] }, MARK, 10)).toBe(2);
    expect(await failing()).toBe(5);
    expect(await mark(plan, round, PRICE, MARK, 10)).toBe(3);
    expect(await failing()).toBe(2);
    expect((await marks.list(plan.planId, 1)).map(({ item }) => item)).toEqual([0, 1, 2, 3, 4]);
  });

  test('marks none if there are more than allowed', async () => {
    const { mark, plan, round, failing } = await marking();
    expect(await mark(plan, round, PRICE, MARK, 4)).toBe('too many');
    expect(await failing()).toBe(7);
    expect(await mark(plan, round, PRICE, MARK, 5)).toBe(5);
  });

  test('marks requests by their positions, except those without a result', async () => {
    const { markItems, plan, round, failing } = await marking();
    expect(await markItems(plan, round, [0, 0, 5, 99], MARK)).toBe(2);
    expect(await failing()).toBe(5);
    expect(await markItems(plan, round, [0, 1], MARK)).toBe(1);
  });

  test('undoes marks by their time and keeps those of another time', async () => {
    const { mark, remove, plan, round, failing } = await marking();
    await mark(plan, round, { ...PRICE, operations: ['/a'] }, { ...MARK, markedAt: 8 }, 10);
    await mark(plan, round, PRICE, MARK, 10);
    expect(await remove(plan, 7)).toBe(2);
    expect(await failing()).toBe(4);
    expect(await remove(plan, 7)).toBe(0);
  });
});

describe('the sample values of a round', () => {
  test('are stored when it settles', async () => {
    const { values, plan, round } = await marking();
    const stored = await values.of(plan, round);
    expect([stored?.read, stored?.failing]).toEqual([7, 7]);
    expect(stored?.fields.find(({ operation }) => operation === '/a')).toEqual({
      operation: '/a',
      kind: 'FIELD_VALUE',
      subject: 'price',
      pairs: [{ recorded: '"canary"', replayed: '7', requests: 3, item: 0 }],
    });
  });

  test('are read from samples, once, for a round that settled before they were stored', async () => {
    const { values, plan, round, table, results } = await marking();
    await table.remove({ pk: `T#default#PLAN#${plan.planId}`, sk: 'VALUES#0001' });
    let reads = 0;
    const { findUnread } = results;
    results.findUnread = (...request) => {
      reads++;
      return findUnread(...request);
    };
    const [first, second] = await Promise.all([values.of(plan, round), values.of(plan, round)]);
    expect(first?.fields.map(({ operation }) => operation).toSorted()).toEqual(['/a', '/b', '/c']);
    expect(second).toBe(first);
    expect(reads).toBe(7);
    await values.of(plan, round);
    expect(reads).toBe(7);
  });
});

describe('the changes of a run', () => {
  test('are those since the previous run and since the last clean one, which may be the same', async () => {
    const stage = settledRounds();
    const changesOf = runChanges(stage);
    const clean = Array.from({ length: 10 }, (_, at) => ({ operation: `/${at}`, cases: 3 }));
    const run = async (cases: Parameters<typeof stage.replay>[2]) => {
      stage.clock.now += 60_000;
      const { plan, round } = await stage.replay(await stage.planned(), 1, cases);
      await stage.plans.unlock(plan.appId, plan.planId);
      const found = await stage.findings.of(plan, round);
      if (!found) throw new Error('no findings');
      return { plan, changes: await changesOf(plan, found) };
    };
    const first = await run(clean);
    expect(first.changes).toEqual({ previous: null, clean: null, isPreviousClean: false });
    const second = await run(CASES);
    expect(second.changes.previous?.plan.planId).toBe(first.plan.planId);
    expect([second.changes.previous?.new.length, second.changes.clean]).toEqual([2, null]);
    const third = await run(CASES.slice(0, 2));
    expect(third.changes.previous?.plan.planId).toBe(second.plan.planId);
    expect(third.changes.previous).toMatchObject({ new: [], gone: [{ entry: { subjects: ['other'] } }] });
    expect(third.changes.clean?.plan.planId).toBe(first.plan.planId);
    expect(third.changes.clean?.new).toHaveLength(1);
    expect([second, third].map(({ changes }) => changes.isPreviousClean)).toEqual([true, false]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import type { Blobs } from '../../../functions/platform/world.ts';
import { planItemId } from '../../../functions/replay/domain/plan.ts';
import { loggedRuns } from '../../../functions/replay/service/logged-runs.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import { resultStore } from '../../../functions/replay/store/results.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const T = 1_700_000_000_000;
const PLAN = replayPlan({ planId: '6553f1000000000000000001', createdAt: T, appId: 'shop' });
const CHUNK = 3;
const traceOf = (item: number) => String(item).padStart(32, '0');

/** Seven requests in chunks of three; those with the numbers 5 and 6 failed. */
describe('the runs for searches of logs', () => {
  let runs: ReturnType<typeof loggedRuns>;
  let plans: ReturnType<typeof planStore>;

  beforeEach(async () => {
    const table = openTable(':memory:', () => T);
    // No row is large enough for a blob.
    const blobs = {} as Blobs;
    plans = planStore(table, 't');
    const results = resultStore({ table, blobs }, 't');
    runs = loggedRuns({ plans, results });
    await plans.lock('shop', PLAN.planId, T);
    await plans.create(PLAN, null, null);
    await plans.setOnce(PLAN.planId, 1, 'selection', { requests: 7, chunks: 3, workers: 1 });
    for (let item = 0; item < 7; item++) {
      const chunk = Math.floor(item / CHUNK);
      const planned = { caseId: `c${item}`, operation: '/a', method: 'GET', session: null, recordedAt: T };
      if (item % CHUNK === 0) {
        const size = Math.min(CHUNK, 7 - item);
        const cases = Array.from({ length: size }, (_, at) => ({
          ...planned,
          item: item + at,
          traceId: traceOf(item + at),
        }));
        await results.putChunk(PLAN, 1, { chunk, first: item, cases });
      }
      const outcome = {
        operation: '/a',
        method: 'GET',
        hasResult: true,
        failure: null,
        differences: [],
        truncated: false,
      };
      const head = {
        item,
        planItemId: planItemId(PLAN.planId, item),
        caseId: `c${item}`,
        traceId: traceOf(item),
        replayId: '',
        outcome,
        comparedUnder: '',
        recordedStatus: 200,
        replayedStatus: 200,
        recordedMs: 1,
        replayedMs: 1,
      };
      await results.add(PLAN, 1, chunk, head, storedJson({}));
    }
    const samples = [{ item: 5, chunk: 1 }];
    const clusters = [{ operation: '/a', differences: [], items: [5, 6], samples }];
    await table.transact([await results.failedWrite(PLAN, 1, { replayed: [['/a', 7]], clusters })]);
  });

  test('have traces of failing requests first, and say whether they are all', async () => {
    const part = await runs.tracesOf(PLAN.planId, 4);
    expect(part.traces.map(({ traceId }) => Number(traceId))).toEqual([5, 6, 0, 1]);
    expect([part.isAll, part.traces[0]]).toEqual([false, { traceId: traceOf(5), operation: '/a', method: 'GET' }]);
    const all = await runs.tracesOf(PLAN.planId, 7);
    expect([all.isAll, all.traces.length]).toEqual([true, 7]);
    expect((await runs.tracesOf(PLAN.planId, 1)).traces.map(({ traceId }) => Number(traceId))).toEqual([5]);
    expect(await runs.tracesOf('6553f1000000000000000002', 7)).toEqual({ traces: [], isAll: true });
  });

  test('have a title and the times of their requests', async () => {
    expect(await runs.find(PLAN.planId)).toEqual({ planId: PLAN.planId, appId: 'shop', title: 'p', from: T, to: null });
    await plans.setOnce(PLAN.planId, 1, 'startedAt', T + 5);
    await plans.finish(PLAN.planId, 1, T + 9, T + 20);
    expect(await runs.latest('shop', 5)).toMatchObject([{ from: T + 5, to: T + 9 }]);
    expect(await runs.find('6553f1000000000000000002')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { newPlanId } from '../../../functions/replay/domain/plan.ts';
import { analysisStage, CLEAN, MIXED, STALE_MS } from './analysis-stage.ts';

const { stage, clock, analyses, notified, refusal, begun, stateOf, nextDay } = analysisStage();

describe('an analysis without heartbeats (interface 2.5)', () => {
  test.for([
    [STALE_MS - 1, ['RUNNING', null], null],
    [STALE_MS, ['PARTIAL', 'STALE'], 'ALREADY_CONCLUDED'],
  ] as const)('is %j %i ms after the last heartbeat', async ([ms, state, code]) => {
    nextDay();
    const { plan, round } = await begun();
    clock.now += 250_000;
    await analyses.write(plan, round, { state: 'RUNNING' });
    clock.now += ms;
    notified.length = 0;
    expect(await stateOf({ plan, round })).toEqual(state);
    expect(await refusal(analyses.write(plan, round, { state: 'RUNNING' }))).toBe(code);
    expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe(code);
    expect(await stateOf({ plan, round })).toEqual(code ? state : ['DONE', null]);
    // An end set by the service itself is not announced as written.
    expect(notified).toHaveLength(code ? 0 : 1);
  });

  test('extends the wait of the workflow by each heartbeat, and resumes the workflow at the end', async () => {
    nextDay();
    const { plan, round } = await begun();
    clock.now += 100_500;
    await analyses.write(plan, round, { state: 'RUNNING' });
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 300, start: false });
    clock.now += STALE_MS - 1;
    expect(await analyses.request(plan, round)).toMatchObject({ waitSeconds: 1 });
    expect(await analyses.await(plan, round, 'late')).toBe('waiting');
    clock.now += 1;
    notified.length = 0;
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    expect(notified).toEqual(['token late']);
    expect(await analyses.await(plan, round, 'later')).toBe('over');
  });

  test('continues after the deadline, when the workflow stops waiting', async () => {
    nextDay();
    const { plan, round } = await begun();
    const beat = async (ms: number) => {
      clock.now += ms;
      await analyses.write(plan, round, { state: 'RUNNING' });
    };
    for (const ms of [290_000, 290_000, 290_000, 290_000]) await beat(ms);
    clock.now += 39_999;
    expect((await analyses.request(plan, round)).waitSeconds).toBe(1);
    clock.now += 1;
    expect((await analyses.request(plan, round)).waitSeconds).toBe(0);
    expect(await stateOf({ plan, round })).toEqual(['RUNNING', null]);
    expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBeNull();
  });

  test('ends as PARTIAL if its executor fails, but stays as it ended before', async () => {
    nextDay();
    const { plan, round } = await begun();
    await analyses.fail(plan, round);
    expect(await stateOf({ plan, round })).toEqual(['PARTIAL', 'STALE']);
    const done = await begun();
    await analyses.write(done.plan, done.round, { state: 'DONE' });
    await analyses.fail(done.plan, done.round);
    expect(await stateOf(done)).toEqual(['DONE', null]);
  });
});

describe('consecutive (spec 2.5)', () => {
  test('counts replays that were triggered within one second, in any order of their ids', async () => {
    nextDay();
    const counts = [];
    for (let count = 0; count < 8; count++) {
      clock.now += 100;
      counts.push(await seen(await stage.settled(MIXED, { appId: 'at-once', planId: planIdOf(9 - count) })));
    }
    expect(counts).toEqual([[1], [2], [3], [4], [5], [6], [7], [8]]);
  });

  const change = { key: 'k', title: 't', operations: ['/a'], kind: 'FIELD_VALUE', subject: 'price' };
  /** Within the second of `clock`. The ids sort against their time of creation. */
  const planIdOf = (entropy: number) => newPlanId(clock.now, String(entropy).padStart(16, '0'));
  const seen = async ({ plan, round }: Awaited<ReturnType<typeof begun>>, codeChanges = [change]) => {
    await analyses.write(plan, round, { state: 'DONE', codeChanges });
    const { analysis } = await analyses.viewOf(plan, round);
    return analysis?.codeChanges.map(({ consecutive }) => consecutive);
  };

  test('counts consecutive replays of the application with reruns, and restarts after one without the change', async () => {
    nextDay();
    const more = { appId: 'in-a-row' };
    const replay = async (cases = MIXED) => {
      clock.now += 1000;
      return stage.settled(cases, more);
    };
    const first = await replay();
    expect(await seen(first)).toEqual([1]);
    expect(await seen(await replay())).toEqual([2]);
    // not analysed, so inconclusive
    await replay();
    const rerun = await replay();
    expect(await seen(rerun)).toEqual([3]);
    expect(await stage.plans.begin(rerun.plan)).toBe(true);
    const second = await stage.replay(rerun.plan, 2, MIXED);
    expect(await seen({ ...second, plan: { ...second.plan, round: 2 } })).toEqual([4]);
    expect(await seen(await stage.settled(MIXED, { appId: 'another' }))).toEqual([1]);
    // no differences
    await replay(CLEAN);
    expect(await seen(await replay())).toEqual([1]);
    expect(await seen(await replay(), [{ ...change, subject: 'tax' }])).toEqual([1]);
    expect(await seen(await replay())).toEqual([1]);
  });
});

import { describe, expect, test } from 'vitest';
import { newPlanId, planItemId } from '../../functions/domain/replay/plan.ts';
import { type Cases, settledRounds } from '../support/settled-rounds.ts';

const MIXED: readonly Cases[] = [
  { operation: '/a', cases: 4, differences: [['FIELD_VALUE', 'price']] },
  { operation: '/a', cases: 2 },
  { operation: '/b', cases: 3, differences: [['NEW_FIELD', 'more']] },
  { operation: '/c', cases: 1, differences: [['FIELD_TYPE', 'x']] },
];
const CLEAN: readonly Cases[] = [{ operation: '/a', cases: 2 }];
const REVIEW: readonly Cases[] = [{ operation: '/a', cases: 1, differences: [['NEW_FIELD', 'x']] }];

const STALE_MS = 300_000;
const DAY_MS = 86_400_000;
const stage = settledRounds();
const { clock, analyses, told } = stage;
const refusal = async (written: ReturnType<typeof analyses.write>) => {
  const result = await written;
  return result.ok ? null : result.code;
};
/** A round whose analysis has begun. */
async function begun(more: { appId?: string } = {}) {
  const round = await stage.settled(MIXED, more);
  expect((await analyses.request(round.plan, round.round)).waitSeconds).toBe(300);
  return round;
}
const stateOf = async ({ plan, round }: Awaited<ReturnType<typeof begun>>) => {
  const { analysis } = await analyses.viewOf(plan, round);
  return analysis && [analysis.state, analysis.reason];
};
const nextDay = () => {
  clock.now += DAY_MS;
};

describe('who is analysed, and by whom (interface 2.5)', () => {
  test.for([
    ['NEEDS_ACTION', MIXED, {}, ['RUNNING', null]],
    ['REVIEW_ONLY', REVIEW, {}, ['RUNNING', null]],
    ['LOW_COVERAGE', CLEAN, {}, null],
    ['NO_CASES', [], {}, null],
    ['a replay from the console', MIXED, { source: 'console' as const }, null],
  ] as const)('%s', async ([, cases, more, state]) => {
    nextDay();
    const { plan, round } = await stage.settled(cases, more);
    const request = await analyses.request(plan, round);
    expect(await stateOf({ plan, round })).toEqual(state);
    expect(request).toEqual(state ? { waitSeconds: 300, start: true } : { waitSeconds: 0, start: false });
    expect(await analyses.request(plan, round)).toEqual(request);
  });

  test('it begins with the settling, so that no poll sees the one without the other; a day of few analyses is shared', async () => {
    nextDay();
    const few = settledRounds({ daily: 2 });
    few.clock.now = clock.now;
    const unsettled = [];
    for (let count = 0; count < 5; count++) {
      const plan = await few.planned({ appId: `app-${count}` });
      unsettled.push(await few.replay(plan, 1, MIXED, false));
    }
    await Promise.all(unsettled.map(({ plan, round }) => few.settlementWith(true).settle(plan, round)));
    const reasons = await Promise.all(
      unsettled.map(async ({ plan }) => {
        const { round } = await few.read(plan.planId);
        expect(round.result?.failedCases).toBe(8);
        return (await few.analyses.viewOf(plan, round)).analysis?.reason;
      }),
    );
    expect(reasons.toSorted()).toEqual([...Array(3).fill('QUOTA_EXHAUSTED'), null, null]);
  });

  test('an application may switch it off', async () => {
    const { plan, round } = await stage.settled(MIXED, { appId: 'quiet' });
    await stage.applications.changeSettings('quiet', { automaticAnalysis: false });
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    expect(await stateOf({ plan, round })).toBeNull();
  });

  test('nobody: SKIPPED / NO_EXECUTOR at once, all failed cases undetermined', async () => {
    const { plan, round } = await stage.settled(MIXED);
    const byNobody = stage.analysesWith({ isBuiltIn: false });
    expect(await byNobody.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    expect((await analyses.viewOf(plan, round)).analysis).toEqual({
      ...{ state: 'SKIPPED', reason: 'NO_EXECUTOR', analyzedCases: 0, failedCases: 8, codeChangeCases: 0 },
      ...{ undeterminedCases: 8, invalidCases: 0, markedCases: 0, codeChangeInterfaces: 0 },
      ...{ undeterminedInterfaces: 3, invalidInterfaces: 0, codeChanges: [] },
    });
  });

  test.for([
    [59_999, ['RUNNING', null]],
    [60_000, ['SKIPPED', 'NO_EXECUTOR']],
  ] as const)('an external executor counts as connected %i ms after it asked: %j', async ([ms, state]) => {
    nextDay();
    const external = stage.analysesWith({ isBuiltIn: false });
    expect(await stage.jobs.claim('one')).toBeNull();
    const { plan, round } = await stage.settled(MIXED);
    clock.now += ms;
    expect((await external.request(plan, round)).start).toBe(false);
    expect(await stateOf({ plan, round })).toEqual(state);
    if (state[0] === 'RUNNING') expect(await stage.jobs.claim('one')).toMatchObject({ planId: plan.planId });
  });

  test('the quota is per day (UTC), counted once a round, and taken side by side by no more than there is', async () => {
    nextDay();
    const limited = stage.analysesWith({ daily: 3 });
    const rounds = [];
    for (let count = 0; count < 6; count++) rounds.push(await stage.settled(MIXED));
    const requests = await Promise.all(
      rounds.flatMap(({ plan, round }) => [limited.request(plan, round), limited.request(plan, round)]),
    );
    expect(requests.filter(({ start }) => start)).toHaveLength(6);
    const states = await Promise.all(rounds.map(stateOf));
    expect(states.filter((state) => state?.[1] === 'QUOTA_EXHAUSTED')).toHaveLength(3);
    clock.now = Math.ceil(clock.now / DAY_MS) * DAY_MS - 1;
    const late = await stage.settled(MIXED);
    await limited.request(late.plan, late.round);
    expect(await stateOf(late)).toEqual(['SKIPPED', 'QUOTA_EXHAUSTED']);
    clock.now += 1;
    const early = await stage.settled(MIXED);
    await limited.request(early.plan, early.round);
    expect(await stateOf(early)).toEqual(['RUNNING', null]);
    clock.now += DAY_MS / 2;
  });
});

describe('what is written back (interface 2.5)', () => {
  test('a round that has not settled has no conclusion yet', async () => {
    const plan = await stage.planned();
    const { round } = await stage.replay(plan, 1, MIXED, false);
    expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe('NO_CONCLUSION_YET');
    expect((await analyses.viewOf(plan, round)).analysis).toBeNull();
  });

  test('parts add up over heartbeats; tiers sum to the failed cases of the stored result', async () => {
    nextDay();
    const { plan, round } = await begun({ appId: 'ruled' });
    const id = (item: number) => planItemId(plan.planId, item);
    const change = { key: 'k', title: '价格被改', operations: ['/a'], kind: 'FIELD_VALUE', subject: 'price' };
    const cause = (item: number) => ({ planItemId: id(item), tier: 'CODE_CHANGE', change: 'k' });
    await analyses.write(plan, round, { state: 'RUNNING', cases: [cause(0), cause(1)], codeChanges: [change] });
    // 4 and 5 passed: an executor that names them changes nothing.
    await analyses.write(plan, round, { state: 'RUNNING', cases: [cause(2), cause(4)], summary: 'so far' });
    await analyses.write(plan, round, { state: 'RUNNING' });
    const partly = await analyses.viewOf(plan, round);
    expect(partly.summary).toBe('so far');
    expect(partly.analysis).toMatchObject({
      state: 'RUNNING',
      analyzedCases: 3,
      codeChangeCases: 3,
      undeterminedCases: 5,
    });
    // A rule that comes in between moves findings, not what failed.
    await stage.rules.add('ruled', {
      ...{ ruleId: 'r', kind: 'ignore', operation: null, target: 'response', path: '$.more', origin: 'person' },
      ...{ createdBy: 'p', createdAt: clock.now },
    });
    const invalid = [6, 7, 8].map((item) => ({ planItemId: id(item), tier: 'INVALID' }));
    expect(await refusal(analyses.write(plan, round, { state: 'DONE', cases: invalid, summary: 'all' }))).toBeNull();
    const { analysis, summary } = await analyses.viewOf(plan, round);
    expect(summary).toBe('all');
    expect(analysis).toEqual({
      ...{ state: 'DONE', reason: null, analyzedCases: 6, failedCases: 8, codeChangeCases: 3, undeterminedCases: 2 },
      ...{ invalidCases: 3, markedCases: 0, codeChangeInterfaces: 1, undeterminedInterfaces: 1, invalidInterfaces: 1 },
      codeChanges: [
        {
          ...{ findingId: expect.stringMatching(/^[0-9a-f]{24}$/), title: '价格被改', shortTitle: '价格被改' },
          ...{ operations: ['/a'], affectedCases: 3, replayedCases: 6, markedCases: 0, markedAt: null },
          ...{ sampleOperation: '/a', location: null, inferred: true, consecutive: 1 },
        },
      ],
    });
  });

  test('marks are counted as they come and go, and lower nothing', async () => {
    nextDay();
    const { plan, round } = await begun();
    const change = { key: 'k', title: 't', operations: ['/a'] };
    const cases = [0, 1].map((item) => ({
      planItemId: planItemId(plan.planId, item),
      tier: 'CODE_CHANGE',
      change: 'k',
    }));
    await analyses.write(plan, round, { state: 'DONE', cases, codeChanges: [change] });
    const before = (await analyses.viewOf(plan, round)).analysis;
    // of the change, of none, and one that passed
    for (const [item, markedAt] of [
      [0, 50],
      [1, 70],
      [6, 90],
      [4, 95],
    ] as const) {
      await stage.marks.put(plan, 1, { item, comment: null, markedBy: 'p', markedAt, outcome: 'x' });
    }
    const [codeChange] = before?.codeChanges ?? [];
    expect((await analyses.viewOf(plan, round)).analysis).toEqual({
      ...before,
      markedCases: 3,
      codeChanges: [{ ...codeChange, markedCases: 2, markedAt: 70 }],
    });
    await stage.marks.remove(plan.planId, 1, 1);
    expect((await analyses.viewOf(plan, round)).analysis).toMatchObject({
      markedCases: 2,
      codeChanges: [{ markedCases: 1, markedAt: 50 }],
    });
  });

  test('exactly one of many final states stands, and only it is announced', async () => {
    nextDay();
    const { plan, round } = await begun();
    await analyses.await(plan, round, 'waiting');
    told.length = 0;
    const states = ['DONE', 'PARTIAL', 'SKIPPED', 'DONE', 'RUNNING', 'PARTIAL'];
    const refused = await Promise.all(
      states.map((state, index) => refusal(analyses.write(plan, round, { state, summary: `${index}` }))),
    );
    const winners = states.filter((state, index) => state !== 'RUNNING' && refused[index] === null);
    expect(winners).toHaveLength(1);
    expect(refused.filter((code) => code !== null && code !== 'ALREADY_CONCLUDED')).toEqual([]);
    const { analysis } = await analyses.viewOf(plan, round);
    expect(analysis?.state).toBe(winners[0]);
    expect(told.filter((one) => one.startsWith('token'))).toContain('token waiting');
    expect(new Set(told.filter((one) => one.startsWith('diagnosed'))).size).toBe(winners[0] === 'SKIPPED' ? 0 : 1);
    expect(await refusal(analyses.write(plan, round, { state: 'RUNNING' }))).toBe('ALREADY_CONCLUDED');
  });

  test.for([
    ['DONE', 1],
    ['PARTIAL', 1],
    ['SKIPPED', 0],
  ] as const)('%s: the workflow goes on, %i announcement', async ([state, announcements]) => {
    nextDay();
    const { plan, round } = await begun();
    expect(await analyses.await(plan, round, 'a')).toBe('waiting');
    told.length = 0;
    await analyses.write(plan, round, { state });
    expect(told).toEqual(['token a', `diagnosed ${plan.planId}-r1`].slice(0, 1 + announcements));
    expect(await analyses.await(plan, round, 'b')).toBe('over');
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    await refusal(analyses.write(plan, round, { state }));
    expect(told).toHaveLength(1 + announcements);
  });

  test('a SKIPPED that the service set gives way to the first diagnosis, one that was written back does not', async () => {
    nextDay();
    const { plan, round } = await stage.settled(MIXED);
    await stage.analysesWith({ isBuiltIn: false }).request(plan, round);
    expect(await refusal(analyses.write(plan, round, { state: 'RUNNING' }))).toBeNull();
    expect(await stateOf({ plan, round })).toEqual(['RUNNING', null]);
    const reason = 'MODEL_QUOTA';
    expect(await refusal(analyses.write(plan, round, { state: 'SKIPPED', reason }))).toBeNull();
    expect(await stateOf({ plan, round })).toEqual(['SKIPPED', reason]);
    expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe('ALREADY_CONCLUDED');

    const own = await begun();
    expect(await refusal(analyses.write(own.plan, own.round, { state: 'SKIPPED', reason }, 'built-in'))).toBeNull();
    expect(await refusal(analyses.write(own.plan, own.round, { state: 'DONE' }))).toBeNull();
    expect(await stateOf(own)).toEqual(['DONE', null]);
  });

  test('executors that write at the same time lose nothing of each other', async () => {
    nextDay();
    const { plan, round } = await begun();
    const items = [0, 1, 2, 3, 6, 7, 8, 9];
    const written = await Promise.all(
      items.map((item) =>
        refusal(
          analyses.write(plan, round, {
            state: 'RUNNING',
            cases: [{ planItemId: planItemId(plan.planId, item), tier: 'INVALID' }],
          }),
        ),
      ),
    );
    expect(written).toEqual(items.map(() => null));
    expect((await analyses.viewOf(plan, round)).analysis).toMatchObject({ analyzedCases: 8, invalidCases: 8 });
  });

  test('what a crash kept from being told is told by the next write, or by the workflow', async () => {
    for (const next of ['write', 'request'] as const) {
      nextDay();
      const { plan, round } = await begun();
      await analyses.await(plan, round, 'a');
      const crashing = stage.analysesWith({}, async () => Promise.reject(new Error('crash')));
      await expect(crashing.write(plan, round, { state: 'DONE' })).rejects.toThrow('crash');
      expect(await stateOf({ plan, round })).toEqual(['DONE', null]);
      told.length = 0;
      if (next === 'write')
        expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe('ALREADY_CONCLUDED');
      else expect((await analyses.request(plan, round)).waitSeconds).toBe(0);
      expect(told).toEqual([`diagnosed ${plan.planId}-r1`]);
    }
  });

  test('a diagnosis may come where no automatic analysis applies', async () => {
    const { plan, round } = await stage.settled(CLEAN, { source: 'console' });
    expect(await refusal(analyses.write(plan, round, { state: 'DONE', summary: 'nothing' }))).toBeNull();
    expect(await analyses.viewOf(plan, round)).toMatchObject({
      analysis: { state: 'DONE', failedCases: 0, undeterminedCases: 0 },
      summary: 'nothing',
    });
  });
});

describe('silence (interface 2.5)', () => {
  test.for([
    [STALE_MS - 1, ['RUNNING', null], null],
    [STALE_MS, ['PARTIAL', 'STALE'], 'ALREADY_CONCLUDED'],
  ] as const)('%i ms after the last heartbeat: %j', async ([ms, state, code]) => {
    nextDay();
    const { plan, round } = await begun();
    clock.now += 250_000;
    await analyses.write(plan, round, { state: 'RUNNING' });
    clock.now += ms;
    told.length = 0;
    expect(await stateOf({ plan, round })).toEqual(state);
    expect(await refusal(analyses.write(plan, round, { state: 'RUNNING' }))).toBe(code);
    expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe(code);
    expect(await stateOf({ plan, round })).toEqual(code ? state : ['DONE', null]);
    // The service's own end is written back by nobody.
    expect(told).toHaveLength(code ? 0 : 1);
  });

  test('the workflow that waits is told how long by the heartbeat, and hears of the end', async () => {
    nextDay();
    const { plan, round } = await begun();
    clock.now += 100_500;
    await analyses.write(plan, round, { state: 'RUNNING' });
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 300, start: false });
    clock.now += STALE_MS - 1;
    expect(await analyses.request(plan, round)).toMatchObject({ waitSeconds: 1 });
    expect(await analyses.await(plan, round, 'late')).toBe('waiting');
    clock.now += 1;
    told.length = 0;
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    expect(told).toEqual(['token late']);
    expect(await analyses.await(plan, round, 'later')).toBe('over');
  });

  test('at the deadline nobody waits any more, but the analysis goes on', async () => {
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

  test('an executor that broke down ends as PARTIAL, once', async () => {
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
  test('of replays that were triggered within one second, whatever their ids', async () => {
    nextDay();
    const counts = [];
    for (let count = 0; count < 8; count++) {
      clock.now += 100;
      counts.push(await seen(await stage.settled(MIXED, { appId: 'at-once', planId: planIdOf(9 - count) })));
    }
    expect(counts).toEqual([[1], [2], [3], [4], [5], [6], [7], [8]]);
  });

  const change = { key: 'k', title: 't', operations: ['/a'], kind: 'FIELD_VALUE', subject: 'price' };
  /** Of the second that `clock` is in; the ids run against the time. */
  const planIdOf = (chance: number) => newPlanId(clock.now, String(chance).padStart(16, '0'));
  const seen = async ({ plan, round }: Awaited<ReturnType<typeof begun>>, codeChanges = [change]) => {
    await analyses.write(plan, round, { state: 'DONE', codeChanges });
    const { analysis } = await analyses.viewOf(plan, round);
    return analysis?.codeChanges.map(({ consecutive }) => consecutive);
  };

  test('counts the replays of the application in a row, reruns too; one without it begins anew', async () => {
    nextDay();
    const more = { appId: 'in-a-row' };
    const replay = async (cases = MIXED) => {
      clock.now += 1000;
      return stage.settled(cases, more);
    };
    const first = await replay();
    expect(await seen(first)).toEqual([1]);
    expect(await seen(await replay())).toEqual([2]);
    // not analysed: says nothing
    await replay();
    const rerun = await replay();
    expect(await seen(rerun)).toEqual([3]);
    expect(await stage.plans.begin(rerun.plan)).toBe(true);
    const second = await stage.replay(rerun.plan, 2, MIXED);
    expect(await seen({ ...second, plan: { ...second.plan, round: 2 } })).toEqual([4]);
    expect(await seen(await stage.settled(MIXED, { appId: 'another' }))).toEqual([1]);
    // nothing differed
    await replay(CLEAN);
    expect(await seen(await replay())).toEqual([1]);
    expect(await seen(await replay(), [{ ...change, subject: 'tax' }])).toEqual([1]);
    expect(await seen(await replay())).toEqual([1]);
  });
});

describe('jobs of external executors (interface 2.5)', () => {
  const external = stage.analysesWith({ isBuiltIn: false, daily: 1000 });
  const waiting = async (cases = MIXED) => {
    clock.now += 1000;
    const round = await stage.settled(cases);
    await external.request(round.plan, round.round);
    return round;
  };

  test('the oldest first, each to one claimer', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const rounds = [await waiting(), await waiting(), await waiting()];
    const first = await stage.jobs.claim('one');
    expect(first?.planId).toBe(rounds[0]?.plan.planId);
    const others = await Promise.all(['one', 'two', 'three', 'four'].map((id) => stage.jobs.claim(id)));
    expect(others.flatMap((job) => job?.planId ?? []).toSorted()).toEqual(
      rounds.slice(1).map(({ plan }) => plan.planId),
    );
    expect(await stage.jobs.claim('two')).toBeNull();
  });

  test('says what failed, by names, kinds and types, and where to write to', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const { plan } = await waiting();
    const job = await stage.jobs.claim('one');
    const ids = (...items: number[]) => items.map((item) => planItemId(plan.planId, item));
    expect(job).toMatchObject({
      planId: plan.planId,
      round: 1,
      callback: `/openapi/v1/replay-runs/${plan.planId}/diagnosis?round=1`,
    });
    expect(job?.clusters).toEqual([
      {
        ...{ operation: '/a', requests: 4, differences: [{ kind: 'FIELD_VALUE', subject: 'price' }] },
        planItemIds: ids(0, 1, 2, 3),
      },
      {
        ...{ operation: '/b', requests: 3, differences: [{ kind: 'NEW_FIELD', subject: 'more' }] },
        planItemIds: ids(6, 7, 8),
      },
      {
        ...{ operation: '/c', requests: 1, differences: [{ kind: 'FIELD_TYPE', subject: 'x' }] },
        planItemIds: ids(9),
      },
    ]);
    expect(job?.samples).toHaveLength(7);
    expect(job?.samples[0]).toEqual({
      ...{ planItemId: ids(0)[0], operation: '/a', status: { recorded: 200, replayed: 200 } },
      differences: [{ kind: 'FIELD_VALUE', path: 'price', recorded: 'string', replayed: 'number' }],
    });
    expect(JSON.stringify(job)).not.toContain('canary');
  });

  test('a claim is a heartbeat; silence after it ends as STALE', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const round = await waiting();
    clock.now += 200_000;
    expect(await stage.jobs.claim('one')).toMatchObject({ planId: round.plan.planId });
    clock.now += STALE_MS - 1;
    expect(await stateOf(round)).toEqual(['RUNNING', null]);
    clock.now += 1;
    expect(await stateOf(round)).toEqual(['PARTIAL', 'STALE']);
    expect(await stage.jobs.claim('two')).toBeNull();
  });

  test('what nobody claimed in time, or somebody wrote of, is no job any more', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const late = await waiting();
    const written = await waiting();
    await analyses.write(written.plan, written.round, { state: 'RUNNING' });
    clock.now += STALE_MS;
    expect(await stage.jobs.claim('one')).toBeNull();
    expect(await stateOf(late)).toEqual(['PARTIAL', 'STALE']);
  });
});

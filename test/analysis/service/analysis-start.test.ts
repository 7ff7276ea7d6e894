import { describe, expect, test } from 'vitest';
import { type Cases, settledRounds } from '../../support/stages/settled-rounds.ts';
import { analysisStage, CLEAN, DAY_MS, MIXED } from './analysis-stage.ts';

const { stage, clock, analyses, stateOf, nextDay } = analysisStage();

const REVIEW: readonly Cases[] = [{ operation: '/a', cases: 1, differences: [['NEW_FIELD', 'x']] }];

describe('the start of an analysis (interface 2.5)', () => {
  test.for([
    ['NEEDS_ACTION', MIXED, {}, ['RUNNING', null]],
    ['REVIEW_ONLY', REVIEW, {}, ['RUNNING', null]],
    ['LOW_COVERAGE', CLEAN, {}, null],
    ['NO_CASES', [], {}, null],
    ['a replay that the console started', MIXED, { source: 'console' as const }, null],
  ] as const)('depends on the round: %s', async ([, cases, more, state]) => {
    nextDay();
    const { plan, round } = await stage.settled(cases, more);
    const request = await analyses.request(plan, round);
    expect(await stateOf({ plan, round })).toEqual(state);
    expect(request).toEqual(state ? { waitSeconds: 300, start: true } : { waitSeconds: 0, start: false });
    expect(await analyses.request(plan, round)).toEqual(request);
  });

  test('happens with the settling of the round, and shares a small daily quota among rounds', async () => {
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

  test('does not happen if the application switches it off', async () => {
    const { plan, round } = await stage.settled(MIXED, { appId: 'quiet' });
    await stage.changeSettings('quiet', { automaticAnalysis: false });
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    expect(await stateOf({ plan, round })).toBeNull();
  });

  test('gives SKIPPED / NO_EXECUTOR at once without an executor, with all failed cases undetermined', async () => {
    const { plan, round } = await stage.settled(MIXED);
    const withoutExecutor = stage.analysesWith({ isBuiltIn: false });
    expect(await withoutExecutor.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    expect((await analyses.viewOf(plan, round)).analysis).toEqual({
      state: 'SKIPPED',
      reason: 'NO_EXECUTOR',
      analyzedCases: 0,
      failedCases: 8,
      codeChangeCases: 0,
      undeterminedCases: 8,
      invalidCases: 0,
      markedCases: 0,
      codeChangeInterfaces: 0,
      undeterminedInterfaces: 3,
      invalidInterfaces: 0,
      endpoints: { codeChange: 0, undetermined: 3, invalid: 0 },
      codeChanges: [],
    });
  });

  test.for([
    [59_999, ['RUNNING', null]],
    [60_000, ['SKIPPED', 'NO_EXECUTOR']],
  ] as const)('needs a connected executor: %i ms after it asked gives %j', async ([ms, state]) => {
    nextDay();
    const external = stage.analysesWith({ isBuiltIn: false });
    expect(await stage.jobs.claim('one')).toBeNull();
    const { plan, round } = await stage.settled(MIXED);
    clock.now += ms;
    expect((await external.request(plan, round)).start).toBe(false);
    expect(await stateOf({ plan, round })).toEqual(state);
    if (state[0] === 'RUNNING') expect(await stage.jobs.claim('one')).toMatchObject({ planId: plan.planId });
  });

  test('takes from a quota per day (UTC) once a round, also for concurrent requests', async () => {
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

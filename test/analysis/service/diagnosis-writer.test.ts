import { describe, expect, test } from 'vitest';
import { planItemId } from '../../../functions/replay/domain/plan.ts';
import { analysisStage, CLEAN, MIXED } from './analysis-stage.ts';

const { stage, clock, analyses, notified, refusal, begun, stateOf, nextDay } = analysisStage();

describe('the writing of a diagnosis (interface 2.5)', () => {
  test('refuses a round that has not settled, with NO_CONCLUSION_YET', async () => {
    const plan = await stage.planned();
    const { round } = await stage.replay(plan, 1, MIXED, false);
    expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe('NO_CONCLUSION_YET');
    expect((await analyses.viewOf(plan, round)).analysis).toBeNull();
  });

  test('adds up parts over heartbeats to tiers that sum to the stored failed cases', async () => {
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
    // A rule created in between changes findings, but not the failed cases.
    await stage.rules.add('ruled', {
      ruleId: 'r',
      kind: 'ignore',
      operation: null,
      target: 'response',
      path: '$.more',
      origin: 'person',
      createdBy: 'p',
      createdAt: clock.now,
    });
    const invalid = [6, 7, 8].map((item) => ({ planItemId: id(item), tier: 'INVALID' }));
    expect(await refusal(analyses.write(plan, round, { state: 'DONE', cases: invalid, summary: 'all' }))).toBeNull();
    const { analysis, summary } = await analyses.viewOf(plan, round);
    expect(summary).toBe('all');
    expect(analysis).toEqual({
      state: 'DONE',
      reason: null,
      analyzedCases: 6,
      failedCases: 8,
      codeChangeCases: 3,
      undeterminedCases: 2,
      invalidCases: 3,
      markedCases: 0,
      codeChangeInterfaces: 1,
      undeterminedInterfaces: 1,
      invalidInterfaces: 1,
      endpoints: { codeChange: 1, undetermined: 1, invalid: 1 },
      codeChanges: [
        {
          findingId: expect.stringMatching(/^[0-9a-f]{24}$/),
          title: '价格被改',
          shortTitle: '价格被改',
          operations: ['/a'],
          endpoints: [{ operationName: '/a', methods: [] }],
          affectedCases: 3,
          replayedCases: 6,
          markedCases: 0,
          markedAt: null,
          sampleOperation: '/a',
          location: null,
          inferred: true,
          consecutive: 1,
        },
      ],
    });
  });

  test('counts marks as they are set and removed, and lowers no other number', async () => {
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

  test('keeps exactly one of many final states, and announces only this one', async () => {
    nextDay();
    const { plan, round } = await begun();
    await analyses.await(plan, round, 'waiting');
    notified.length = 0;
    const states = ['DONE', 'PARTIAL', 'SKIPPED', 'DONE', 'RUNNING', 'PARTIAL'];
    const refused = await Promise.all(
      states.map((state, index) => refusal(analyses.write(plan, round, { state, summary: `${index}` }))),
    );
    const winners = states.filter((state, index) => state !== 'RUNNING' && refused[index] === null);
    expect(winners).toHaveLength(1);
    expect(refused.filter((code) => code !== null && code !== 'ALREADY_CONCLUDED')).toEqual([]);
    const { analysis } = await analyses.viewOf(plan, round);
    expect(analysis?.state).toBe(winners[0]);
    expect(notified.filter((one) => one.startsWith('token'))).toContain('token waiting');
    expect(new Set(notified.filter((one) => one.startsWith('diagnosed'))).size).toBe(winners[0] === 'SKIPPED' ? 0 : 1);
    expect(await refusal(analyses.write(plan, round, { state: 'RUNNING' }))).toBe('ALREADY_CONCLUDED');
  });

  test.for([
    ['DONE', 1],
    ['PARTIAL', 1],
    ['SKIPPED', 0],
  ] as const)('resumes the workflow: %s makes %i announcement', async ([state, announcements]) => {
    nextDay();
    const { plan, round } = await begun();
    expect(await analyses.await(plan, round, 'a')).toBe('waiting');
    notified.length = 0;
    await analyses.write(plan, round, { state });
    expect(notified).toEqual(['token a', `diagnosed ${plan.planId}-r1`].slice(0, 1 + announcements));
    expect(await analyses.await(plan, round, 'b')).toBe('over');
    expect(await analyses.request(plan, round)).toEqual({ waitSeconds: 0, start: false });
    await refusal(analyses.write(plan, round, { state }));
    expect(notified).toHaveLength(1 + announcements);
  });

  test('replaces a SKIPPED of the service, but not one that was written back', async () => {
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

  test('keeps the cases of executors that write at the same time', async () => {
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

  test('sends a notification that a crash prevented with the next write or request', async () => {
    for (const next of ['write', 'request'] as const) {
      nextDay();
      const { plan, round } = await begun();
      await analyses.await(plan, round, 'a');
      const crashing = stage.analysesWith({}, async () => Promise.reject(new Error('crash')));
      await expect(crashing.write(plan, round, { state: 'DONE' })).rejects.toThrow('crash');
      expect(await stateOf({ plan, round })).toEqual(['DONE', null]);
      notified.length = 0;
      if (next === 'write')
        expect(await refusal(analyses.write(plan, round, { state: 'DONE' }))).toBe('ALREADY_CONCLUDED');
      else expect((await analyses.request(plan, round)).waitSeconds).toBe(0);
      expect(notified).toEqual([`diagnosed ${plan.planId}-r1`]);
    }
  });

  test('accepts a diagnosis where no automatic analysis applies', async () => {
    const { plan, round } = await stage.settled(CLEAN, { source: 'console' });
    expect(await refusal(analyses.write(plan, round, { state: 'DONE', summary: 'nothing' }))).toBeNull();
    expect(await analyses.viewOf(plan, round)).toMatchObject({
      analysis: { state: 'DONE', failedCases: 0, undeterminedCases: 0 },
      summary: 'nothing',
    });
  });
});

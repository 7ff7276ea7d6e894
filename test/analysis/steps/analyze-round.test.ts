import { afterAll, describe, expect, test } from 'vitest';
import type { ModelAnswer } from '../../../functions/analysis/domain/model-answer.ts';
import { analyzeRound } from '../../../functions/analysis/steps/analyze-round.ts';
import { modelAnswers } from '../../../functions/noise/store/model-answers.ts';
import { dailyQuota } from '../../../functions/platform/daily-quota.ts';
import type { ModelQuestion, ModelReply } from '../../../functions/platform/model/model-question.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import type { EveryService } from '../../support/services-for.ts';
import { type Cases, settledRounds } from '../../support/stages/settled-rounds.ts';

type Turn = ModelReply<ModelAnswer> | (() => Promise<ModelReply<ModelAnswer>>);

const SPENT = { calls: 1, tokens: { input: 1000, output: 50 }, cost: null };
const failed = (reason: 'quota' | 'unreachable' | 'timeout' | 'refused' | 'unreadable'): Turn => ({
  status: 'failed',
  reason,
  ...SPENT,
});
/** Classifies every cluster of a question as INVALID. */
const allInvalid = (clusters = 20): Turn => ({
  status: 'answered',
  value: {
    summary: '环境问题',
    clusters: Array.from({ length: clusters }, (_, cluster) => ({ cluster, tier: 'INVALID', change: null })),
    codeChanges: [],
  },
  ...SPENT,
});

const { dataDir, remove } = temporaryDataDir();
afterAll(remove);

async function staged(turns: readonly Turn[], all: readonly Cases[], announce?: () => Promise<void>) {
  const rounds = settledRounds();
  const { table, clock } = rounds;
  const analyses = rounds.analysesWith({}, announce);
  const now = () => clock.now;
  const { plan, round } = await rounds.settled(all);
  await analyses.request(plan, round);
  const asked: string[] = [];
  const logged: unknown[] = [];
  const services = {
    ...rounds,
    config: { aiLanguage: 'zh-CN' },
    analyses,
    recordings: { storedPayload: async () => undefined },
    work: workInPlace,
    modelAnswers: modelAnswers(
      { table, blobs: fileBlobs(dataDir), quota: dailyQuota({ table, now }, 'default') },
      'default',
    ),
    newId: () => 'f'.repeat(32),
    log: { ...silentLog, info: (...line: unknown[]) => void logged.push(line) },
    model: {
      async ask<T>({ material }: ModelQuestion<T>) {
        const turn = turns[Math.min(asked.length, turns.length - 1)];
        asked.push(material);
        // the step asks for a ModelAnswer only
        return (await (typeof turn === 'function' ? turn() : turn)) as unknown as ModelReply<T>;
      },
    },
  } as unknown as EveryService; // what the step uses of them
  const input = { tenant: 'default', planId: plan.planId, round: round.round };
  const run = (signal = new AbortController().signal) => analyzeRound.run(input, services, signal);
  const view = async () => (await analyses.viewOf(plan, round)).analysis;
  return { ...rounds, plan, round, asked, logged, run, view };
}

const kinds = (count: number, cases = 1): Cases[] =>
  Array.from({ length: count }, (_, index) => ({
    operation: `/o${index}`,
    cases,
    differences: [['FIELD_VALUE', 'total']],
  }));

describe('the built-in executor (interface 2.5)', () => {
  test('writes back the answer of the model, logs its cost, and asks nothing afterwards', async () => {
    const stage = await staged([allInvalid()], kinds(2, 3));
    await stage.run();
    expect(await stage.view()).toMatchObject({
      state: 'DONE',
      reason: null,
      analyzedCases: 6,
      failedCases: 6,
      invalidCases: 6,
    });
    expect(stage.logged).toContainEqual([
      'round analysed',
      expect.objectContaining({ calls: 1, input_tokens: 1000, output_tokens: 50 }),
    ]);
    await stage.run();
    expect(stage.asked).toHaveLength(1);
  });

  test('sends no recorded value to the model', async () => {
    const stage = await staged([allInvalid()], kinds(1));
    await stage.run();
    expect(stage.asked[0]).toContain('"FIELD_VALUE total"');
    expect(stage.asked[0]).toContain('string(6)');
    expect(stage.asked[0]).not.toContain('canary');
  });

  const ENDS = [
    ['out of quota before anything', [failed('quota')], 'SKIPPED', 'MODEL_QUOTA', 0],
    ['out of quota partway', [allInvalid(), failed('quota')], 'PARTIAL', 'MODEL_QUOTA', 20],
    ['unreachable', [failed('unreachable')], 'PARTIAL', 'STALE', 0],
    ['too slow partway', [allInvalid(), failed('timeout')], 'PARTIAL', 'STALE', 20],
    ['refused', [failed('refused')], 'PARTIAL', 'STALE', 0],
    ['unreadable in one part only', [failed('unreadable'), allInvalid()], 'PARTIAL', 'STALE', 5],
    ['able to answer every part', [allInvalid()], 'DONE', null, 25],
  ] as const;
  test.for(ENDS)('ends as expected if the model is %s', async ([, turns, state, reason, analyzedCases]) => {
    const stage = await staged(turns, kinds(25));
    await stage.run();
    expect(await stage.view()).toMatchObject({
      state,
      reason,
      analyzedCases,
      invalidCases: analyzedCases,
      failedCases: 25,
      undeterminedCases: 25 - analyzedCases,
      codeChangeCases: 0,
    });
  });

  test('asks about the largest clusters first with four questions at most, and leaves the rest UNDETERMINED', async () => {
    const stage = await staged(
      [allInvalid()],
      [...kinds(90), { operation: '/most', cases: 9, differences: [['SERVER_ERROR', '500']] }],
    );
    await stage.run();
    expect(stage.asked).toHaveLength(4);
    expect(stage.asked[0]).toMatch(/"cluster":0,"endpoint":"\/most"/);
    expect(await stage.view()).toMatchObject({ state: 'PARTIAL', analyzedCases: 9 + 79, undeterminedCases: 11 });
  });

  test('stops asking once the tokens of a run are spent', async () => {
    const dear = { ...(allInvalid() as ModelReply<ModelAnswer>), tokens: { input: 400_000, output: 0 } };
    const stage = await staged([dear], kinds(25));
    await stage.run();
    expect(stage.asked).toHaveLength(1);
    expect(await stage.view()).toMatchObject({ state: 'PARTIAL', analyzedCases: 20 });
  });

  test('does not ask again about parts that were answered before a crash', async () => {
    const crash = async (): Promise<never> => {
      throw new Error('crash');
    };
    const stage = await staged([allInvalid(), crash, allInvalid()], kinds(25));
    await expect(stage.run()).rejects.toThrow('crash');
    expect(await stage.view()).toMatchObject({ state: 'RUNNING', analyzedCases: 20 });
    await stage.run();
    expect(stage.asked).toHaveLength(3);
    expect(await stage.view()).toMatchObject({ state: 'DONE', analyzedCases: 25 });
  });

  test('announces an end that a crash prevented from being announced, without asking again', async () => {
    let announced = 0;
    const stage = await staged([allInvalid()], kinds(1), async () => {
      if (++announced === 1) throw new Error('crash');
    });
    await expect(stage.run()).rejects.toThrow('crash');
    expect(await stage.view()).toMatchObject({ state: 'DONE' });
    for (let runs = 0; runs < 2; runs++) await stage.run();
    expect([announced, stage.asked.length]).toEqual([2, 1]);
  });

  test('does not wait for an answer when the host stops, and continues later', async () => {
    const never = () => new Promise<never>(() => {});
    const stage = await staged([never, allInvalid()], kinds(1));
    const stopping = new AbortController();
    const run = stage.run(stopping.signal);
    const ended = expect(run).rejects.toThrow('the host stops');
    await expect.poll(() => stage.asked.length).toBe(1);
    stopping.abort();
    await ended;
    expect(await stage.view()).toMatchObject({ state: 'RUNNING' });
    await stage.run();
    expect(await stage.view()).toMatchObject({ state: 'DONE' });
  });

  test('does not continue an analysis that is stale', async () => {
    const stage = await staged([allInvalid()], kinds(1));
    stage.clock.now += 300_000;
    await stage.run();
    expect(stage.asked).toEqual([]);
    expect(await stage.view()).toMatchObject({ state: 'PARTIAL', reason: 'STALE' });
  });
});

import { afterAll, expect, test } from 'vitest';
import { modelAnswers } from '../../../functions/noise/store/model-answers.ts';
import { dailyQuota } from '../../../functions/platform/daily-quota.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { settledRounds } from '../../support/stages/settled-rounds.ts';

const { dataDir, remove } = temporaryDataDir();
afterAll(remove);

function opened() {
  const { table, clock, planned } = settledRounds();
  const quota = dailyQuota({ table, now: () => clock.now }, 'default');
  return { table, clock, planned, answers: modelAnswers({ table, blobs: fileBlobs(dataDir), quota }, 'default') };
}

test('a round counts one use of the day, however often and concurrently it asks (SVC_AI_DAILY_NOISE)', async () => {
  const { planned, answers } = opened();
  const first = await planned();
  const second = await planned();
  const third = await planned();
  expect(await Promise.all([1, 2, 3].map(() => answers.take(first, 1, 'noise', 2)))).toEqual([true, true, true]);
  expect(await answers.take(second, 1, 'noise', 2)).toBe(true);
  expect(await answers.take(third, 1, 'noise', 2)).toBe(false);
  expect(await answers.take(first, 1, 'noise', 2)).toBe(true);
});

test('an answer is stored with its cost, and expires with its plan', async () => {
  const { clock, planned, answers } = opened();
  const plan = await planned();
  const answer = { value: { a: [1] }, calls: 2, tokens: { input: 10, output: 3 }, cost: 0.5 };
  await answers.put(plan, 1, 'noise', answer);
  expect(await answers.find(plan.planId, 1, 'noise')).toEqual(answer);
  expect(await answers.find(plan.planId, 2, 'noise')).toBeUndefined();
  clock.now = plan.expiresAt;
  expect(await answers.find(plan.planId, 1, 'noise')).toBeUndefined();
});

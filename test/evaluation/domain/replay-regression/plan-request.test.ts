import { expect, test } from 'vitest';
import { evaluationPlan, planKeyOf } from '../../../../functions/evaluation/domain/replay-regression/plan-request.ts';
import { planOfTrigger } from '../../../../functions/replay/domain/create-plan.ts';
import type { Trigger } from '../../../../functions/replay/domain/trigger.ts';

const DEFAULTS = {
  now: Date.UTC(2026, 10, 20),
  caseCountLimit: 100,
  load: { maxQps: 200, concurrency: 10, timeoutMs: 30_000 },
};
const trigger: Trigger = {
  appId: 'shop',
  targetEnv: 'https://staging.shop.test',
  operations: null,
  caseSource: 'pinned',
  caseSourceHours: 24,
  caseCountLimit: 7,
  caseTags: { tier: 'gold' },
  enableMock: true,
  passThreshold: null,
  attributes: null,
  idempotencyKey: null,
};

test('evaluationPlan makes the plan of a trigger, which sends no notification (evaluation 3.14)', () => {
  expect(evaluationPlan(trigger, null, DEFAULTS)).toEqual({
    ...planOfTrigger(trigger, null, DEFAULTS),
    operator: 'Evaluation',
    source: 'evaluation',
  });
});

test('evaluationPlan replays every case of the named operations', () => {
  expect(evaluationPlan(trigger, ['/a', '/b'], DEFAULTS).operations).toEqual([
    { operation: '/a', caseIds: null },
    { operation: '/b', caseIds: null },
  ]);
});

test('planKeyOf makes a key that no caller can send', () => {
  expect(planKeyOf('fatt_1')).toMatch(/ /);
  expect(planKeyOf('fatt_1')).not.toBe(planKeyOf('fatt_2'));
});

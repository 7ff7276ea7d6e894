import { expect, test } from 'vitest';
import { withPace } from '../../../../functions/replay/domain/pacing/chosen-pace.ts';
import { replayPlan } from '../../../support/replay-plan.ts';

const request = { ...replayPlan({ planId: 'p', createdAt: 0 }), passThreshold: null };

test.for([
  ['the setting, where a run names none', {}, 2, 2],
  ['its own before the setting', { pace: 5 }, 2, 5],
  ['none where it asks for none', { pace: 0 }, 2, undefined],
  ['none by default', {}, 0, undefined],
  ['none where it asks for sessions side by side', { order: 'sessions' }, 2, undefined],
  ['the setting where it asks for the recorded order', { order: 'recorded' }, 2, 2],
  ['its own in an evaluation', { source: 'evaluation', pace: 5 }, 2, 5],
  ['none in an evaluation that names none', { source: 'evaluation' }, 2, undefined],
] as const)('a run keeps %s', ([, asked, pace, expected]) => {
  const chosen = withPace({ ...request, ...asked }, { pace });
  expect(chosen.pace).toBe(expected);
  expect('pace' in chosen).toBe(expected !== undefined);
});

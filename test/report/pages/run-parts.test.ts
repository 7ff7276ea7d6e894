import { expect, test } from 'vitest';
import type { ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { startedBy } from '../../../functions/report/pages/run-parts.ts';
import { replayPlan } from '../../support/replay-plan.ts';

test.for<[string, Partial<ReplayPlan>]>([
  ['Open API', { source: 'trigger', operator: 'OpenAPI' }],
  ['Schedule nightly', { source: 'trigger', operator: 'Schedule', scheduleId: 'nightly' }],
  ['ann@shop.test', { source: 'console', operator: 'ann@shop.test' }],
])('%s started it', ([words, given]) => {
  expect(startedBy(replayPlan({ planId: 'p', createdAt: 0, ...given }))).toBe(words);
});

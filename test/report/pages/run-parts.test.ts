import { expect, test } from 'vitest';
import type { ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import { startedBy } from '../../../functions/report/pages/run-parts.ts';
import { runTable } from '../../../functions/report/pages/run-table.ts';
import { replayPlan } from '../../support/replay-plan.ts';

test.for<[string, Partial<ReplayPlan>]>([
  ['Open API', { source: 'trigger', operator: 'OpenAPI' }],
  ['Schedule nightly', { source: 'trigger', operator: 'Schedule', scheduleId: 'nightly' }],
  ['ann@shop.test', { source: 'console', operator: 'ann@shop.test' }],
])('%s started it', ([words, given]) => {
  expect(startedBy(replayPlan({ planId: 'p', createdAt: 0, ...given }))).toBe(words);
});

test('on a narrow screen, the long cells of a run have lines of their own', async () => {
  const plan = replayPlan({ planId: 'p', createdAt: 0, build: { title: 'A change', branch: 'feature/parcels' } });
  const html = String(
    await runTable({ caption: 'Runs', runs: [{ plan, round: undefined }], isOfAll: true, empty: '', now: 0 }),
  );
  expect([...html.matchAll(/<td data-label="([^"]*)" class="wide">/g)].map(([, name]) => name)).toEqual([
    'Application',
    'State',
    'Branch',
    'Started',
  ]);
});

import { expect, test } from 'vitest';
import type { Findings } from '../../../../functions/findings/domain/findings.ts';
import type { ReplayPlan, ReplayRound } from '../../../../functions/replay/domain/plan.ts';
import { startedBy } from '../../../../functions/report/pages/parts/run-parts.ts';
import { runStats } from '../../../../functions/report/pages/report/run-stats.ts';
import { runTable } from '../../../../functions/report/pages/run-table.ts';
import { replayPlan } from '../../../support/replay-plan.ts';

test.for<[string, Partial<ReplayPlan>]>([
  ['Open API', { source: 'trigger', operator: 'OpenAPI' }],
  ['Schedule nightly', { source: 'trigger', operator: 'Schedule', scheduleId: 'nightly' }],
  ['ann@shop.test', { source: 'console', operator: 'ann@shop.test' }],
])('startedBy returns %s', ([words, given]) => {
  expect(startedBy(replayPlan({ planId: 'p', createdAt: 0, ...given }))).toBe(words);
});

test('runTable shows the long cells of a run on separate lines on a narrow screen', async () => {
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

test('runTable shows the duration of a run without the time in which it settles', async () => {
  const plan = replayPlan({ planId: 'p', createdAt: 0, status: 'COMPLETED' });
  const round = { startedAt: 1000, finishedAt: 3000, result: { settledAt: 28_000 } } as ReplayRound; // nothing else is read
  const html = String(await runTable({ caption: 'Runs', runs: [{ plan, round }], isOfAll: true, empty: '', now: 0 }));
  expect(html).toMatch(/data-label="Duration"[^>]*>2 s</);
});

test('the rate of a stopped run counts the requests that were sent', () => {
  const findings = {
    state: 'INTERRUPTED',
    scope: {
      requests: 45,
      requestsWithoutResult: 40,
      interfacesReplayed: 2,
      interfacesInScope: 10,
      interfacesUnchanged: 1,
    },
    coverage: { uncoveredInterfaces: 8 },
  } as unknown as Findings; // nothing else is read
  const result = { verdict: 'FAIL', passRate: 0, failedCases: 4 } as NonNullable<ReplayRound['result']>; // nor of it
  const counts = { totalCases: 45, successCases: 1, failedCases: 4 };
  const stats = runStats(findings, counts, { startedAt: 1000, finishedAt: 6000, result });
  expect(stats.at(-1)).toEqual({ name: 'Duration', value: '5 s', note: '1.0 requests/s' });
});

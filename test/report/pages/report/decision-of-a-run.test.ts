import { describe, expect, test } from 'vitest';
import type { Findings, SettledState } from '../../../../functions/findings/domain/findings.ts';
import type { Settling } from '../../../../functions/findings/domain/settling.ts';
import type { PageRequest } from '../../../../functions/platform/http/pages/page-route.ts';
import { decision } from '../../../../functions/platform/pages-shell/decision.ts';
import type { ReplayPlan, ReplayRound } from '../../../../functions/replay/domain/plan.ts';
import type { ChunkProgress } from '../../../../functions/replay/domain/results/chunk.ts';
import type { ReportedRun } from '../../../../functions/report/pages/report/report-layout.ts';
import { runningView } from '../../../../functions/report/pages/report/running-view.ts';
import { type SettledFacts, settledDecision } from '../../../../functions/report/pages/report/settled-decision.ts';
import { replayPlan } from '../../../support/replay-plan.ts';

const HOUR = 3_600_000;
const writer = { may: () => true, csrf: 'c', query: new URLSearchParams() } as unknown as PageRequest; // nothing else is read
const reader = { ...writer, may: () => false } as PageRequest;

const runOf = (plan: Partial<ReplayPlan> = {}, round: Partial<ReplayRound> = {}): ReportedRun => ({
  plan: replayPlan({ planId: 'p', createdAt: 24 * HOUR, ...plan }),
  round: {
    planId: 'p',
    round: 1,
    selection: { requests: 1404, chunks: 1, workers: 1 },
    startedAt: 0,
    interruption: null,
    finishedAt: null,
    settleAt: null,
    result: null,
    ...round,
  },
});

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const findingsOf = (state: SettledState, more: Partial<Findings> = {}): Findings => ({
  state,
  scope: {
    interfacesInScope: 27,
    interfacesReplayed: 26,
    interfacesUnchanged: 10,
    requests: 1404,
    requestsWithoutResult: 0,
  },
  needsActionInterfaces: 0,
  needsAction: [],
  toReviewInterfaces: 0,
  toReview: [],
  coverage: { uncoveredInterfaces: 1, mainOperationsConfigured: false, uncoveredMainOperations: [] },
  excludedFieldCount: 0,
  ...more,
});

const entries = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'FIELD_VALUE' as const,
    subjects: [`f${at}`],
    interfaces: [],
    affectedRequests: 1,
    totalRequests: 1,
  }));

const decided = (state: SettledState, findings: Partial<Findings> = {}, more: Partial<SettledFacts> = {}) =>
  String(
    decision(
      settledDecision({
        request: writer,
        run: runOf(),
        findings: findingsOf(state, findings),
        newFindings: 0,
        newNeedsAction: 0,
        expected: 0,
        mains: 0,
        failure: null,
        reason: null,
        findingsPath: '',
        ...more,
      }),
    ),
  );

const scope = { ...findingsOf('CLEAN').scope };

describe('the decision about a settled run', () => {
  test.for<[words: string, html: () => string]>([
    [
      'Do not release: 9 findings need action Start with the 3 new ones. Fix the build, or mark the change as expected. Review 3 new findings',
      () => decided('NEEDS_ACTION', { needsAction: entries(9) }, { newFindings: 3, newNeedsAction: 3 }),
    ],
    [
      'Do not release: 9 findings need action Start with the new one. Fix the build, or mark the change as expected. Review 2 new findings',
      () => decided('NEEDS_ACTION', { needsAction: entries(9) }, { newFindings: 2, newNeedsAction: 1 }),
    ],
    [
      'Do not release: 9 findings need action Fix the build, or mark the change as expected. Review 9 findings',
      () => decided('NEEDS_ACTION', { needsAction: entries(9) }, { newFindings: 1, newNeedsAction: 0 }),
    ],
    [
      'Do not release: 9 findings need action All of them are new. Fix the build, or mark the change as expected. Review 9 findings',
      () => decided('NEEDS_ACTION', { needsAction: entries(9) }, { newFindings: 10, newNeedsAction: 9 }),
    ],
    [
      'Do not release: 1 finding needs action Fix the build, or mark the change as expected. Review 1 finding',
      () => decided('NEEDS_ACTION', { needsAction: entries(1) }),
    ],
    [
      'Review before release: 6 findings Nothing looks broken. Mark what is expected, ignore what is noise. Review 6 findings',
      () => decided('REVIEW_ONLY', { toReview: entries(6) }),
    ],
    [
      'Ready to release: no findings 1,404 requests to 26 endpoints behave as recorded. All 5 main endpoints were replayed. Open build 4711',
      () =>
        decided(
          'CLEAN',
          { coverage: { uncoveredInterfaces: 0, mainOperationsConfigured: true, uncoveredMainOperations: [] } },
          { mains: 5, run: runOf({ build: { name: 'build 4711', url: 'https://ci.shop.example/4711' } }) },
        ),
    ],
    [
      'Ready to release: no findings 1,404 requests to 26 endpoints behave as recorded, 23 of them with expected changes.',
      () => decided('CLEAN', {}, { expected: 23 }),
    ],
    [
      'No decision: too little was replayed No problem in 8 endpoints and 21 requests, but at least 10 paths and 30 requests are needed. Or register main endpoints. Register main endpoints',
      () => decided('LOW_COVERAGE', { scope: { ...scope, interfacesReplayed: 8, requests: 21 } }),
    ],
    [
      'No decision: too little was replayed No problem in 12 endpoints (8 paths) and 21 requests, but at least 10 paths and 30 requests are needed. Or register main endpoints. Register main endpoints',
      () =>
        decided('LOW_COVERAGE', {
          scope: {
            ...scope,
            interfacesReplayed: 8,
            requests: 21,
            endpoints: { inScope: 12, replayed: 12, unchanged: 12, uncovered: 0 },
          },
        }),
    ],
    [
      'No decision: 2 main endpoints were not replayed No problem in the others. Record /a and 1 other, then run again. Run again',
      () =>
        decided('LOW_COVERAGE', {
          coverage: { uncoveredInterfaces: 2, mainOperationsConfigured: true, uncoveredMainOperations: ['/a', '/b'] },
        }),
    ],
    [
      'No decision: 22 of 26 endpoints answered 401 Give the run credentials that http://10.0.0.1:8080 accepts. Then run again. Run again',
      () => decided('ENVIRONMENT_FAILURE', {}, { failure: { kind: '401', endpoints: 22 } }),
    ],
    [
      'No decision: 22 of 26 endpoints refused the connection Check that http://10.0.0.1:8080 is up, reachable and configured. Then run again. Run again',
      () => decided('ENVIRONMENT_FAILURE', {}, { failure: { kind: 'refused', endpoints: 22 } }),
    ],
    [
      'No decision: 20 of 26 endpoints answered 503',
      () => decided('ENVIRONMENT_FAILURE', {}, { failure: { kind: '503', endpoints: 20 } }),
    ],
    [
      'No decision: 310 of 1,404 requests have no result Stopped by ann. Run again. Run again',
      () => decided('INTERRUPTED', { scope: { ...scope, requestsWithoutResult: 310 } }, { reason: 'Stopped by ann.' }),
    ],
    [
      'No decision: nothing was replayed No recording of the last 24 hours has the tag tier=gold . Use a longer window or other tags. Change the selection',
      () => decided('NO_CASES', {}, { run: runOf({ caseFrom: HOUR, caseTo: 25 * HOUR, caseTags: { tier: 'gold' } }) }),
    ],
    [
      'No decision: nothing was replayed No recording fits the selection. Use other endpoints. Change the selection',
      () => decided('NO_CASES', {}, { run: runOf({ caseFrom: 0 }) }),
    ],
    [
      'No decision: nothing was replayed No pinned recording fits the selection. Pin recordings, or use a window.',
      () => decided('NO_CASES', {}, { run: runOf({ caseSource: 'pinned' }) }),
    ],
  ])('reads: %s', ([words, html]) => {
    expect(textOf(html())).toContain(words);
  });

  test('offers a reader no action that writes', () => {
    for (const state of ['INTERRUPTED', 'ENVIRONMENT_FAILURE', 'NO_CASES', 'LOW_COVERAGE'] as const)
      expect(decided(state, {}, { request: reader })).not.toMatch(/<form|class="button/);
  });
});

const worker: ChunkProgress = { chunk: 0, done: 642, failing: 38, timeouts: 0, timeoutsInRow: 0 };
const viewed = (run: ReportedRun, workers: ChunkProgress[], now: number, settling: Settling | null = null) =>
  String(runningView({ request: writer, run, workers, settling, now }));

describe('a run that has not settled', () => {
  test('says that it waits', () => {
    const waiting = (plan: Partial<ReplayPlan>) => textOf(viewed(runOf({ status: 'PENDING', ...plan }), [], 0));
    const window = { caseFrom: 0, caseTo: 24 * HOUR };
    expect(waiting({ caseFrom: HOUR, caseTo: 25 * HOUR })).toMatch(
      /^The run starts in a moment Waiting Selecting recordings of the last 24 hours\. This page updates automatically\./,
    );
    expect(waiting(window)).toContain('Selecting recordings. ');
    expect(waiting({ ...window, caseSource: 'pinned' })).toContain('Selecting pinned recordings. ');
  });

  test('says how much was sent, how long it takes, and how many fail', () => {
    const html = viewed(runOf(), [worker], 63_000);
    expect(textOf(html)).toBe(
      '642 of 1,404 requests sent Running About 1 min 15 s left. This page updates automatically. Findings appear when the run has settled. Stop 45 % 45 % 38 failing so far 10.2 requests/s 1 min 03 s',
    );
    expect(html).toContain('<progress value="642" max="1404" aria-label="Requests sent">');
    expect(html).toContain('<div id="live" data-live data-every="2">');
  });

  test('says that it stops', () => {
    const html = viewed(runOf({}, { interruption: 'Stopped by ann.' }), [worker], 63_000);
    expect(textOf(html)).toContain('sent Stopping Requests in progress finish; no more are sent.');
    expect(html).not.toContain('<form');
  });

  test('says that it waits to settle, and counts down', () => {
    const settling: Settling = { stage: 'WAIT', until: 280_000, reason: '' };
    const html = viewed(runOf({}, { finishedAt: 100_000, settleAt: 280_000 }), [worker], 119_000, settling);
    expect(html).toMatch(/Final result in <time [^>]*data-until="161">2:41<\/time>/);
    expect(textOf(html)).toContain('All 1,404 requests were sent; 38 fail so far. Show failing requests');
    expect(html).toContain('href="/report/p/cases"');
    expect(html).toContain('<progress value="19" max="180"');
  });

  test('says that it sends failing requests again', () => {
    const settling: Settling = { stage: 'NOISE_REDUCTION', until: null, reason: '' };
    expect(textOf(viewed(runOf({}, { finishedAt: 1 }), [worker], 2, settling))).toContain(
      'Separating noise from changes Settling All 1,404 requests were sent. The 38 failing requests are sent again where that is safe.',
    );
  });
});

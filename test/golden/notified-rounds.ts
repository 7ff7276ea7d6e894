import type { Analysis, CodeChange } from '../../functions/analysis/domain/analysis.ts';
import type { Findings, FindingsEntry } from '../../functions/findings/domain/findings.ts';
import type { NotificationEvent } from '../../functions/notifications/domain/channel-kind.ts';
import type { NotificationFacts } from '../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../functions/notifications/domain/sample-facts.ts';

const NOW = Date.UTC(2026, 10, 20, 8, 30);
const HOUR_MS = 3_600_000;

const entry = (
  kind: FindingsEntry['kind'],
  subjects: string[],
  ...interfaces: [string, number, number][]
): FindingsEntry => ({
  kind,
  subjects,
  interfaces: interfaces.map(([operationName, affectedRequests, totalRequests]) => ({
    operationName,
    affectedRequests,
    totalRequests,
  })),
  affectedRequests: interfaces.reduce((sum, [, affected]) => sum + affected, 0),
  totalRequests: interfaces.reduce((sum, [, , requests]) => sum + requests, 0),
});

const total = entry('FIELD_VALUE', ['data.totalAmount'], ['/orders', 8, 48], ['/orders/{id}', 5, 35]);
const failing = entry('SERVER_ERROR', ['500'], ['/payments', 1, 20]);
const nickname = entry('NEW_FIELD', ['data.nickname'], ['/users/{id}', 3, 25]);

const clean: Findings = {
  state: 'CLEAN',
  scope: {
    interfacesInScope: 13,
    interfacesReplayed: 12,
    interfacesUnchanged: 12,
    requests: 260,
    requestsWithoutResult: 0,
  },
  needsActionInterfaces: 0,
  needsAction: [],
  toReviewInterfaces: 0,
  toReview: [],
  coverage: { uncoveredInterfaces: 1, mainOperationsConfigured: false, uncoveredMainOperations: [] },
  excludedFieldCount: 0,
};
const needsAction: Findings = {
  ...clean,
  state: 'NEEDS_ACTION',
  scope: { ...clean.scope, interfacesUnchanged: 8 },
  needsActionInterfaces: 3,
  needsAction: [total, failing],
  toReviewInterfaces: 1,
  toReview: [nickname],
  excludedFieldCount: 2,
};
const reviewOnly: Findings = {
  ...clean,
  state: 'REVIEW_ONLY',
  scope: { ...clean.scope, interfacesUnchanged: 10 },
  toReviewInterfaces: 2,
  toReview: [
    nickname,
    entry('TIMEOUT', ['timeout'], ['/reports/{id}', 2, 9]),
    entry('FIELD_VALUE', ['data.updatedAt'], ['/users/{id}', 1, 25]),
  ],
};

/**
 * The content of a test send (spec 4.4). These rounds share its numbers: 17 failed cases, 13 of them by one code
 * change.
 */
/** What a test send starts from. */
export const SAMPLE = { publicUrl: 'https://replay.example.com', now: NOW };
const sample = sampleFacts(SAMPLE);
const [sampleChange] = sample.analysis?.codeChanges ?? [];
if (sample.analysis === null || sampleChange === undefined) throw new Error('the sample has an analysis');

const change: CodeChange = {
  ...sampleChange,
  findingId: 'f3a91c',
  title: '订单金额没有计入运费',
  shortTitle: '金额少计运费',
  operations: ['/orders', '/orders/{id}'],
  sampleOperation: '/orders',
  location: { file: 'src/main/java/shop/OrderService.java', line: 42, symbol: 'OrderService.total' },
};
const secondChange: CodeChange = {
  ...change,
  findingId: '07bc52',
  title: '支付超时后没有重试，直接返回 500',
  shortTitle: '支付不再重试',
  affectedCases: 1,
  replayedCases: 20,
  sampleOperation: '/payments',
  location: null,
  inferred: true,
  consecutive: 3,
};
const done: Analysis = { ...sample.analysis, codeChanges: [change] };
const nothingFound = {
  codeChangeCases: 0,
  undeterminedCases: 17,
  invalidCases: 0,
  endpoints: { codeChange: 0, undetermined: 4, invalid: 0 },
  codeChanges: [],
};
const SUMMARY =
  '运费没有计入订单金额。\nOrderService.total 改为只累加商品价格，运费一项被漏掉；支付接口的 500 与此无关，原因未能确定。';

const base: NotificationFacts = {
  ...sample,
  planId: '6b0004182e458769b01a2b3c',
  appId: 'shop',
  caseFrom: NOW - 25 * HOUR_MS,
  caseTo: NOW - HOUR_MS,
  startedAt: NOW - HOUR_MS,
  finishedAt: NOW - HOUR_MS + 90_000,
  result: { verdict: 'FAIL', passRate: 243 / 260, totalCases: 260, successCases: 243, failedCases: 17, settledAt: NOW },
  findings: needsAction,
  analysis: null,
  summary: null,
  attributes: {
    'service.name': '商城订单',
    'deployment.environment.name': 'staging',
    'cicd.pipeline.name': 'deploy_staging',
    'cicd.pipeline.run.id': 1842,
    'cicd.pipeline.run.url.full': 'https://ci.example.com/shop/-/pipelines/1842',
    'vcs.ref.head.name': 'feature/shipping_fee',
    'vcs.ref.head.revision': '0123456789abcdef0123456789abcdef01234567',
  },
  reportUrl: 'https://replay.example.com/report/6b0004182e458769b01a2b3c',
};
const passed: Partial<NotificationFacts> = {
  result: { ...base.result, verdict: 'PASS', passRate: 1, successCases: 260, failedCases: 0 },
};

/** 30 kinds of problem, more than a card has rows. */
const many = Array.from({ length: 30 }, (_, n) =>
  entry(
    'FIELD_VALUE',
    [`data.items[*].field_${n}`, `data.items[*].other_${n}`, 'a', 'b'],
    [`/catalog/${n}`, 30 - n, 40],
  ),
);

/** Names that try to mention, link, colour and break out. */
const HOSTILE =
  '<at id=all></at> @all @13800000000 [点我](https://evil.example) ![](http://evil.example/x.png) <font color=red>x</font>';

/** Rounds of every state, colour and analysis result (spec 6.3), by the name of their golden file. */
export const NOTIFIED_ROUNDS: Readonly<Record<string, Partial<NotificationFacts> & { event?: NotificationEvent }>> = {
  'needs-action': {},
  'needs-action-scheduled': { scheduleId: 'nightly_1' },
  'needs-action-analysis-done': { analysis: done, summary: SUMMARY },
  'needs-action-analysis-done-two-causes': {
    analysis: {
      ...done,
      codeChangeCases: 14,
      undeterminedCases: 2,
      markedCases: 2,
      endpoints: { codeChange: 3, undetermined: 1, invalid: 1 },
      codeChanges: [change, secondChange],
    },
    summary: SUMMARY,
  },
  'needs-action-analysis-done-no-code-cause': { analysis: { ...done, ...nothingFound } },
  'needs-action-analysis-done-all-invalid': {
    analysis: {
      ...done,
      ...nothingFound,
      undeterminedCases: 0,
      invalidCases: 17,
      endpoints: { codeChange: 0, undetermined: 0, invalid: 4 },
    },
  },
  'needs-action-analysis-running': { analysis: { ...done, ...nothingFound, state: 'RUNNING', analyzedCases: 6 } },
  'needs-action-analysis-partial': {
    analysis: { ...done, state: 'PARTIAL', reason: 'MODEL_QUOTA', analyzedCases: 14 },
    summary: SUMMARY,
  },
  'needs-action-analysis-stale': {
    analysis: { ...done, ...nothingFound, state: 'PARTIAL', reason: 'STALE', analyzedCases: 0 },
  },
  'needs-action-analysis-skipped': {
    analysis: { ...done, ...nothingFound, state: 'SKIPPED', reason: 'NO_EXECUTOR', analyzedCases: 0 },
  },
  'review-only': { findings: reviewOnly },
  'review-only-analysis-done': {
    findings: reviewOnly,
    analysis: {
      ...done,
      ...nothingFound,
      analyzedCases: 6,
      failedCases: 6,
      undeterminedCases: 4,
      invalidCases: 2,
      endpoints: { codeChange: 0, undetermined: 1, invalid: 1 },
    },
  },
  'review-only-analysis-quota-exhausted': {
    findings: reviewOnly,
    analysis: { ...done, ...nothingFound, state: 'SKIPPED', reason: 'QUOTA_EXHAUSTED', analyzedCases: 0 },
  },
  clean: { ...passed, findings: clean },
  'clean-pinned-cases-no-attributes-second-round': {
    ...passed,
    findings: clean,
    attributes: null,
    caseSource: 'pinned',
    round: 2,
  },
  'low-coverage': {
    ...passed,
    findings: {
      ...clean,
      state: 'LOW_COVERAGE',
      scope: { ...clean.scope, interfacesReplayed: 5, interfacesUnchanged: 5, requests: 12 },
    },
  },
  'low-coverage-main-endpoints': {
    ...passed,
    findings: {
      ...clean,
      state: 'LOW_COVERAGE',
      coverage: {
        ...clean.coverage,
        mainOperationsConfigured: true,
        uncoveredMainOperations: ['/refunds', '/refunds/{id}', '/invoices', '/invoices/{id}'],
      },
    },
  },
  'no-cases': {
    result: { ...base.result, passRate: 0, totalCases: 0, successCases: 0, failedCases: 0 },
    startedAt: null,
    finishedAt: null,
    findings: {
      ...clean,
      state: 'NO_CASES',
      scope: {
        interfacesInScope: 13,
        interfacesReplayed: 0,
        interfacesUnchanged: 0,
        requests: 0,
        requestsWithoutResult: 0,
      },
      coverage: { ...clean.coverage, uncoveredInterfaces: 13 },
    },
  },
  interrupted: {
    finishedAt: null,
    errorMessage: 'The replay was stopped: more than 40 requests in a row got no response in time.',
    findings: {
      ...needsAction,
      state: 'INTERRUPTED',
      scope: { ...needsAction.scope, interfacesReplayed: 7, interfacesUnchanged: 4, requestsWithoutResult: 96 },
    },
  },
  'environment-failure': {
    findings: {
      ...clean,
      state: 'ENVIRONMENT_FAILURE',
      scope: { ...clean.scope, interfacesUnchanged: 0 },
      toReviewInterfaces: 12,
      toReview: [
        entry('CONNECTION_FAILURE', ['refused'], ['/orders', 48, 48], ['/payments', 20, 20], ['/users/{id}', 25, 25]),
      ],
    },
  },
  'findings-gone': { findings: null, clusters: [], result: { ...base.result, state: 'NEEDS_ACTION' } },
  'many-problems': {
    findings: { ...needsAction, needsActionInterfaces: 30, needsAction: many, toReviewInterfaces: 0, toReview: [] },
  },
  'hostile-names': {
    appId: HOSTILE,
    attributes: {
      'deployment.environment.name': HOSTILE,
      'cicd.pipeline.name': `x](https://evil.example)${HOSTILE}`,
      'cicd.pipeline.run.url.full': 'javascript:alert(1)',
      'vcs.ref.head.name': 'a\n\n# main\u202e',
    },
    findings: {
      ...needsAction,
      needsAction: [entry('FIELD_VALUE', [HOSTILE, 'data.items[*].*_total_*'], [`/x/${HOSTILE}`, 1, 2])],
      toReview: [],
    },
    analysis: { ...done, codeChanges: [{ ...change, title: HOSTILE, shortTitle: HOSTILE, sampleOperation: HOSTILE }] },
    summary: `# 标题\n- 列表\n1. 编号\n---\n${HOSTILE}\n\`\`\`\n> 引用`,
  },
  'test-message': { ...sample, event: 'test' },
};

/** The facts of one of NOTIFIED_ROUNDS. */
export function notifiedRound(name: string): { facts: NotificationFacts; event: NotificationEvent } {
  const { event = 'completed', ...facts } = NOTIFIED_ROUNDS[name] ?? {};
  return { facts: { ...base, ...facts }, event };
}

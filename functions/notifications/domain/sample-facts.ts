import type { Analysis, CodeChange } from '../../analysis/domain/analysis.ts';
import type { Kind } from '../../compare/domain/kinds.ts';
import { computeFindings } from '../../findings/domain/compute-findings.ts';
import { countedClusters } from '../../findings/domain/counted-clusters.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';
import { passRate } from '../../findings/domain/verdict.ts';
import { planItemId, reportUrl } from '../../replay/domain/plan.ts';
import type { ClusterDifference } from '../../replay/domain/results/clusters.ts';
import type { CardLanguage } from './cards/texts/texts-of.ts';
import type { NotificationFacts } from './notification-facts.ts';

/** Plan id of the sample. No real plan has it, because the first digits of an id are its creation time. */
const SAMPLE_PLAN_ID = '000000000000000000000000';

/**
 * Facts of a test send (spec 4.4): every section filled, every name marked 示例 (sample) or obviously a sample. `now` is
 * epoch ms.
 */
export function sampleFacts({
  publicUrl,
  now,
  language = 'zh',
}: {
  publicUrl: string;
  now: number;
  language?: CardLanguage;
}): NotificationFacts {
  const { summary, title, shortTitle, ...names } = TEXTS[language];
  const { findings, counts } = computeFindings(INPUT);
  return {
    language,
    planId: SAMPLE_PLAN_ID,
    round: 1,
    appId: 'sample-app',
    scheduleId: null,
    caseSource: 'rolling',
    caseFrom: now - 24 * HOUR_MS,
    caseTo: now - HOUR_MS,
    startedAt: now - HOUR_MS,
    finishedAt: now - HOUR_MS + 90_000,
    result: { verdict: 'FAIL', passRate: passRate(counts), ...counts, settledAt: now - HOUR_MS + 270_000 },
    passThresholdGiven: false,
    errorMessage: null,
    findings,
    clusters: countedClusters(INPUT, new Set()),
    analysis: { ...ANALYSIS, codeChanges: [{ ...CODE_CHANGE, title, shortTitle }] },
    summary,
    attributes: { ...ATTRIBUTES, ...names },
    reportUrl: reportUrl(publicUrl, SAMPLE_PLAN_ID),
  };
}

const HOUR_MS = 3_600_000;

/** The texts and the names of the attributes, by language. */
const TEXTS: Readonly<Record<CardLanguage, Record<'summary' | 'title' | 'shortTitle' | NamedAttribute, string>>> = {
  zh: {
    summary:
      '示例：这是一条测试消息，不对应任何真实回放。订单金额少计了运费，原因是计价方法的一处改动；新增的昵称字段请人工确认。',
    title: '示例：订单金额少计了运费',
    shortTitle: '示例：金额少计运费',
    'service.name': '示例应用',
    'deployment.environment.name': '示例环境',
    'cicd.pipeline.name': '示例流水线',
  },
  en: {
    summary:
      'Sample: this is a test message, and no run belongs to it. Order totals leave out shipping because of a change in the price method. Please review the new nickname field.',
    title: 'Sample: order totals leave out shipping',
    shortTitle: 'Sample: no shipping',
    'service.name': 'Sample application',
    'deployment.environment.name': 'sample-environment',
    'cicd.pipeline.name': 'sample-pipeline',
  },
};

type NamedAttribute = 'service.name' | 'deployment.environment.name' | 'cicd.pipeline.name';

type Row = readonly [
  method: string,
  operation: string,
  requests: number,
  differences: readonly (readonly [kind: Kind, subject: string])[],
];

/** Method, endpoint, requests, and their differences. */
const ROWS: readonly Row[] = [
  ['GET', '/sample/orders', 40, []],
  ['GET', '/sample/orders', 8, [['FIELD_VALUE', 'data.totalAmount']]],
  ['GET', '/sample/orders/{id}', 30, []],
  ['GET', '/sample/orders/{id}', 5, [['FIELD_VALUE', 'data.totalAmount']]],
  ['POST', '/sample/payments', 19, []],
  ['POST', '/sample/payments', 1, [['SERVER_ERROR', '500']]],
  ['GET', '/sample/users/{id}', 22, [['FIELD_VALUE', 'data.updatedAt']]],
  ['GET', '/sample/users/{id}', 3, [['NEW_FIELD', 'data.nickname']]],
  ['GET', '/sample/stock', 12, []],
];

const INPUT: FindingsInput = {
  interrupted: false,
  operationsInScope: [...new Set(ROWS.map(([, operation]) => operation)), '/sample/refunds'],
  clusters: ROWS.map(([method, operation, requests, differences], index) => ({
    operation,
    method,
    hasResult: true,
    failure: null,
    differences: differences.map(([kind, subject]): ClusterDifference => ({ kind, subject, rule: null })),
    truncated: false,
    requests,
    samples: [planItemId(SAMPLE_PLAN_ID, index)],
  })),
  mainOperations: ['/sample/orders', '/sample/refunds'],
  rulesOf: () => ({
    ruleFor: (subject) => (subject === 'data.updatedAt' ? 'sample-rule' : null),
    has: () => true,
    isSuggested: () => false,
  }),
  marked: new Map(),
};

const ANALYSIS: Omit<Analysis, 'codeChanges'> = {
  state: 'DONE',
  reason: null,
  analyzedCases: 17,
  failedCases: 17,
  codeChangeCases: 13,
  undeterminedCases: 3,
  invalidCases: 1,
  markedCases: 0,
  codeChangeInterfaces: 2,
  undeterminedInterfaces: 1,
  invalidInterfaces: 1,
  endpoints: { codeChange: 2, undetermined: 1, invalid: 1 },
};

const CODE_CHANGE: Omit<CodeChange, 'title' | 'shortTitle'> = {
  findingId: 'sample-finding',
  operations: ['/sample/orders', '/sample/orders/{id}'],
  endpoints: [
    { operationName: '/sample/orders', methods: ['GET'] },
    { operationName: '/sample/orders/{id}', methods: ['GET'] },
  ],
  affectedCases: 13,
  replayedCases: 83,
  markedCases: 0,
  markedAt: null,
  sampleOperation: '/sample/orders',
  location: { file: 'src/sample/OrderService.java', line: 42, symbol: 'OrderService.total' },
  inferred: false,
  consecutive: 1,
};

/** The other keys of spec 2.1. */
const ATTRIBUTES = {
  'cicd.pipeline.run.id': '1',
  'cicd.pipeline.run.url.full': 'https://ci.example.com/pipelines/1',
  'vcs.ref.head.name': 'sample-branch',
  'vcs.ref.head.revision': '0123456789abcdef0123456789abcdef01234567',
};

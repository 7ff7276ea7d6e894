import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { FINDINGS_EXAMPLE } from './findings-doc.ts';
import type { ListedPlan, ShownPlan } from './shown-plan.ts';

const PLAN_EXAMPLE: ShownPlan = {
  planId: EXAMPLE.planId,
  appId: EXAMPLE.appId,
  planName: 'Nightly',
  title: 'Nightly',
  branch: null,
  commit: null,
  scheduleId: null,
  operator: EXAMPLE.userName,
  targetEnv: EXAMPLE.targetEnv,
  operations: null,
  caseSource: 'rolling',
  caseSourceFrom: '2026-11-19T12:00:00.000Z',
  caseSourceTo: EXAMPLE.time,
  caseCountLimit: 100,
  caseSelection: 'newest',
  caseTags: { tier: 'gold' },
  enableMock: true,
  load: { maxQps: 50, concurrency: 5, timeoutMs: 10_000 },
  status: 'COMPLETED',
  round: 1,
  createdAt: EXAMPLE.time,
  reportUrl: `http://127.0.0.1:8090/report/${EXAMPLE.planId}`,
};

/** A plan as lists show it. */
export const LISTED_PLAN_EXAMPLE: ListedPlan = {
  ...PLAN_EXAMPLE,
  state: 'NEEDS_ACTION',
  passRate: 0.7,
  needsAction: 3,
  toReview: 1,
  startedAt: EXAMPLE.time,
  settledAt: EXAMPLE.time,
};

/** A plan with its latest round. */
export const PLAN_WITH_ROUND_EXAMPLE = {
  ...PLAN_EXAMPLE,
  requests: 40,
  shapes: null,
  sessions: { total: 12, completed: 2, cut: 0, preparation: 2 },
  order: { used: 'recorded', reason: 'writes' },
  startedAt: EXAMPLE.time,
  finishedAt: EXAMPLE.time,
  settledAt: EXAMPLE.time,
  verdict: 'FAIL',
  passRate: 0.7,
  totalCases: 40,
  successCases: 28,
  failedCases: 12,
  errorMessage: null,
  settling: null,
  findings: FINDINGS_EXAMPLE,
  rulesPending: false,
  hints: [
    {
      code: 'CREDENTIALS_EXPIRED',
      setting: 'login',
      interfaces: 3,
      endpoints: 4,
      requests: 27,
      isAtLeast: false,
      expiredAt: '2026-11-20T11:00:00.000Z',
      message:
        'The target refused 27 requests of 4 endpoints: their recorded tokens have expired, the last one at 2026-11-20 11:00:00 UTC.',
      settingUrl: `http://127.0.0.1:8090/console/apps/${EXAMPLE.appId}/settings/login`,
    },
  ],
  calls: {
    state: 'mixed',
    requests: { answered: 38, real: 0, mixed: 2, notAsked: 0 },
    answered: 117,
    real: 0,
    byDefault: 0,
    unanswered: 2,
    mockMisses: 2,
  },
  secondAnswers: {
    answered: 9,
    without: [{ why: 'UNSAFE_METHOD', requests: 2 }],
    sent: 9,
    sentMs: 131,
    later: { answered: 3, without: [], sent: 6, sentMs: 80 },
    tookMs: 7120,
  },
  headers: { compared: ['content-type', 'location'], ignored: ['etag'] },
};

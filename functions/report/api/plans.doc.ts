import * as v from 'valibot';
import { badParameterDoc, type EndpointDoc, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { NO_PLAN } from '../../replay/api/plans.doc.ts';
import { Branch } from '../domain/run-filter.ts';
import { RunState } from '../domain/run-state.ts';
import { MAX_RUNS_READ } from '../service/filtered-runs.ts';
import { FINDINGS_EXAMPLE } from './findings-doc.ts';
import { ListedPlan, PlanWithRound, type ShownPlan } from './shown-plan.ts';

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

const LISTED_EXAMPLE: ListedPlan = {
  ...PLAN_EXAMPLE,
  state: 'NEEDS_ACTION',
  passRate: 0.7,
  needsAction: 3,
  toReview: 1,
  startedAt: EXAMPLE.time,
  settledAt: EXAMPLE.time,
};

/** Interface 10. */
export const listReplaysDoc = listDoc(named('Plan', ListedPlan), LISTED_EXAMPLE, {
  id: 'listReplays',
  tag: 'Plans',
  summary: 'List plans, newest first',
  description: `With \`branch\` or \`state\`, one answer looks at up to ${MAX_RUNS_READ.toLocaleString('en-US')} plans: it may hold fewer entries than \`limit\`, or none, while \`nextCursor\` continues.`,
  query: {
    appId: { schema: v.string(), description: 'Of this application only.', example: EXAMPLE.appId },
    branch: { schema: Branch, description: 'Only with this attribute `vcs.ref.head.name`.', example: 'main' },
    state: { schema: RunState, description: 'Only in this state.', example: 'NEEDS_ACTION' },
  },
  refusals: [badParameterDoc('branch'), badParameterDoc('state')],
});

/** Interface 10. */
export const readReplayDoc: EndpointDoc = {
  id: 'readReplay',
  tag: 'Plans',
  summary: 'One plan with its latest round',
  description:
    '`settling` from the last request until it has settled: the stage, until when it lasts at most (`null`: it has no fixed end), and the reason. `shapes` where `caseSelection` is `spread`: how many structures of requests and responses are covered, of how many among the recordings that were looked at. `sessions` where sessions are kept: their number, how many earlier recorded requests (`preparation`: sent, not counted in `requests`) complete, and how many are cut, because no recording issued a credential that they send. `findings` once it has settled; `rulesPending`: a recompare under today’s rules would change them. `hints` once it has settled, where most failures are answers 401 or 403: the causes that are proven, each with the setting that mends it; an empty list otherwise. `calls` once it has settled: how its downstream calls were made.',
  responses: {
    200: json(named('PlanWithRound', PlanWithRound), {
      ...PLAN_EXAMPLE,
      requests: 40,
      shapes: null,
      sessions: { total: 12, completed: 2, cut: 0, preparation: 2 },
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
          interfaces: 4,
          requests: 27,
          isAtLeast: false,
          expiredAt: '2026-11-20T11:00:00.000Z',
          message:
            'The target refused 27 requests of 4 endpoints: their recorded tokens have expired, the last one at 2026-11-20 11:00:00 UTC.',
          settingUrl: `http://127.0.0.1:8090/console/apps/${EXAMPLE.appId}/settings#login`,
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
    }),
  },
  refusals: [NO_PLAN],
};

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
  tag: 'Runs',
  summary: 'List runs, newest first',
  description: `With \`branch\` or \`state\`, a page covers up to ${MAX_RUNS_READ.toLocaleString('en-US')} runs. It may have fewer items than \`limit\`, or none, while \`nextCursor\` continues.`,
  query: {
    appId: { schema: v.string(), description: 'Only this application.', example: EXAMPLE.appId },
    branch: { schema: Branch, description: 'Only runs with this attribute `vcs.ref.head.name`.', example: 'main' },
    state: { schema: RunState, description: 'Only runs in this state.', example: 'NEEDS_ACTION' },
  },
  refusals: [badParameterDoc('branch'), badParameterDoc('state')],
});

/** Interface 10. */
export const readReplayDoc: EndpointDoc = {
  id: 'readReplay',
  tag: 'Runs',
  summary: 'Read a run with its latest round',
  description:
    '`settling`: from the last request until the run has settled, the stage, its latest end (`null`: no fixed end) and the reason. `shapes`, if `caseSelection` is `spread`: how many structures of requests and responses are covered, of how many in the recordings. `sessions`: their number, how many are completed by earlier recorded requests (`preparation`), and how many are cut because no recording issued their credential. Requests of `preparation` are sent and not counted in `requests`. `order`: the order of the requests and its reason.\n\nOnce the run has settled: `findings`; `rulesPending`, if a recompare under today’s rules would change them; and `calls`, how downstream calls were made. `secondAnswers` counts failing requests that noise reduction sent again. `hints`, if most failures have status 401 or 403: the proven causes, each with the setting that fixes it.',
  responses: {
    200: json(named('PlanWithRound', PlanWithRound), {
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
      secondAnswers: {
        answered: 9,
        without: [{ why: 'UNSAFE_METHOD', requests: 2 }],
        sent: 9,
        sentMs: 131,
        later: { answered: 3, without: [], sent: 6, sentMs: 80 },
        tookMs: 7120,
      },
      headers: { compared: ['content-type', 'location'], ignored: ['etag'] },
    }),
  },
  refusals: [NO_PLAN],
};

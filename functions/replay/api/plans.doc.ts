import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, listExample, listOf, Share, Time } from '../../platform/http/documents/shown-schemas.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../../platform/http/page-request.ts';
import { FINDINGS_EXAMPLE, ShownFindings } from '../../report/api/findings-doc.ts';
import { CaseSource, Load, PlanStatus } from '../domain/plan.ts';

/** The refusal of an unknown plan. */
export const NO_PLAN = refusal(404, 'NOT_FOUND', 'there is no such plan');
/** The refusal of what needs a plan that has completed. */
export const NOT_COMPLETED = refusal(409, 'NOT_COMPLETED', 'the plan has not completed');

const plan = v.object({
  planId: v.string(),
  appId: v.string(),
  planName: v.string(),
  operator: v.string(),
  targetEnv: v.string(),
  operations: v.nullable(v.array(v.string())),
  caseSource: CaseSource,
  caseSourceFrom: Time,
  caseSourceTo: Time,
  caseCountLimit: Count,
  caseTags: v.record(v.string(), v.string()),
  enableMock: v.boolean(),
  load: Load,
  status: PlanStatus,
  round: Count,
  createdAt: Time,
  reportUrl: v.string(),
});

const PLAN_EXAMPLE: v.InferOutput<typeof plan> = {
  planId: EXAMPLE.planId,
  appId: EXAMPLE.appId,
  planName: 'Nightly',
  operator: EXAMPLE.userName,
  targetEnv: EXAMPLE.targetEnv,
  operations: null,
  caseSource: 'rolling',
  caseSourceFrom: '2026-11-19T12:00:00.000Z',
  caseSourceTo: EXAMPLE.time,
  caseCountLimit: 100,
  caseTags: { tier: 'gold' },
  enableMock: true,
  load: { maxQps: 50, concurrency: 5, timeoutMs: 10_000 },
  status: 'COMPLETED',
  round: 1,
  createdAt: EXAMPLE.time,
  reportUrl: `http://127.0.0.1:8090/report/${EXAMPLE.planId}`,
};

/** Interface 10. */
export const listReplaysDoc: EndpointDoc = {
  id: 'listReplays',
  tag: 'Plans',
  summary: 'List plans, newest first',
  query: {
    appId: { schema: v.string(), description: 'Of this application only.', example: EXAMPLE.appId },
    ...PAGE_QUERY,
  },
  responses: { 200: json(listOf(named('Plan', plan)), listExample(PLAN_EXAMPLE)) },
  refusals: [LIMIT_REFUSAL],
};

const round = v.object({
  requests: v.nullable(Count),
  startedAt: v.nullable(Time),
  finishedAt: v.nullable(Time),
  settledAt: v.nullable(Time),
  verdict: v.nullable(v.picklist(['PASS', 'FAIL'])),
  passRate: v.nullable(Share),
  totalCases: v.nullable(Count),
  successCases: v.nullable(Count),
  failedCases: v.nullable(Count),
  errorMessage: v.nullable(v.string()),
});

/** Interface 10. */
export const readReplayDoc: EndpointDoc = {
  id: 'readReplay',
  tag: 'Plans',
  summary: 'One plan with its latest round',
  description: '`findings` once it has settled; `rulesPending`: a recompare under today’s rules would change them.',
  responses: {
    200: json(
      named(
        'PlanWithRound',
        v.object({
          ...plan.entries,
          ...round.entries,
          findings: v.nullable(ShownFindings),
          rulesPending: v.boolean(),
        }),
      ),
      {
        ...PLAN_EXAMPLE,
        ...{ requests: 40, startedAt: EXAMPLE.time, finishedAt: EXAMPLE.time, settledAt: EXAMPLE.time },
        ...{ verdict: 'FAIL', passRate: 0.7, totalCases: 40, successCases: 28, failedCases: 12, errorMessage: null },
        ...{ findings: FINDINGS_EXAMPLE, rulesPending: false },
      },
    ),
  },
  refusals: [NO_PLAN],
};

const begun = named('Round', v.object({ planId: v.string(), round: Count }));
const begunExample = (number: number) => ({ planId: EXAMPLE.planId, round: number });

/** Interface 10. */
export const stopReplayDoc: EndpointDoc = {
  id: 'stopReplay',
  tag: 'Plans',
  summary: 'Stop a replay',
  description: 'Requests under way finish, no more are sent, and the plan ends INTERRUPTED.',
  responses: { 200: json(begun, begunExample(1)) },
  refusals: [NO_PLAN, refusal(409, 'NOT_RUNNING', 'the plan has completed')],
};

/** Interface 10. */
export const rerunReplayDoc: EndpointDoc = {
  id: 'rerunReplay',
  tag: 'Plans',
  summary: 'Run a plan again',
  description: 'Starts the next round; it selects, sends, computes and, for a triggered plan, notifies again.',
  responses: { 200: json(begun, begunExample(2)) },
  refusals: [
    NO_PLAN,
    refusal(409, 'TARGET_DENIED', 'targetEnv is no longer allowed by the egress policy'),
    refusal(409, 'PLAN_RUNNING', 'the plan has not completed, or another plan replays against its targetEnv'),
  ],
};

/** Interface 10. */
export const recompareReplayDoc: EndpointDoc = {
  id: 'recompareReplay',
  tag: 'Plans',
  summary: 'Compare the stored answers again',
  description: 'Under today’s rules, in the background; nothing is sent, and the verdict stays.',
  responses: { 202: json(begun, begunExample(1)) },
  refusals: [NO_PLAN, NOT_COMPLETED],
};

const Finding = named(
  'EndpointFinding',
  v.object({
    group: v.picklist(['needsAction', 'toReview']),
    kind: Kind,
    subject: v.string(),
    operationName: v.string(),
    affectedRequests: Count,
    totalRequests: Count,
  }),
);
const FINDING = {
  ...{ group: 'needsAction', kind: 'FIELD_VALUE', subject: 'total', operationName: EXAMPLE.operation },
  ...{ affectedRequests: 12, totalRequests: 30 },
};

/** What came and went since another run. */
export const readChangesDoc: EndpointDoc = {
  id: 'readChanges',
  tag: 'Plans',
  summary: 'What changed since another run',
  description: 'Compared with `since`, or the newest earlier CLEAN run, or else the one before.',
  query: { since: { schema: v.string(), description: 'planId of a run of the same application.' } },
  responses: {
    200: json(
      v.object({
        planId: v.string(),
        since: v.nullable(v.string()),
        ...{ new: v.array(Finding), gone: v.array(Finding), unchanged: v.array(Finding) },
      }),
      { planId: EXAMPLE.planId, since: null, new: [FINDING], gone: [], unchanged: [] },
    ),
  },
  refusals: [NO_PLAN, refusal(400, 'INVALID_QUERY', 'since must be a plan of the same application'), NOT_COMPLETED],
};

/** Spec 4.5; both paths are one endpoint (interface 4.5). */
export const readProgressDoc = (path: string): EndpointDoc => ({
  id: path === '/progress' ? 'readProgressAtRoot' : 'readProgress',
  tag: 'Plans',
  summary: 'Progress of a plan',
  description: 'At percent 100 scheduling is done. An unknown plan: `result` 2, `data` null.',
  query: { planId: { schema: v.string(), description: 'Id of a plan.', example: EXAMPLE.planId, required: true } },
  responses: {
    200: json(
      named(
        'Progress',
        v.object({
          result: v.picklist([1, 2]),
          desc: v.string(),
          data: v.nullable(
            v.object({
              planId: v.string(),
              status: PlanStatus,
              percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
              lastUpdateTime: Time,
            }),
          ),
        }),
      ),
      {
        ...{ result: 1, desc: 'ok' },
        data: { planId: EXAMPLE.planId, status: 'COMPLETED', percent: 100, lastUpdateTime: EXAMPLE.time },
      },
    ),
  },
});

/** The refusals of an unusable filter of results. */
export const RESULT_FILTER_REFUSALS = [
  LIMIT_REFUSAL,
  badParameterDoc('state'),
  badParameterDoc('kind'),
  badParameterDoc('cursor'),
];

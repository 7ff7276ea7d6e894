import * as v from 'valibot';
import { ON_MISS } from '../../applications/domain/mock-settings.ts';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Refusal, Share, Time } from '../../platform/http/documents/shown-schemas.ts';
import { CallInput, CallKind, MAX_BATCH, MAX_REPORTED, ReportedCall } from '../domain/call.ts';
import { MissReason } from '../domain/made-call.ts';
import { MAX_NEAREST } from '../domain/match-call.ts';
import { MIN_SCORE } from '../domain/similarity.ts';
import { AskId, CorrelationInput, QuestionInput } from './question.ts';

const anyJson = v.unknown();
const nullableText = v.nullable(v.string());
const nullableNumber = v.nullable(v.number());

const Answered = v.object({
  matched: v.literal(true),
  strategy: v.pipe(
    v.picklist(['exact', 'similar', 'sequence']),
    v.description('`sequence` also if a read is repeated.'),
  ),
  callId: v.pipe(
    v.string(),
    v.description('Position of the recorded call in its case, or `startup` for a call that belongs to no request.'),
  ),
  response: anyJson,
  error: v.pipe(nullableText, v.description('The error of the recorded call, instead of a response.')),
  durationMs: v.pipe(nullableNumber, v.description('Duration of the recorded call.')),
  delayMs: v.pipe(v.number(), v.description('How long to wait before answering (setting `mocks.replayLatency`).')),
});

const Missed = v.object({
  matched: v.literal(false),
  reason: MissReason,
  nearest: v.pipe(
    v.array(v.object({ callId: v.string(), operation: v.string(), score: Share, differs: v.array(v.string()) })),
    v.description(`At most ${MAX_NEAREST} similar recorded calls, with the differing paths of the request.`),
  ),
  onMiss: v.pipe(
    v.picklist(ON_MISS),
    v.description('What to do: let the call fail, send it to its target, or return `response`.'),
  ),
  response: v.pipe(v.optional(anyJson), v.description('The default response of the target.')),
});

const MatchAnswer = named('MatchAnswer', v.union([Answered, Missed]));
const MatchQuestion = named('MatchQuestion', QuestionInput);
const RESPONSE = { response: anyJson, error: nullableText, durationMs: nullableNumber };
const Reported = named('ReportedCall', ReportedCall);
const Report = named(
  'CallReport',
  v.object({ accepted: Count, rejected: v.array(v.object({ index: Count, reason: v.string() })) }),
);

const CALL = {
  kind: 'http' as const,
  target: 'inventory',
  operation: 'GET /stock/{id}',
  request: { method: 'GET', path: '/stock/17', headers: [], body: null, bodyEncoding: 'utf8' },
};
const ANSWER = {
  matched: true,
  strategy: 'exact',
  callId: '0',
  error: null,
  durationMs: 3,
  delayMs: 0,
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{"left":3}', bodyEncoding: 'utf8' },
};

const INVALID = refusal(400, 'INVALID_CALL', 'call.target is missing or invalid');
const NOT_FOUND = refusal(404, 'REPLAY_NOT_FOUND', 'no such replay is in progress');
const AMBIGUOUS = refusal(
  409,
  'REPLAY_AMBIGUOUS',
  'several requests are in progress, so the call could belong to any of them',
);
const ID_NEEDED = refusal(
  409,
  'REPLAY_ID_NEEDED',
  'calls to this target need a replay id; with mocks.correlation: headers, trace ids count too',
);

/** Documentation of the endpoint that answers a call (interface 12). */
export const matchCallDoc: EndpointDoc = {
  id: 'matchCall',
  tag: 'Downstream calls',
  summary: 'Get the recorded response of a downstream call',
  description: `Looks for an equal recorded call, then for a similar one (a score of at least ${MIN_SCORE}), then for the next of the same operation. Each recorded call is used once per replay. \`appId\` selects the only request of the application in progress. By default, only \`replayId\` selects a request for a target that the application has called with it; with the setting \`mocks.correlation: replayId\` for every target. \`startup: true\` selects calls that belong to no request. With an \`askId\`, a repeated request gets the same response and uses up no call. The service notes each request, so do not report the call again. See docs/downstream-calls.md.`,
  request: json(MatchQuestion, { replayId: EXAMPLE.replayId, askId: 'a1', call: CALL }),
  responses: { 200: json(MatchAnswer, ANSWER) },
  refusals: [INVALID, NOT_FOUND, AMBIGUOUS, ID_NEEDED],
};

/** Documentation of the same for several calls. */
export const matchBatchDoc: EndpointDoc = {
  id: 'matchCalls',
  tag: 'Downstream calls',
  summary: 'Get the recorded responses of several downstream calls',
  description: `Takes at most ${MAX_BATCH} calls, matched in order. A call without a match has \`errorCode\` and \`errorMessage\` in its place.`,
  request: json(named('MatchQuestions', v.object({ items: v.pipe(v.array(MatchQuestion), v.maxLength(MAX_BATCH)) })), {
    items: [{ replayId: EXAMPLE.replayId, askId: 'a1', call: CALL }],
  }),
  responses: { 200: json(v.object({ items: v.array(v.union([MatchAnswer, Refusal])) }), { items: [ANSWER] }) },
  refusals: [INVALID],
};

/** Documentation of the endpoint that describes a replay. */
export const replayFactsDoc: EndpointDoc = {
  id: 'readActiveReplay',
  tag: 'Downstream calls',
  summary: 'Read the request in progress',
  description: 'For agents: returns the case, the time of its recording, and whether its downstream calls are mocked.',
  responses: {
    200: json(
      named(
        'ActiveReplay',
        v.object({
          replayId: v.string(),
          caseId: v.string(),
          appId: v.string(),
          recordedAt: Time,
          enableMock: v.boolean(),
          traceId: v.string(),
        }),
      ),
      {
        replayId: EXAMPLE.replayId,
        caseId: EXAMPLE.caseId,
        appId: EXAMPLE.appId,
        recordedAt: EXAMPLE.time,
        enableMock: true,
        traceId: EXAMPLE.traceId,
      },
    ),
  },
  refusals: [NOT_FOUND],
};

/** Documentation of the endpoint that lists recorded calls. */
export const recordedCallsDoc: EndpointDoc = {
  id: 'listRecordedCalls',
  tag: 'Downstream calls',
  summary: 'List the recorded calls of a request in progress',
  description: 'For agents that fetch recorded calls before the application makes them. Uses up no call.',
  query: {
    kind: { schema: CallKind, description: 'Only this kind of call.', example: 'http' },
    target: { schema: v.string(), description: 'Only calls to this target.' },
  },
  responses: {
    200: json(v.object({ items: v.array(v.object({ callId: v.string(), ...CallInput.entries, ...RESPONSE })) }), {
      items: [{ callId: '0', ...CALL, response: ANSWER.response, error: null, durationMs: 3 }],
    }),
  },
  refusals: [badParameterDoc('kind'), NOT_FOUND],
};

/** Documentation of the endpoint that takes reports. */
export const reportCallsDoc: EndpointDoc = {
  id: 'reportCalls',
  tag: 'Downstream calls',
  summary: 'Report calls that the application made',
  description: `Takes at most ${MAX_REPORTED} calls. An empty list says that an agent was present and the application made no call. Send the report before the response of the replayed request ends. Leave out calls that the service matched. With a \`reportId\`, a repeated request changes nothing.`,
  request: json(
    named(
      'CallsToReport',
      v.object({ reportId: v.optional(AskId), calls: v.pipe(v.array(Reported), v.maxLength(MAX_REPORTED)) }),
    ),
    { reportId: 'r1', calls: [{ ...CALL, response: ANSWER.response, durationMs: 4 }] },
  ),
  responses: { 200: json(Report, { accepted: 1, rejected: [] }) },
  refusals: [refusal(400, 'INVALID_CALL', `calls is missing or has more than ${MAX_REPORTED} calls`), NOT_FOUND],
};

/** Documentation of the endpoint that notes unanswered calls. */
export const noteUnansweredDoc: EndpointDoc = {
  id: 'noteUnansweredCall',
  tag: 'Downstream calls',
  summary: 'Report a call that the service did not answer',
  description:
    'For agents and proxies that could not match a call: the service was away, too busy, or failed. The replayed request then has no result, because its response says nothing about the build. Send the report before the call fails in the application.',
  request: json(named('CallCorrelation', CorrelationInput), { replayId: EXAMPLE.replayId }),
  responses: { 200: json(v.object({ replayId: v.string() }), { replayId: EXAMPLE.replayId }) },
  refusals: [
    refusal(400, 'INVALID_CALL', 'exactly one of replayId, traceId and appId must identify the request'),
    NOT_FOUND,
    AMBIGUOUS,
    ID_NEEDED,
  ],
};

/** Documentation of the endpoint that keeps calls of no request. */
export const startupCallsDoc: EndpointDoc = {
  id: 'recordStartupCalls',
  tag: 'Downstream calls',
  summary: 'Record calls that belong to no request',
  description: `For connection set-up, migrations and similar calls. Takes at most ${MAX_REPORTED} calls and keeps the newest of equal ones. They are matched for \`startup: true\`, and for calls of a replayed request without a recorded call.`,
  request: json(named('StartupCalls', v.object({ calls: v.pipe(v.array(Reported), v.maxLength(MAX_REPORTED)) })), {
    calls: [
      {
        kind: 'database',
        target: 'orders',
        operation: 'select version()',
        request: { sql: 'SELECT version()', parameters: [] },
        response: { command: 'SELECT', rowCount: 1, rows: [{ version: 'PostgreSQL 18' }] },
      },
    ],
  }),
  responses: { 200: json(Report, { accepted: 1, rejected: [] }) },
  refusals: [
    badParameterDoc('appId'),
    refusal(400, 'INVALID_CALL', `calls is missing or has more than ${MAX_REPORTED} calls`),
  ],
};

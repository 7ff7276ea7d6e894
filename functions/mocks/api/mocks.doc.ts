import * as v from 'valibot';
import { ON_MISS } from '../../applications/domain/mock-settings.ts';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Refusal, Share, Time } from '../../platform/http/documents/shown-schemas.ts';
import { CallInput, CallKind, MAX_BATCH, MAX_REPORTED, ReportedCall } from '../domain/call.ts';
import { MissReason } from '../domain/made-call.ts';
import { MAX_NEAREST } from '../domain/match-call.ts';
import { MIN_SCORE } from '../domain/similarity.ts';
import { AskId, QuestionInput } from './question.ts';

const anyJson = v.unknown();
const nullableText = v.nullable(v.string());
const nullableNumber = v.nullable(v.number());

const Answered = v.object({
  matched: v.literal(true),
  strategy: v.pipe(
    v.picklist(['exact', 'similar', 'sequence']),
    v.description('`sequence` is also the answer to a read that is given again.'),
  ),
  callId: v.pipe(
    v.string(),
    v.description('Position of the recorded call in its case; `startup` for one of no request.'),
  ),
  response: anyJson,
  error: v.pipe(nullableText, v.description('The error that the recorded call ended with, instead of a response.')),
  durationMs: v.pipe(nullableNumber, v.description('Of the recorded call.')),
  delayMs: v.pipe(v.number(), v.description('How long to wait before answering (setting `mocks.replayLatency`).')),
});

const Missed = v.object({
  matched: v.literal(false),
  reason: MissReason,
  nearest: v.pipe(
    v.array(v.object({ callId: v.string(), operation: v.string(), score: Share, differs: v.array(v.string()) })),
    v.description(`At most ${MAX_NEAREST} recorded calls that come close, with the paths of the request that differ.`),
  ),
  onMiss: v.pipe(
    v.picklist(ON_MISS),
    v.description('What to do: let the call fail, make it for real, or answer `response`.'),
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

/** Documentation of the endpoint that answers a call (interface 12). */
export const matchCallDoc: EndpointDoc = {
  id: 'matchCall',
  tag: 'Downstream calls',
  summary: 'Answer a downstream call from the recording',
  description: `Looks for an equal recorded call, then for a similar one (a score of at least ${MIN_SCORE}), then for the next of the same operation; each answers once per replay. \`appId\` stands for the only request of the application that is replayed. \`startup: true\` asks for a call that belongs to no request. With an \`askId\`, a repeat of the question gets the same answer and consumes nothing. What is asked is noted: do not report it again. See docs/downstream-calls.md.`,
  request: json(MatchQuestion, { replayId: EXAMPLE.replayId, askId: 'a1', call: CALL }),
  responses: { 200: json(MatchAnswer, ANSWER) },
  refusals: [INVALID, NOT_FOUND, AMBIGUOUS],
};

/** Documentation of the same for several calls. */
export const matchBatchDoc: EndpointDoc = {
  id: 'matchCalls',
  tag: 'Downstream calls',
  summary: 'Answer several downstream calls',
  description: `At most ${MAX_BATCH} calls, matched in their order. A call that cannot be answered has \`errorCode\` and \`errorMessage\` in its place.`,
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
  summary: 'What is replayed now',
  description: 'For agents: the case, the time at which it was recorded, and whether its downstream calls are mocked.',
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
  summary: 'Recorded calls of a replayed case',
  description: 'For agents that fetch recorded calls before the application makes them. Consumes none.',
  query: {
    kind: { schema: CallKind, description: 'Only calls of this kind.', example: 'http' },
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
  summary: 'Report calls that were made for real',
  description: `At most ${MAX_REPORTED} calls; an empty list says that an agent was there and no call was made. Send it before the response of the replayed request ends. Leave out calls that were asked for. With a \`reportId\`, a repeat changes nothing.`,
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

/** Documentation of the endpoint that keeps calls of no request. */
export const startupCallsDoc: EndpointDoc = {
  id: 'recordStartupCalls',
  tag: 'Downstream calls',
  summary: 'Record calls that belong to no request',
  description: `Connection set-up, migrations and the like: at most ${MAX_REPORTED} calls, the newest of equal ones are kept. They answer questions with \`startup: true\`, and calls of replays that no recorded call answers.`,
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

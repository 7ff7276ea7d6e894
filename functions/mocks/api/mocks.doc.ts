import * as v from 'valibot';
import { answers, badParameterDoc, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Refusal } from '../../platform/http/documents/shown-schemas.ts';
import { CallKind, MAX_BATCH, MAX_REPORTED, ReportedCall } from '../domain/call.ts';
import { MIN_SCORE } from '../domain/similarity.ts';
import { AskId, CorrelationInput, QuestionInput } from './question.ts';
import {
  ANSWER_EXAMPLE,
  CALL_EXAMPLE,
  CallReport,
  MatchAnswer,
  REPLAY_EXAMPLE,
  ShownCall,
  ShownReplay,
} from './shown-calls.ts';

const MatchQuestion = named('MatchQuestion', QuestionInput);
const Reported = named('ReportedCall', ReportedCall);

const INVALID = refusal(400, 'INVALID_CALL', 'call.target is missing or invalid');
/** The refusal of a replay that has not begun or has ended. */
export const NOT_FOUND = refusal(404, 'REPLAY_NOT_FOUND', 'no such replay is in progress');
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

/** What the OpenAPI document says of downstream calls (interface 12). */
export const mockDocs = docs('Downstream calls', {
  matchCall: {
    summary: 'Get the recorded response of a downstream call',
    description: `Looks for an equal recorded call, then for a similar one (a score of at least ${MIN_SCORE}), then for the next of the same operation. Each recorded call is used once per replay. \`appId\` selects the only request of the application in progress. By default, only \`replayId\` selects a request for a target that the application has called with it; with the setting \`mocks.correlation: replayId\` for every target. \`startup: true\` selects calls that belong to no request. With an \`askId\`, a repeated request gets the same response and uses up no call. The service notes each request, so do not report the call again. See docs/downstream-calls.md.`,
    request: json(MatchQuestion, { replayId: EXAMPLE.replayId, askId: 'a1', call: CALL_EXAMPLE }),
    responses: answers(MatchAnswer, ANSWER_EXAMPLE),
    refusals: [INVALID, NOT_FOUND, AMBIGUOUS, ID_NEEDED],
  },
  matchCalls: {
    summary: 'Get the recorded responses of several downstream calls',
    description: `Takes at most ${MAX_BATCH} calls, matched in order. A call without a match has \`errorCode\` and \`errorMessage\` in its place.`,
    request: json(
      named('MatchQuestions', v.object({ items: v.pipe(v.array(MatchQuestion), v.maxLength(MAX_BATCH)) })),
      { items: [{ replayId: EXAMPLE.replayId, askId: 'a1', call: CALL_EXAMPLE }] },
    ),
    responses: answers(v.object({ items: v.array(v.union([MatchAnswer, Refusal])) }), { items: [ANSWER_EXAMPLE] }),
    refusals: [INVALID],
  },
  readActiveReplay: {
    summary: 'Read the request in progress',
    description:
      'For agents: returns the case, the time of its recording, and whether its downstream calls are mocked.',
    responses: answers(ShownReplay, REPLAY_EXAMPLE),
    refusals: [NOT_FOUND],
  },
  listRecordedCalls: {
    summary: 'List the recorded calls of a request in progress',
    description: 'For agents that fetch recorded calls before the application makes them. Uses up no call.',
    query: {
      kind: { schema: CallKind, description: 'Only this kind of call.', example: 'http' },
      target: { schema: v.string(), description: 'Only calls to this target.' },
    },
    responses: answers(v.object({ items: v.array(ShownCall) }), {
      items: [{ callId: '0', ...CALL_EXAMPLE, response: ANSWER_EXAMPLE.response, error: null, durationMs: 3 }],
    }),
    refusals: [badParameterDoc('kind'), NOT_FOUND],
  },
  reportCalls: {
    summary: 'Report calls that the application made',
    description: `Takes at most ${MAX_REPORTED} calls. An empty list says that an agent was present and the application made no call. Send the report before the response of the replayed request ends. Leave out calls that the service matched. With a \`reportId\`, a repeated request changes nothing.`,
    request: json(
      named(
        'CallsToReport',
        v.object({ reportId: v.optional(AskId), calls: v.pipe(v.array(Reported), v.maxLength(MAX_REPORTED)) }),
      ),
      { reportId: 'r1', calls: [{ ...CALL_EXAMPLE, response: ANSWER_EXAMPLE.response, durationMs: 4 }] },
    ),
    responses: answers(CallReport, { accepted: 1, rejected: [] }),
    refusals: [refusal(400, 'INVALID_CALL', `calls is missing or has more than ${MAX_REPORTED} calls`), NOT_FOUND],
  },
  noteUnansweredCall: {
    summary: 'Report a call that the service did not answer',
    description:
      'For agents and proxies that could not match a call: the service was away, too busy, or failed. The replayed request then has no result, because its response says nothing about the build. Send the report before the call fails in the application.',
    request: json(named('CallCorrelation', CorrelationInput), { replayId: EXAMPLE.replayId }),
    responses: answers(v.object({ replayId: v.string() }), { replayId: EXAMPLE.replayId }),
    refusals: [
      refusal(400, 'INVALID_CALL', 'exactly one of replayId, traceId and appId must identify the request'),
      NOT_FOUND,
      AMBIGUOUS,
      ID_NEEDED,
    ],
  },
  recordStartupCalls: {
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
    responses: answers(CallReport, { accepted: 1, rejected: [] }),
    refusals: [
      badParameterDoc('appId'),
      refusal(400, 'INVALID_CALL', `calls is missing or has more than ${MAX_REPORTED} calls`),
    ],
  },
});

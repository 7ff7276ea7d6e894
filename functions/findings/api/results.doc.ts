import * as v from 'valibot';
import { Difference } from '../../compare/domain/difference.ts';
import { Kind } from '../../compare/domain/kinds.ts';
import { badParameterDoc, type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { listExample, listOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { LIMIT_REFUSAL, PAGE_QUERY } from '../../platform/http/page-request.ts';
import { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { NO_PLAN } from '../../replay/api/plans.doc.ts';
import { CallsState } from '../../replay/domain/calls/result-calls.ts';
import { MAX_LISTED_PATH } from '../../replay/domain/results/listed-path.ts';
import { ShownCallRow } from './calls-view.ts';
import { MarkInput } from './mark-input.ts';
import { ResultState } from './result-state.ts';

const sides = (schema: v.GenericSchema) => v.object({ recorded: v.nullable(schema), replayed: v.nullable(schema) });

const result = v.object({
  planItemId: v.string(),
  caseId: v.string(),
  operation: v.string(),
  method: v.pipe(v.nullable(v.string()), v.description('`null` in results of earlier versions.')),
  path: v.pipe(
    v.nullable(v.string()),
    v.description(
      `Path and query as recorded, without credentials, at most ${MAX_LISTED_PATH} characters. \`null\` in results of earlier versions.`,
    ),
  ),
  state: ResultState,
  marked: v.boolean(),
  kinds: v.array(Kind),
  likelyNoise: v.pipe(
    v.optional(v.literal(true)),
    v.description('Present where noise reduction suggests ignoring every difference.'),
  ),
  status: sides(v.pipe(v.number(), v.integer())),
  durationMs: sides(v.number()),
  traceId: v.string(),
  replayId: v.nullable(v.string()),
  unreadable: v.pipe(
    v.optional(v.literal(true)),
    v.description('What is stored is damaged, so the request counts as one without result.'),
  ),
  damaged: v.pipe(
    v.optional(v.picklist(['recording', 'result'])),
    v.description('What is damaged. A request whose recording is damaged is not sent.'),
  ),
  unanswered: v.pipe(
    v.optional(v.literal(true)),
    v.description('The service did not answer a downstream call, so the request counts as one without result.'),
  ),
});

const RESULT = {
  planItemId: EXAMPLE.planItemId,
  caseId: EXAMPLE.caseId,
  operation: EXAMPLE.operation,
  method: 'GET',
  path: '/orders/1?expand=lines',
  state: 'FAILED',
  marked: false,
  kinds: ['FIELD_VALUE'],
  status: { recorded: 200, replayed: 200 },
  durationMs: { recorded: 12, replayed: 15 },
  traceId: EXAMPLE.traceId,
  replayId: EXAMPLE.replayId,
};

/** Documentation of the endpoint that lists results (interface 10). */
export const listResultsDoc: EndpointDoc = {
  id: 'listResults',
  tag: 'Results',
  summary: 'List the results of the latest round of a run',
  description: 'In the order of the run. A page may be short. `nextCursor` says whether more follow.',
  query: {
    state: { schema: ResultState, description: 'Only results in this state.', example: 'FAILED' },
    operation: { schema: v.string(), description: 'Only this endpoint.' },
    method: { schema: v.string(), description: 'Only this method.', example: 'GET' },
    kind: { schema: Kind, description: 'Only with a difference of this kind.', example: 'FIELD_VALUE' },
    ...PAGE_QUERY,
  },
  responses: { 200: json(listOf(named('Result', result)), listExample(RESULT)) },
  refusals: [NO_PLAN, LIMIT_REFUSAL, badParameterDoc('state'), badParameterDoc('kind'), badParameterDoc('cursor')],
};

const Mark = named('Mark', v.object({ comment: v.nullable(v.string()), markedBy: v.string(), markedAt: Time }));
const MARK = { comment: 'known rounding', markedBy: EXAMPLE.userName, markedAt: EXAMPLE.time };
const truncated = v.optional(v.literal(true));
const side = (schema: { entries: v.ObjectEntries }) => v.nullable(v.object({ ...schema.entries, truncated }));
const mapped = v.pipe(
  v.array(
    v.object({
      path: v.string(),
      recorded: v.string(),
      replayed: v.string(),
      from: v.object({ planItemId: v.string(), place: v.string() }),
    }),
  ),
  v.description(
    'Recorded values and the values that the replayed build issued instead. They were sent (`path` starts with `@request.`), or are therefore equal in the response. `from` is the response that issued the value. Sealed values are `sealed`.',
  ),
);
const headers = [['content-type', 'application/json']];
const NO_RESULT = refusal(404, 'NOT_FOUND', 'there is no such result');

/** Documentation of the endpoint that reads one result (interface 10). */
export const readResultDoc: EndpointDoc = {
  id: 'readResult',
  tag: 'Results',
  summary: 'Read a result with both sides and its differences',
  description:
    'Bodies of more than 900,000 characters are cut, with `truncated: true`. Credentials are `***` for callers without the scope write.',
  responses: {
    200: json(
      named(
        'ResultWithSides',
        v.object({
          ...result.entries,
          recordedAt: v.string(),
          replayedAt: v.nullable(v.string()),
          mark: v.nullable(Mark),
          request: side(RecordedRequest),
          recorded: side(RecordedResponse),
          replayed: side(RecordedResponse),
          differences: v.array(v.object({ ...Difference.entries, group: v.picklist(['needsAction', 'toReview']) })),
          mapped,
          callsState: v.pipe(
            CallsState,
            v.description(
              'How downstream calls were made. `not recorded`: the case has no calls. `not asked`: neither an agent nor a proxy noticed a call. `answered`: all from the recording. `real`: all by their targets. `mixed`: both.',
            ),
          ),
          calls: v.pipe(
            v.array(named('ReplayedCall', ShownCallRow)),
            v.description(
              'Recorded and made downstream calls side by side, in the order of the recording, at most 500. Requests and responses of more than 4,000 characters are cut, with `truncated: true`. Empty if `callsState` is `not recorded` or `not asked`. `call` of a difference names their indexes.',
            ),
          ),
        }),
      ),
      {
        ...RESULT,
        recordedAt: '2026-11-20T10:00:00.123Z',
        replayedAt: '2026-11-20T18:00:00.000Z',
        mark: null,
        request: { method: 'GET', path: '/orders/1', headers: [], body: null, bodyEncoding: 'utf8' },
        recorded: { status: 200, headers, body: '{"total":10}', bodyEncoding: 'utf8' },
        replayed: { status: 200, headers, body: '{"total":11}', bodyEncoding: 'utf8' },
        differences: [
          {
            kind: 'FIELD_VALUE',
            group: 'needsAction',
            subject: 'total',
            path: 'total',
            recorded: '10',
            replayed: '11',
            rule: null,
          },
        ],
        mapped: [
          {
            path: 'id',
            recorded: '17',
            replayed: '42',
            from: { planItemId: EXAMPLE.planItemId, place: 'POST /orders $.id' },
          },
        ],
        callsState: 'answered',
        calls: [
          {
            state: 'SAME',
            recorded: {
              index: 0,
              kind: 'database',
              target: 'orders',
              operation: 'select * from orders where id = ?',
              request: { sql: 'SELECT * FROM orders WHERE id = $1', parameters: [1] },
              response: { command: 'SELECT', rowCount: 1, rows: [{ id: 1, total: 10 }] },
              error: null,
              durationMs: 3,
            },
            made: {
              index: 0,
              kind: 'database',
              target: 'orders',
              operation: 'select * from orders where id = ?',
              request: { sql: 'SELECT * FROM orders WHERE id = $1', parameters: [1] },
              recorded: 0,
              answeredBy: 'recording',
              strategy: 'exact',
              reason: null,
              response: null,
              error: null,
              durationMs: null,
              at: '2026-11-20T18:00:00.010Z',
            },
          },
        ],
      },
    ),
  },
  refusals: [NO_RESULT],
};

const marked = v.object({ planItemId: v.string(), marked: v.boolean(), mark: v.nullable(Mark) });

/** Documentation of the endpoint that marks a request as expected (interface 10). */
export const markPassedDoc: EndpointDoc = {
  id: 'markPassed',
  tag: 'Results',
  summary: 'Mark a request as expected',
  description:
    'Findings leave the request out from the next query on. Counts, pass rate, verdict and its own state stay. Repeating the mark changes nothing, and another comment replaces the previous one.',
  request: json(MarkInput, { comment: MARK.comment }),
  responses: { 200: json(marked, { planItemId: EXAMPLE.planItemId, marked: true, mark: MARK }) },
  refusals: [
    refusal(400, 'INVALID_MARK', 'comment must be a string of at most 2,000 characters'),
    NO_RESULT,
    refusal(409, 'NO_RESULT', 'the request has no result that could be marked'),
  ],
};

/** Documentation of the endpoint that removes a mark (interface 10). */
export const unmarkDoc: EndpointDoc = {
  id: 'unmark',
  tag: 'Results',
  summary: 'Remove a mark',
  description: 'Has no effect on a request that is not marked.',
  responses: { 200: json(marked, { planItemId: EXAMPLE.planItemId, marked: false, mark: null }) },
  refusals: [NO_RESULT],
};

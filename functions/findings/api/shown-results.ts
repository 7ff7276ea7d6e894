import * as v from 'valibot';
import { Difference } from '../../compare/domain/difference.ts';
import { Group, Kind } from '../../compare/domain/kinds.ts';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { CallsState } from '../../replay/domain/calls/result-calls.ts';
import { MAX_LISTED_PATH } from '../../replay/domain/results/listed-path.ts';
import { ShownCallRow } from './calls-view.ts';

/** The outcome of a request (interface 10). */
export const ResultState = v.picklist(['PASSED', 'FAILED', 'NO_RESULT']);

const sides = <S extends v.GenericSchema>(schema: S) =>
  v.object({ recorded: v.nullable(schema), replayed: v.nullable(schema) });

/** A result as lists show it (interface 10). */
export const ShownResult = v.object({
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
  uncompared: v.pipe(
    v.optional(v.literal(true)),
    v.description(
      'The running build (baselineEnv) failed, both builds answered 401, or the request changes data that both may share.',
    ),
  ),
});
export type ShownResult = v.InferOutput<typeof ShownResult>;

/** A mark as answers show it. */
export const ShownMark = named(
  'Mark',
  v.object({ comment: v.nullable(v.string()), markedBy: v.string(), markedAt: Time }),
);
export type ShownMark = v.InferOutput<typeof ShownMark>;

/** What became of a mark. */
export const ShownMarking = v.object({ planItemId: v.string(), marked: v.boolean(), mark: v.nullable(ShownMark) });

const truncated = v.optional(v.literal(true));
const side = <Entries extends v.ObjectEntries>({ entries }: { entries: Entries }) =>
  v.nullable(v.object({ ...entries, truncated }));
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

/** A single result with both sides and its differences (interface 10). */
export const ResultWithSides = v.object({
  ...ShownResult.entries,
  recordedAt: v.string(),
  replayedAt: v.nullable(v.string()),
  mark: v.nullable(ShownMark),
  request: side(RecordedRequest),
  recorded: side(RecordedResponse),
  replayed: side(RecordedResponse),
  differences: v.array(v.object({ ...Difference.entries, group: Group })),
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
});
export type ResultWithSides = v.InferOutput<typeof ResultWithSides>;

/** A result as lists show it. */
export const RESULT_EXAMPLE: ShownResult = {
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

/** A mark. */
export const MARK_EXAMPLE: ShownMark = {
  comment: 'known rounding',
  markedBy: EXAMPLE.userName,
  markedAt: EXAMPLE.time,
};

const headers = [['content-type', 'application/json']];

/** A single result. */
export const RESULT_WITH_SIDES_EXAMPLE = {
  ...RESULT_EXAMPLE,
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
};

import * as v from 'valibot';
import { ON_MISS } from '../../applications/domain/mock-settings.ts';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Share, Time } from '../../platform/http/documents/shown-schemas.ts';
import { CallInput } from '../domain/call.ts';
import { MissReason } from '../domain/made-call.ts';
import { MAX_NEAREST } from '../domain/match-call.ts';

const anyJson = v.unknown();
const nullableText = v.nullable(v.string());
const nullableNumber = v.nullable(v.number());

/** The answer of a recorded call. */
export const Answered = v.object({
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

/** The answer where no recorded call answers. */
export const Missed = v.object({
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

/** The answer to an agent's question (interface 12). */
export const MatchAnswer = named('MatchAnswer', v.union([Answered, Missed]));
export type MatchAnswer = v.InferOutput<typeof MatchAnswer>;

/** A recorded call as agents read it. */
export const ShownCall = v.object({
  callId: v.string(),
  ...CallInput.entries,
  response: anyJson,
  error: nullableText,
  durationMs: nullableNumber,
});

/** What became of reported calls. */
export const CallReport = named(
  'CallReport',
  v.object({ accepted: Count, rejected: v.array(v.object({ index: Count, reason: v.string() })) }),
);

/** A request that is replayed. */
export const ShownReplay = named(
  'ActiveReplay',
  v.object({
    replayId: v.string(),
    caseId: v.string(),
    appId: v.string(),
    recordedAt: Time,
    enableMock: v.boolean(),
    traceId: v.string(),
  }),
);

/** A downstream call. */
export const CALL_EXAMPLE = {
  kind: 'http' as const,
  target: 'inventory',
  operation: 'GET /stock/{id}',
  request: { method: 'GET', path: '/stock/17', headers: [], body: null, bodyEncoding: 'utf8' },
};

/** Its recorded answer. */
export const ANSWER_EXAMPLE = {
  matched: true,
  strategy: 'exact',
  callId: '0',
  error: null,
  durationMs: 3,
  delayMs: 0,
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{"left":3}', bodyEncoding: 'utf8' },
};

/** A request that is replayed. */
export const REPLAY_EXAMPLE = {
  replayId: EXAMPLE.replayId,
  caseId: EXAMPLE.caseId,
  appId: EXAMPLE.appId,
  recordedAt: EXAMPLE.time,
  enableMock: true,
  traceId: EXAMPLE.traceId,
};

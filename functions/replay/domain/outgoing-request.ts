import { whyNotRepeated } from '../../applications/domain/not-repeated.ts';
import type { Header, OutboundRequest } from '../../platform/outbound/outbound.ts';
import { headerOf } from '../../platform/values/http-tokens.ts';
import { RECORD_ID_HEADER } from '../../recordings/domain/importers/arex/mocker.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import { REPLAY_BAGGAGE } from '../../recordings/domain/replay-mark.ts';
import { replayTracestate } from '../../recordings/domain/replay-tracestate.ts';

/** The headers setting of an application (interface 10). Names are case-insensitive (RFC 9110 5.1). */
export interface FixedHeaders {
  /**
   * Replaces recorded headers of these names; a header that is not a credential is also added where it was not
   * recorded.
   */
  readonly set: Readonly<Record<string, string>>;
  /** Names of credentials in `set` that requests get which were recorded without them. */
  readonly always: readonly string[];
  /** Deletes recorded headers of these names. */
  readonly remove: readonly string[];
}

export interface OutgoingFacts {
  request: RecordedRequest;
  targetEnv: string;
  /** The recorded trace id, 32 lower-case hex digits. */
  traceId: string;
  /** A fresh span, 16 lower-case hex digits. */
  spanId: string;
  replayId: string;
  planId: string;
  enableMock: boolean;
  headers: FixedHeaders;
  timeoutMs: number;
  maxBodyBytes: number;
}

/** Codings that the client decodes; offering another could produce a response that cannot be compared. */
const READABLE_CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'identity']);

/**
 * Returns the request that replays a case: as recorded, except for what the hop, the target and this replay determine
 * (interface 12).
 */
export function outgoingRequest(facts: OutgoingFacts): OutboundRequest {
  const { request, timeoutMs, maxBodyBytes } = facts;
  return {
    url: targetUrl(facts.targetEnv, request.path),
    method: request.method,
    headers: [...repeatedHeaders(facts), ...replayHeaders(facts)],
    body: request.body === null ? null : Buffer.from(request.body, request.bodyEncoding),
    timeoutMs,
    maxBodyBytes,
  };
}

/** The recorded path below the target's own; a bare `#`, which a url would treat as a fragment, is encoded. */
function targetUrl(targetEnv: string, path: string): string {
  const base = targetEnv.replace(/\/+$/, '');
  return `${base}${path.startsWith('/') ? '' : '/'}${path.replaceAll('#', '%23')}`;
}

function repeatedHeaders(facts: OutgoingFacts): Header[] {
  const { request, headers } = facts;
  const { set, always, remove } = headers;
  const wanted = new Set([...request.headers.map(([name]) => name), ...always].map((name) => name.toLowerCase()));
  const settings = Object.entries(set).filter(
    ([name]) => isRepeated(name) && (!isCredentialName(name) || wanted.has(name.toLowerCase())),
  );
  const gone = new Set(
    [...namedByConnection(request.headers), ...remove, ...settings.map(([name]) => name)].map((name) =>
      name.toLowerCase(),
    ),
  );
  return [
    ...request.headers.filter(([name]) => isRepeated(name) && !gone.has(name.toLowerCase())).map(readableOnly),
    ...settings,
    ...arexHeaders(facts),
  ];
}

function replayHeaders(facts: OutgoingFacts): Header[] {
  const { traceId, spanId, replayId, planId, enableMock } = facts;
  return [
    ['traceparent', `00-${traceId}-${spanId}-01`],
    // Services that pass on traceparent only pass this on with it: it names the replay by what outsiders cannot guess.
    ['tracestate', replayTracestate(replayId, recordedTracestate(facts))],
    // A second line beside a recorded one forms one list (W3C Baggage); services propagate it, so that recorders
    // downstream see it too.
    ['baggage', `${REPLAY_BAGGAGE},replay.id=${replayId}`],
    ['x-replay-id', replayId],
    ['x-replay-plan-id', planId],
    ['x-replay-mock', enableMock ? 'on' : 'off'],
  ];
}

/** The recorded lines of `tracestate`; none where the application removes them. */
function recordedTracestate({ request, headers }: OutgoingFacts): string[] {
  const isTracestate = (name: string) => name.toLowerCase() === 'tracestate';
  if (headers.remove.some(isTracestate)) return [];
  return request.headers.filter(([name]) => isTracestate(name)).map(([, value]) => value);
}

/**
 * The AREX agent answers the downstream calls of a request that names its record, and makes none: nothing is named
 * where calls are to be made for real.
 */
function arexHeaders({ request, enableMock }: OutgoingFacts): Header[] {
  const recordId = headerOf(request.headers, RECORD_ID_HEADER);
  if (recordId === undefined || !enableMock) return [];
  return [
    [RECORD_ID_HEADER, recordId],
    ['arex-schedule-replay', 'true'],
  ];
}

const isRepeated = (name: string): boolean => whyNotRepeated(name) === null;

/** Headers that the recorded hop declared as hop-by-hop (RFC 9110 7.6.1). */
const namedByConnection = (headers: readonly Header[]): string[] =>
  headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim());

function readableOnly([name, value]: Header): Header {
  if (name.toLowerCase() !== 'accept-encoding') return [name, value];
  const all = value.split(',').map((coding) => coding.trim());
  const readable = all.filter(
    (coding) => coding === '' || READABLE_CODINGS.has(coding.replace(/\s*;.*$/, '').toLowerCase()),
  );
  if (readable.length === all.length) return [name, value];
  return [name, readable.join(', ') || 'identity'];
}

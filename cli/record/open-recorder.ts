import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import { exchangeFilter, type FilterOptions } from '../../functions/recordings/domain/filter/exchange-filter.ts';
import { type FilteredExchange, mediaTypeOf } from '../../functions/recordings/domain/filter/filtered-exchange.ts';
import { type LeftOut, leftOutCounts } from '../../functions/recordings/domain/filter/left-out.ts';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { budgetOf } from './captured-body.ts';
import type { CaseSink } from './case-sink.ts';
import { type Exchange, forward } from './forward.ts';
import type { KeptCredentials } from './kept-credentials.ts';
import { caseLine, recordedCall } from './recorded-exchange.ts';

export interface RecorderOptions {
  appId: string;
  target: URL;
  /** Downstream services by the name under which they are called. */
  downstream: ReadonlyMap<string, URL>;
  tags: Readonly<Record<string, string>>;
  maxBodyBytes: number;
  kept: KeptCredentials;
  filter: FilterOptions;
  sink: CaseSink;
  now(): number;
}

export interface RecorderCounts {
  recorded: number;
  /** Forwarded but not recorded: a body was too large, or too many bytes were in flight. */
  tooLarge: number;
  /** Forwarded but not recorded: too many cases were pending for the service. */
  dropped: number;
  /** Did not complete: the target was unreachable, or the client closed the connection. */
  broken: number;
  /** Replayed requests, which are not recorded. */
  replays: number;
  /** Left out by the filter. */
  leftOut: number;
  /** Downstream calls without a matching inbound request. */
  strayCalls: number;
}

export interface Recorder {
  inbound: Server;
  downstream: Server;
  counts: RecorderCounts;
  /** What the filter left out, by reason. */
  leftOut(): LeftOut[];
  /** Names of the redacted response fields. */
  blackedOut: ReadonlySet<string>;
}

/** An inbound request in flight and the calls made on its behalf. */
interface Inbound {
  calls: RecordedCall[];
  pending: Set<Promise<unknown>>;
}

/** Maximum bytes of all bodies in flight. */
const MAX_CAPTURED_BYTES = 128 * 1024 * 1024;
/** How long to wait for calls that outlive their request. */
const LATE_CALLS_MS = 5_000;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/**
 * Creates the two servers of `replay record`: one for inbound traffic, one for the application's downstream calls
 * (interface 12). Neither listens yet.
 */
export function openRecorder(options: RecorderOptions): Recorder {
  const { target, downstream, sink, maxBodyBytes, kept, now } = options;
  const budget = budgetOf(MAX_CAPTURED_BYTES);
  const inboundByTrace = new Map<string, Inbound>();
  const counts: RecorderCounts = {
    recorded: 0,
    tooLarge: 0,
    dropped: 0,
    broken: 0,
    replays: 0,
    leftOut: 0,
    strayCalls: 0,
  };
  const { ofRequest, ofSample } = exchangeFilter(options.filter);
  const outcomes = leftOutCounts();
  const blackedOut = new Set<string>();
  const shared = { maxBodyBytes, budget, now };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = TRACEPARENT.exec(String(request.headers.traceparent ?? ''))?.[1];
    const traceId = given ?? randomBytes(16).toString('hex');
    const set = given ? [] : [['traceparent', `00-${traceId}-${randomBytes(8).toString('hex')}-01`] as const];
    const inbound: Inbound = { calls: [], pending: new Set() };
    const isReplay = request.headers['x-replay-id'] !== undefined;
    if (!isReplay) inboundByTrace.set(traceId, inbound);
    const exchange = await forward(request, response, { ...shared, target, path: request.url ?? '/', set });
    if (exchange !== null && inbound.pending.size > 0) {
      await Promise.race([Promise.allSettled(inbound.pending), sleep(LATE_CALLS_MS, undefined, { ref: false })]);
    }
    if (inboundByTrace.get(traceId) === inbound) inboundByTrace.delete(traceId);
    if (exchange === null) counts.broken++;
    else if (isReplay) counts.replays++;
    else keep(exchange, traceId, inbound.calls);
    if (exchange !== null) release(exchange);
  }

  function keep(exchange: Exchange, traceId: string, calls: readonly RecordedCall[]): void {
    const { appId, tags } = options;
    const judged = filteredExchange(exchange);
    const rule = ofRequest(judged) ?? ofSample(traceId);
    outcomes.add(rule, judged);
    if (rule !== null) {
      counts.leftOut++;
      return;
    }
    const line = caseLine(exchange, { appId, traceId, tags, calls, kept });
    if (line === null) counts.tooLarge++;
    else if (!sink.put(line.line)) counts.dropped++;
    else {
      counts.recorded++;
      for (const name of line.blackedOut) blackedOut.add(name);
    }
  }

  /** Matches by the trace that OpenTelemetry propagates, or else the only request in flight. */
  function inboundOf(request: IncomingMessage): Inbound | undefined {
    const traceId = TRACEPARENT.exec(String(request.headers.traceparent ?? ''))?.[1];
    if (traceId !== undefined) return inboundByTrace.get(traceId);
    return inboundByTrace.size === 1 ? inboundByTrace.values().next().value : undefined;
  }

  async function call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', path = ''] = /^\/([^/?]+)(.*)$/s.exec(request.url ?? '/') ?? [];
    const callee = downstream.get(name);
    if (callee === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`replay record: no --downstream of this name; there are: ${[...downstream.keys()].join(', ')}\n`);
      return;
    }
    const inbound = inboundOf(request);
    if (inbound === undefined) counts.strayCalls++;
    const made = forward(request, response, {
      ...shared,
      target: callee,
      path: path.startsWith('/') ? path : `/${path}`,
      set: [],
    }).then((exchange) => {
      if (exchange === null) return;
      const recorded =
        inbound && recordedCall(name, { ...exchange, path: path.startsWith('/') ? path : `/${path}` }, kept);
      if (recorded) inbound.calls.push(recorded);
      release(exchange);
    });
    inbound?.pending.add(made);
    await made;
    inbound?.pending.delete(made);
  }

  return { inbound: serve(receive), downstream: serve(call), counts, leftOut: outcomes.leftOut, blackedOut };
}

const filteredExchange = ({ method, path, requestHeaders, responseHeaders }: Exchange): FilteredExchange => ({
  host: null,
  method,
  path,
  headers: requestHeaders,
  responseType: mediaTypeOf(headerOf(responseHeaders, 'content-type')),
  resourceType: null,
});

function release({ requestBody, responseBody }: Exchange): void {
  requestBody.release();
  responseBody.release();
}

/** Creates a server without limits on the length or duration of responses. */
function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 30_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return server;
}

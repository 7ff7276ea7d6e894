import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { budgetOf } from './captured-body.ts';
import type { CaseSink } from './case-sink.ts';
import { type Exchange, forward } from './forward.ts';
import { caseLine, recordedCall } from './recorded-exchange.ts';

export interface RecorderOptions {
  appId: string;
  target: URL;
  /** Downstream services by the name under which they are called. */
  downstream: ReadonlyMap<string, URL>;
  tags: Readonly<Record<string, string>>;
  mostBodyBytes: number;
  keepCredentials: boolean;
  sink: CaseSink;
  now(): number;
}

export interface RecorderCounts {
  recorded: number;
  /** Went through, but a body was too large, or too much was under way at once. */
  tooLarge: number;
  /** Went through, but more cases waited for the service than may. */
  dropped: number;
  /** Did not come to an end: the target was away, or the client hung up. */
  broken: number;
  /** Replays, which are not recorded. */
  replays: number;
  /** Downstream calls for which no inbound request was found. */
  strayCalls: number;
}

export interface Recorder {
  inbound: Server;
  downstream: Server;
  counts: RecorderCounts;
  /** Names of the fields of answers that were blacked out. */
  blackedOut: ReadonlySet<string>;
}

/** An inbound request under way, and the calls that were made for it. */
interface Inbound {
  calls: RecordedCall[];
  pending: Set<Promise<unknown>>;
}

/** Bytes of all bodies that are under way. */
const MOST_CAPTURED_BYTES = 128 * 1024 * 1024;
/** How long calls that outlive their request are waited for. */
const LATE_CALLS_MS = 5_000;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The two servers of `replay record`: what comes in, and what the application calls (interface 12). Nothing listens yet. */
export function openRecorder(options: RecorderOptions): Recorder {
  const { target, downstream, sink, mostBodyBytes, keepCredentials, now } = options;
  const budget = budgetOf(MOST_CAPTURED_BYTES);
  const inboundByTrace = new Map<string, Inbound>();
  const counts: RecorderCounts = {
    recorded: 0,
    tooLarge: 0,
    dropped: 0,
    broken: 0,
    replays: 0,
    strayCalls: 0,
  };
  const blackedOut = new Set<string>();
  const shared = { mostBodyBytes, budget, now };

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
    const told = caseLine(exchange, { appId, traceId, tags, calls, keepCredentials });
    if (told === null) counts.tooLarge++;
    else if (!sink.put(told.line)) counts.dropped++;
    else {
      counts.recorded++;
      for (const name of told.blackedOut) blackedOut.add(name);
    }
  }

  /** By the trace that OpenTelemetry hands on; or the only request under way. */
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
        inbound && recordedCall(name, { ...exchange, path: path.startsWith('/') ? path : `/${path}` }, keepCredentials);
      if (recorded) inbound.calls.push(recorded);
      release(exchange);
    });
    inbound?.pending.add(made);
    await made;
    inbound?.pending.delete(made);
  }

  return { inbound: serve(receive), downstream: serve(call), counts, blackedOut };
}

function release({ requestBody, responseBody }: Exchange): void {
  requestBody.release();
  responseBody.release();
}

/** Answers of any length and duration go through. */
function serve(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 30_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return server;
}

import { lookup as resolve } from 'node:dns/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, buildConnector } from 'undici';
import type { Http, Log } from '../world.ts';
import { decompress } from './decompress.ts';
import { type EgressDenial, type EgressPolicy, type EgressTarget, isLiteral } from './egress/policy.ts';
import { type ExchangeEnd, exchange } from './exchange.ts';
import {
  type Connect,
  denialOfAnswers,
  type GuardedConnector,
  guardedConnector,
  type Lookup,
} from './guarded-connect.ts';
import { type AnswerRoom, largeAnswers } from './large-answers.ts';
import { MOST_LOAD } from './most-load.ts';
import type { OutboundOutcome, OutboundRequest } from './outbound.ts';
import { postToReceiver, RECEIVER_TIMES } from './receiver-client.ts';
import { slots } from './slots.ts';
import { isSendableMethod, wireHeaders, wirePath } from './wire.ts';

export interface OutboundOptions {
  policy: EgressPolicy;
  log: Log;
  /** Exchanges with one origin at a time (as many as a setting may ask for, unless told); the others wait, and their time has not begun. */
  maxConnectionsPerTarget?: number;
  lookup?: Lookup;
  connect?: Connect;
}

/** Most seconds that a name may take to resolve before `denial` leaves the answer to the check at every send. */
const LOOKUP_MS = 3000;

/**
 * An idle connection is closed after this, well before any usual server does: an unsafe request that meets a closing
 * connection ends as `reset`, for nobody can tell whether the target has seen it.
 */
const KEEP_ALIVE_MS = 1000;

/** Answers above 1 MiB that are read at a time; the others keep their connections and wait. */
const MOST_LARGE_ANSWERS = 4;

const MOST_HEADER_BYTES = 64 * 1024;

/** RFC 9110 9.2.1: asking twice changes nothing, so that these are sent again when a kept-alive connection had closed. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** The one way out: the egress-guarded HTTP/1.1 client of both worlds (docs/egress.md). `close` waits for what is under way. */
export function outboundHttp(options: OutboundOptions): Http & { close(): Promise<void> } {
  const { policy, log } = options;
  const lookup = options.lookup ?? ((hostname) => resolve(hostname, { all: true }));
  const connect = options.connect ?? buildConnector;
  const inSlot = slots(options.maxConnectionsPerTarget ?? MOST_LOAD.concurrency);
  const roomForAnswer = largeAnswers(MOST_LARGE_ANSWERS);
  const lines = new Map<number, { agent: Agent; connector: GuardedConnector }>();
  /** By its word alone, whether it is seen in the url or in the answers of DNS (docs/egress.md). */
  const onDenial = (reason: EgressDenial) => log.warn('egress denied', { reason });
  const receivers = guardedConnector(policy, { lookup, connect, timeoutMs: RECEIVER_TIMES.connect, onDenial });
  let closed = false;

  function refused(denial: EgressDenial) {
    onDenial(denial);
    return NOT_SENT;
  }

  /** Connections of one give-up time: a connector has just one, so that they are kept apart by powers of two. */
  function lineFor(timeoutMs: number) {
    const giveUpMs = 2 ** Math.ceil(Math.log2(Math.max(timeoutMs, 1)));
    const known = lines.get(giveUpMs);
    if (known) return known;
    const connector = guardedConnector(policy, { lookup, connect, timeoutMs: giveUpMs, onDenial });
    const agent = new Agent({
      connect: connector.connect,
      allowH2: false,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MOST_HEADER_BYTES,
    });
    const line = { agent, connector };
    lines.set(giveUpMs, line);
    return line;
  }

  async function sendTo(target: EgressTarget, request: OutboundRequest): Promise<OutboundOutcome> {
    refuseWhenClosed();
    const room = roomForAnswer();
    return sendWithin(room, target, request).finally(room.release);
  }

  async function sendWithin(room: AnswerRoom, { origin }: EgressTarget, request: OutboundRequest) {
    const { method, body, timeoutMs, maxBodyBytes } = request;
    const { flat: headers, leftOut } = wireHeaders(request.headers);
    if (leftOut > 0) log.debug('Headers left out that HTTP/1.1 cannot carry', { headers: leftOut });
    const { agent, connector } = lineFor(timeoutMs);
    const path = wirePath(request.url);
    const began = performance.now();
    const spent = () => performance.now() - began - room.waitedMs();
    const once = () =>
      exchange(agent, connector.isOpening, {
        ...{ origin, path, method, headers, body, maxBodyBytes, room },
        timeoutMs: Math.max(timeoutMs - spent(), 0),
      });

    const first = await once();
    const again = first.kind === 'failure' && first.stale && SAFE_METHODS.has(method);
    const end = again ? await once() : first;
    const durationMs = Math.round(spent());
    // undici frees the connection a turn later; whoever sends before that opens another.
    await nextTurn();
    if (end.kind === 'failure') log.debug('Exchange failed', { failure: end.failure, code: end.code });
    return outcome(end, maxBodyBytes, durationMs, room);
  }

  /** The length of a query is not looked at: what the policy limits is what people enter, not what is recorded or signed. */
  const decisionOn = (url: string) => policy.ofUrl(url.replace(/^([^:/?#]+:\/\/[^/?#\\]*).*$/s, '$1'));

  /** Thrown, for it says nothing about the target: an outcome would be kept as one. */
  function refuseWhenClosed() {
    if (closed) throw new Error('the http client is closed');
  }

  return {
    async denial(url) {
      const decision = policy.ofUrl(url);
      if ('denial' in decision) return decision.denial;
      if (isLiteral(decision.target)) return null;
      return denialOfAnswers(policy, decision.target, await answersInTime(lookup, decision.target.hostname));
    },

    async send(request) {
      refuseWhenClosed();
      const decision = decisionOn(request.url);
      if ('denial' in decision) return { kind: 'connection-failure', ...refused(decision.denial) };
      if (!isSendableMethod(request.method)) {
        log.warn('Request not sent', { reason: 'method' });
        return { kind: 'connection-failure', ...NOT_SENT };
      }
      return inSlot(decision.target.origin, () => sendTo(decision.target, request));
    },

    async post(message) {
      refuseWhenClosed();
      const decision = decisionOn(message.request.url);
      if ('denial' in decision) return { kind: 'no-answer', written: false, ...refused(decision.denial) };
      return postToReceiver(receivers, decision.target.origin, message);
    },

    async close() {
      closed = true;
      await Promise.all([...lines.values()].map(({ agent }) => agent.close()));
    },
  };
}

const NOT_SENT = { failure: 'refused', durationMs: 0 } as const;

async function outcome(
  end: ExchangeEnd,
  maxBodyBytes: number,
  durationMs: number,
  room: AnswerRoom,
): Promise<OutboundOutcome> {
  if (end.kind === 'timeout') return { kind: 'timeout', durationMs };
  if (end.kind === 'failure') return { kind: 'connection-failure', failure: end.failure, durationMs };
  const { status, headers } = end;
  const plain = (await decompress(end, headers, maxBodyBytes, room)) ?? end;
  return { kind: 'response', status, headers, body: plain.bytes, truncated: plain.truncated, durationMs };
}

/** What DNS says within a bounded time; no answer where it says nothing. */
async function answersInTime(lookup: Lookup, hostname: string) {
  const given = Promise.withResolvers<Awaited<ReturnType<Lookup>>>();
  const timer = setTimeout(() => given.resolve([]), LOOKUP_MS);
  // A name that does not resolve is allowed: it may come into being later, and every send checks again.
  lookup(hostname).then(given.resolve, () => given.resolve([]));
  return given.promise.finally(() => clearTimeout(timer));
}

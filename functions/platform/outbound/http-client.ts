import { setImmediate as nextTurn } from 'node:timers/promises';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { connectionCause } from '../values/connection-cause.ts';
import { wirePath } from '../values/http/wire-path.ts';
import type { Egress, Log } from '../world.ts';
import { type Connect, socketLookup } from './connect.ts';
import { decompress } from './decompress.ts';
import { egressOf } from './egress/denial.ts';
import type { Lookup } from './egress/lookup.ts';
import type { EgressDecision, EgressDenial, EgressPolicy, EgressTarget } from './egress/policy.ts';
import { rememberedDecisions } from './egress/remembered-decisions.ts';
import { systemLookup } from './egress/system-lookup.ts';
import { type ExchangeEnd, exchange } from './exchange.ts';
import { type GuardedConnector, guardedConnector } from './guarded-connect.ts';
import type { Http } from './http.ts';
import { type AnswerRoom, largeAnswers, sharedRoom } from './large-answers.ts';
import { MAX_LOAD } from './max-load.ts';
import type { OutboundOutcome, OutboundRequest } from './outbound.ts';
import { type ProxyTunnel, proxyTunnel } from './proxy-tunnel.ts';
import { postToReceiver, RECEIVER_TIMES } from './receiver-client.ts';
import type { ReceiverOutcome, ReceiverPost } from './receiver-outcome.ts';
import { slots } from './slots.ts';
import { isSendableMethod, wireHeaders } from './wire.ts';

export interface OutboundOptions {
  policy: EgressPolicy;
  log: Log;
  /**
   * Maximum concurrent exchanges with one origin (default: the maximum of the settings); further ones wait without
   * using up their timeout.
   */
  maxConnectionsPerTarget?: number;
  /** Origin of the HTTP proxy that leads beyond private networks; null: there is none. */
  proxy?: string | null;
  lookup?: Lookup;
  connect?: Connect;
}

/**
 * An idle connection is closed after this, well before any usual server does: an unsafe request that meets a closing
 * connection ends as `reset`, since it is unknown whether the target has received it.
 */
const KEEP_ALIVE_MS = 1000;

/** Maximum concurrently read responses above 1 MiB; the others keep their connections and wait. */
const MAX_LARGE_ANSWERS = 4;

const MAX_HEADER_BYTES = 64 * 1024;

/** Safe methods (RFC 9110 9.2.1), which are retried when a kept-alive connection had closed. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** The connections of the client. */
interface Client {
  policy: EgressPolicy;
  decisionOf: (origin: string) => EgressDecision;
  log: Log;
  lookup: Lookup;
  connect: Connect;
  tunnel: ProxyTunnel | null;
  inSlot: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  roomForAnswer: () => AnswerRoom;
  lines: Map<number, { agent: Agent; connector: GuardedConnector }>;
  onDenial: (reason: EgressDenial) => void;
  receivers: GuardedConnector;
  closed: boolean;
}

/**
 * The one way out: the egress-guarded HTTP/1.1 client of both worlds (docs/egress.md). `close` waits for what is under
 * way.
 */
export function outboundHttp(options: OutboundOptions): Http & Egress & { close(): Promise<void> } {
  const { policy, log } = options;
  const lookup = options.lookup ?? systemLookup;
  const connect = options.connect ?? buildConnector;
  const onDenial = denialLog(log);
  const tunnel = options.proxy
    ? proxyTunnel(options.proxy, { lookup: socketLookup(lookup), connect, mayResolve: policy.isAllowedByName })
    : null;
  const timeoutMs = RECEIVER_TIMES.connect;
  const receivers = guardedConnector(policy, { lookup, connect, tunnel, timeoutMs, onDenial });
  const client: Client = {
    policy,
    decisionOf: rememberedDecisions(policy, () => performance.now()),
    log,
    lookup,
    connect,
    tunnel,
    inSlot: slots(options.maxConnectionsPerTarget ?? MAX_LOAD.concurrency),
    roomForAnswer: largeAnswers(MAX_LARGE_ANSWERS),
    lines: new Map<number, { agent: Agent; connector: GuardedConnector }>(),
    onDenial,
    receivers,
    closed: false,
  };
  return {
    ...egressOf(client.policy, client.lookup),

    send: (request) => use(client, request, async (given) => given),
    use: (request, used) => use(client, request, used),
    async together() {
      const shared = sharedRoom(client.roomForAnswer());
      return { use: (request, used) => use(client, request, used, shared.ofOne()), release: shared.release };
    },
    post: (message) => post(client, message),

    async close() {
      client.closed = true;
      await Promise.all([...client.lines.values()].map(({ agent }) => agent.close()));
      await client.tunnel?.close();
    },
  };
}

function refused(client: Client, denial: EgressDenial) {
  client.onDenial(denial);
  return NOT_SENT;
}

/** Connections of one connect timeout: a connector has only one, so connections are grouped by powers of two. */
function lineFor(client: Client, timeoutMs: number) {
  const giveUpMs = 2 ** Math.ceil(Math.log2(Math.max(timeoutMs, 1)));
  const known = client.lines.get(giveUpMs);
  if (known) return known;
  const connector = guardedConnector(client.policy, {
    lookup: client.lookup,
    connect: client.connect,
    tunnel: client.tunnel,
    timeoutMs: giveUpMs,
    onDenial: client.onDenial,
  });
  const agent = new Agent({
    connect: connector.connect,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const line = { agent, connector };
  client.lines.set(giveUpMs, line);
  return line;
}

async function sendTo(
  client: Client,
  room: AnswerRoom,
  target: EgressTarget,
  request: OutboundRequest,
): Promise<OutboundOutcome> {
  refuseWhenClosed(client);
  return sendWithin(client, room, target, request);
}

async function sendInRoom(client: Client, room: AnswerRoom, request: OutboundRequest): Promise<OutboundOutcome> {
  refuseWhenClosed(client);
  const decision = decisionOn(client, request.url);
  if ('denial' in decision) return { kind: 'connection-failure', ...refused(client, decision.denial) };
  if (!isSendableMethod(request.method)) {
    client.log.warn('Request not sent', { reason: 'method' });
    return { kind: 'connection-failure', ...NOT_SENT };
  }
  return client.inSlot(decision.target.origin, () => sendTo(client, room, decision.target, request));
}

async function use<Used>(
  client: Client,
  request: OutboundRequest,
  used: (outcome: OutboundOutcome) => Promise<Used>,
  room = client.roomForAnswer(),
): Promise<Used> {
  try {
    return await used(await sendInRoom(client, room, request));
  } finally {
    room.release();
  }
}

async function sendWithin(client: Client, room: AnswerRoom, { origin }: EgressTarget, request: OutboundRequest) {
  const { method, body, timeoutMs, maxBodyBytes } = request;
  const { flat: headers, leftOut } = wireHeaders(request.headers);
  if (leftOut > 0) client.log.debug('Headers left out that HTTP/1.1 cannot carry', { headers: leftOut });
  const { agent, connector } = lineFor(client, timeoutMs);
  const path = wirePath(request.url);
  const began = performance.now();
  const spent = () => performance.now() - began - room.waitedMs();
  const once = () =>
    exchange(agent, connector.isOpening, {
      origin,
      path,
      method,
      headers,
      body,
      maxBodyBytes,
      room,
      timeoutMs: Math.max(timeoutMs - spent(), 0),
    });

  const first = await once();
  const again = first.kind === 'failure' && first.stale && SAFE_METHODS.has(method);
  const end = again ? await once() : first;
  const durationMs = Math.round(spent());
  // undici frees the connection a turn later; a request before that would open another.
  await nextTurn();
  if (end.kind === 'failure') client.log.debug('Exchange failed', { failure: end.failure, code: end.code });
  return outcome(end, maxBodyBytes, durationMs, room);
}

/** Ignores the length of a query: the policy limits what people enter, not recorded or signed urls. */
const decisionOn = (client: Client, url: string) =>
  client.decisionOf(url.replace(/^([^:/?#]+:\/\/[^/?#\\]*).*$/s, '$1'));

/** Throws, since this is unrelated to the target: an outcome would be stored as its result. */
function refuseWhenClosed(client: Client) {
  if (client.closed) throw new Error('the http client is closed');
}

async function post(client: Client, message: ReceiverPost): Promise<ReceiverOutcome> {
  refuseWhenClosed(client);
  const decision = decisionOn(client, message.request.url);
  if ('denial' in decision) return { kind: 'no-answer', written: false, ...refused(client, decision.denial) };
  return postToReceiver(client.receivers, decision.target.origin, message);
}

/** Logs only the reason, whether the url or the DNS results were denied (docs/egress.md). */
const denialLog = (log: Log) => (reason: EgressDenial) => log.warn('egress denied', { reason });

const NOT_SENT = { failure: 'refused', durationMs: 0 } as const;

async function outcome(
  end: ExchangeEnd,
  maxBodyBytes: number,
  durationMs: number,
  room: AnswerRoom,
): Promise<OutboundOutcome> {
  if (end.kind === 'timeout') return { kind: 'timeout', durationMs };
  if (end.kind === 'failure') {
    const cause = connectionCause(end.code);
    return { kind: 'connection-failure', failure: end.failure, ...(cause !== null && { cause }), durationMs };
  }
  const { status, headers } = end;
  const plain = (await decompress(end, headers, maxBodyBytes, room)) ?? end;
  return { kind: 'response', status, headers, body: plain.bytes, truncated: plain.truncated, durationMs };
}

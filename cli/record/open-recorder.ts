import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import { exchangeFilter, type FilterOptions } from '../../functions/recordings/domain/filter/exchange-filter.ts';
import { type FilteredExchange, mediaTypeOf } from '../../functions/recordings/domain/filter/filtered-exchange.ts';
import { type LeftOut, leftOutCounts } from '../../functions/recordings/domain/filter/left-out.ts';
import type { RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { budgetOf } from '../../proxies/captured-body.ts';
import { traceIdOf } from '../../proxies/correlation.ts';
import type { Destinations } from '../../proxies/http/destinations.ts';
import { type Exchange, type ForwardOptions, forward } from '../../proxies/http/forward.ts';
import { answerUnknownName, type CalledService, cluesOf, namedService } from '../../proxies/http/http-calls.ts';
import { passUpgrade } from '../../proxies/http/pass-upgrade.ts';
import { proxyServer } from '../../proxies/http/proxy-server.ts';
import { targetConnections } from '../../proxies/http/target-connections.ts';
import type { CaseSink } from './case-sink.ts';
import type { KeptCredentials } from './kept-credentials.ts';
import { caseLine, recordedCall } from './recorded-exchange.ts';
import { noCounts, type RecorderCounts } from './recorder-counts.ts';
import { type RequestsUnderWay, requestsUnderWay } from './requests-under-way.ts';
import { type SharedTurn, sharedTurn } from './shared-turn.ts';

export interface RecorderOptions {
  appId: string;
  target: URL;
  /** The target gets the `Host` of the client instead of its own. Default: false. */
  keepsHost?: boolean | undefined;
  /** Where the recorder connects to. */
  destinations: Destinations;
  /** Downstream services by the name under which they are called. */
  downstream: ReadonlyMap<string, URL>;
  tags: Readonly<Record<string, string>>;
  maxBodyBytes: number;
  kept: KeptCredentials;
  filter: FilterOptions;
  sink: CaseSink;
  /** Takes a call that the application makes while no request is under way, as at its start. */
  noteStartup(call: RecordedCall): void;
  now(): number;
}

export interface Recorder extends Pick<RequestsUnderWay, 'correlate' | 'noteCall'> {
  inbound: Server;
  downstream: Server;
  /** Forwards an HTTP call of the application and records it. */
  call(request: IncomingMessage, response: ServerResponse, callee: CalledService): Promise<void>;
  /** Passes a WebSocket of the application on. */
  passOn(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    callee: Pick<CalledService, 'url' | 'path'>,
  ): Promise<void>;
  counts: RecorderCounts;
  /** What the filter left out, by reason. */
  leftOut(): LeftOut[];
  /** Names of the redacted response fields. */
  blackedOut: ReadonlySet<string>;
  /** Ends upgraded connections and those to targets. */
  close(): Promise<void>;
}

/** Maximum bytes of all bodies in flight. */
const MAX_CAPTURED_BYTES = 128 * 1024 * 1024;

/** What a recorder works with. */
interface Recording extends RequestsUnderWay {
  options: RecorderOptions;
  target: URL;
  keepsHost: boolean;
  sink: CaseSink;
  kept: KeptCredentials;
  counts: RecorderCounts;
  filter: ReturnType<typeof exchangeFilter>;
  outcomes: ReturnType<typeof leftOutCounts>;
  blackedOut: Set<string>;
  /** Connections of WebSockets. */
  upgraded: Set<Duplex>;
  keeping: SharedTurn;
  shared: Pick<ForwardOptions, 'maxBodyBytes' | 'budget' | 'now' | 'connections' | 'via'>;
}

/**
 * Creates the two servers of `replay record`: one for inbound traffic, one for the application's downstream calls
 * (interface 12). Neither listens yet.
 */
export function openRecorder(options: RecorderOptions): Recorder {
  const { target, keepsHost = false, downstream, sink, maxBodyBytes, kept, now } = options;
  const budget = budgetOf(MAX_CAPTURED_BYTES);
  const counts = noCounts();
  const underWay = requestsUnderWay({
    budget,
    onStray: () => counts.strayCalls++,
    onStartup: (made) => {
      counts.startupCalls++;
      options.noteStartup(made);
    },
  });
  const connections = targetConnections(options.destinations);
  const recorder: Recording = {
    options,
    target,
    keepsHost,
    sink,
    kept,
    counts,
    ...underWay,
    filter: exchangeFilter(options.filter),
    outcomes: leftOutCounts(),
    blackedOut: new Set<string>(),
    upgraded: new Set<Duplex>(),
    keeping: sharedTurn(),
    shared: { maxBodyBytes, budget, now, connections, via: 'replay-record' },
  };
  return {
    inbound: proxyServer({
      answer: (request, response) => receive(recorder, request, response),
      upgrade: (request, socket, head) =>
        passOn(recorder, request, socket, head, { url: target, path: originForm(request), keepsHost }),
      onRefusal: (isHttp2) => onRefusal(recorder, isHttp2),
    }),
    downstream: proxyServer({
      answer: async (request, response) => {
        const callee = namedService(request.url ?? '/', downstream);
        if (callee === null) answerUnknownName(response, downstream);
        else await call(recorder, request, response, callee);
      },
      upgrade: async (request, socket, head) => {
        const callee = namedService(request.url ?? '/', downstream);
        if (callee === null) socket.destroy();
        else await passOn(recorder, request, socket, head, callee);
      },
      onRefusal: (isHttp2) => onRefusal(recorder, isHttp2),
    }),
    call: (request, response, callee) => call(recorder, request, response, callee),
    passOn: (request, socket, head, callee) => passOn(recorder, request, socket, head, callee),
    correlate: recorder.correlate,
    noteCall: recorder.noteCall,
    counts: recorder.counts,
    leftOut: recorder.outcomes.leftOut,
    blackedOut: recorder.blackedOut,
    close: async () => {
      for (const socket of recorder.upgraded) socket.destroy();
      recorder.keeping.give();
      await connections.close();
    },
  };
}

async function receive(recorder: Recording, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const given = traceIdOf(request.headers.traceparent?.toString());
  const traceId = given ?? randomHex();
  const set = given ? [] : [['traceparent', `00-${traceId}-${randomHex().slice(0, 16)}-01`] as const];
  const isReplay = request.headers['x-replay-id'] !== undefined;
  const underWay = recorder.begin(traceId, isReplay);
  let exchange: Exchange | null;
  let calls: readonly RecordedCall[] | null = null;
  try {
    exchange = await forward(request, response, {
      ...recorder.shared,
      target: recorder.target,
      path: originForm(request),
      keepsHost: recorder.keepsHost,
      set,
    });
    if (exchange !== null && !isReplay) calls = await underWay.calls();
  } finally {
    underWay.end();
  }
  if (exchange === null) {
    recorder.counts.broken++;
    return;
  }
  try {
    if (isReplay) recorder.counts.replays++;
    else {
      await recorder.keeping.next();
      keep(recorder, exchange, traceId, calls);
    }
  } finally {
    release(exchange);
  }
}

function keep(recorder: Recording, exchange: Exchange, traceId: string, calls: readonly RecordedCall[] | null): void {
  const { appId, tags } = recorder.options;
  const judged = filteredExchange(exchange);
  const rule = recorder.filter.ofRequest(judged) ?? recorder.filter.ofSample(traceId);
  recorder.outcomes.add(rule, judged);
  if (rule !== null) {
    recorder.counts.leftOut++;
    return;
  }
  const line = calls && caseLine(exchange, { appId, traceId, tags, calls, kept: recorder.kept });
  if (line === null) recorder.counts.tooLarge++;
  else if (!recorder.sink.put(line.line)) recorder.counts.dropped++;
  else {
    recorder.counts.recorded++;
    for (const name of line.blackedOut) recorder.blackedOut.add(name);
  }
}

async function call(
  recorder: Recording,
  request: IncomingMessage,
  response: ServerResponse,
  callee: CalledService,
): Promise<void> {
  const { name, url, path, keepsHost } = callee;
  const made = forward(request, response, { ...recorder.shared, target: url, path, keepsHost, set: [] }).then(
    (exchange) => {
      if (exchange === null) return null;
      const recorded = recordedCall(name, exchange, recorder.kept);
      release(exchange);
      return recorded;
    },
  );
  recorder.noteCall(recorder.correlate(cluesOf(request)), made);
  await made;
}

async function passOn(
  recorder: Recording,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { url, path, keepsHost }: Pick<CalledService, 'url' | 'path'> & Pick<RecorderOptions, 'keepsHost'>,
): Promise<void> {
  const { destinations } = recorder.options;
  recorder.upgraded.add(socket);
  if (await passUpgrade(request, socket, head, { destinations, via: 'replay-record', target: url, path, keepsHost }))
    recorder.counts.upgraded++;
  else recorder.counts.broken++;
  recorder.upgraded.delete(socket);
}

const onRefusal = (recorder: Recording, isHttp2: boolean) => {
  recorder.counts[isHttp2 ? 'http2' : 'refused']++;
};

/** 32 hex digits; much quicker than as many random bytes. */
const randomHex = () => randomUUID().replaceAll('-', '');

/** Path and query; a client that takes the recorder for its proxy sends a whole URL. */
function originForm({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const whole = URL.parse(url);
  return whole === null ? url : `${whole.pathname}${whole.search}`;
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

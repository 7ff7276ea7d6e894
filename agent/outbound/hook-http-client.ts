import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AgentCall } from '../core/agent-call.ts';
import { errorMembers } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import { bytesOf, CapturedBytes } from '../core/captured-bytes.ts';
import { httpCall, pairsOfWire, rawOfObject, targetOf } from '../core/http-message.ts';
import type { Warnings } from '../core/warnings.ts';
import type { WireCall } from '../core/wire-call.ts';
import { wrapMethod } from '../core/wrap-method.ts';
import { replaySocket } from './replay-socket.ts';

export interface HttpClientOptions {
  calls: Calls;
  targets: ReadonlyMap<string, string>;
  maxBodyBytes: number;
  warnings: Warnings;
}

type Args = unknown[];

/** Observes and answers what is requested by `http.request`, `https.request` and their `get`. */
export function hookHttpClient(options: HttpClientOptions): void {
  const request = http.request;
  for (const [owner, protocol] of [
    [http, 'http:'],
    [https, 'https:'],
  ] as const) {
    const original = owner.request as (...args: Args) => ClientRequest; // of any of its signatures
    const observed = (args: Args): ClientRequest => observedRequest(original, protocol, args, options);
    wrapMethod(
      owner,
      'request',
      () =>
        (...args) =>
          observed(args),
    );
    wrapMethod(owner, 'get', () => (...args) => {
      const started = observed(args);
      started.end();
      return started;
    });
  }
  if (http.request !== request) syncBuiltinESMExports();
}

function observedRequest(
  original: (...args: Args) => ClientRequest,
  protocol: string,
  args: Args,
  { calls, targets, maxBodyBytes, warnings }: HttpClientOptions,
): ClientRequest {
  const call = warnings.guard('an HTTP call', () => calls.open(), null);
  if (call === null) return original(...args);
  if (call.mode === 'ask') {
    const socket = replaySocket();
    const request = original(...argsWithAgent(args, protocol, socket.agentFor));
    warnings.guard('an HTTP call', () => watch(request, call, { targets, maxBodyBytes, socket, warnings }), undefined);
    return request;
  }
  let request: ClientRequest;
  try {
    request = original(...args);
  } catch (fault) {
    call.drop('not an HTTP request');
    throw fault;
  }
  warnings.guard(
    'an HTTP call',
    () => watch(request, call, { targets, maxBodyBytes, socket: null, warnings }),
    undefined,
  );
  return request;
}

/** The arguments with another agent: `(url, options?, callback?)` or `(options, callback?)`. */
function argsWithAgent(args: Args, protocol: string, agentFor: (protocol: string, own: unknown) => http.Agent): Args {
  const [first, second, third] = args;
  const isUrl = typeof first === 'string' || first instanceof URL;
  const given = isUrl ? (typeof second === 'object' && second !== null ? second : {}) : (first ?? {});
  const options = given as { protocol?: string; agent?: unknown; createConnection?: unknown }; // as the client reads it
  const scheme =
    options.protocol ?? (isUrl && URL.canParse(String(first)) ? new URL(String(first)).protocol : protocol);
  const agent = agentFor(scheme, options.agent);
  // The prototype stays: options may be objects of a class, such as a URL.
  const changed = Object.assign(Object.create(options), { agent, createConnection: undefined });
  const callback = isUrl ? (typeof second === 'function' ? second : third) : second;
  return isUrl
    ? [first, { ...options, agent, createConnection: undefined }, callback]
    : [copyOf(options, changed), callback];
}

/** The client reads own members of its options only. */
const copyOf = (options: object, changed: object): object =>
  options instanceof URL
    ? {
        protocol: options.protocol,
        hostname: options.hostname.replace(/^\[|\]$/g, ''),
        port: options.port,
        path: `${options.pathname}${options.search}`,
        ...changed,
      }
    : { ...options, ...changed };

interface Watch extends Pick<HttpClientOptions, 'targets' | 'maxBodyBytes' | 'warnings'> {
  socket: ReturnType<typeof replaySocket> | null;
}

type Write = (this: object, chunk?: unknown, encoding?: unknown, callback?: unknown) => unknown;

function watch(request: ClientRequest, call: OpenCall, { targets, maxBodyBytes, socket, warnings }: Watch): void {
  const body = new CapturedBytes(maxBodyBytes);
  const sent = request as unknown as { write: Write; end: Write; emit: (...args: Args) => boolean; _header?: unknown };
  const { write, end, emit } = sent; // its own methods, wrapped below
  let isEnding = false;
  let isOver = false;
  let hasResponse = false;
  let isReal = socket === null;

  const over = (work: () => void) => {
    if (isOver || !isReal) return;
    isOver = true;
    warnings.guard('an HTTP call', work, undefined);
  };
  const asked = (): WireRequest | null => {
    const parts = body.parts();
    if (parts === null) return null;
    const headers = typeof sent._header === 'string' ? sent._header : rawOfObject(request.getHeaders());
    const target = targetOf(targets, { protocol: request.protocol, ...addressOf(request) });
    return { target, method: request.method, path: request.path, headers, body: parts };
  };
  const described = () => describedCall(asked());
  const failed = (fault: unknown) =>
    over(() => {
      const made = described();
      if (made === null) call.drop('body too large');
      else call.note(made, { error: errorMembers(fault) });
    });

  sent.write = function (chunk, encoding, callback) {
    if (!isEnding) body.add(chunk, encoding);
    return write.call(this, chunk, encoding, callback);
  };
  sent.end = function (chunk, encoding, callback) {
    if (isEnding) return end.call(this, chunk, encoding, callback);
    isEnding = true;
    if (typeof chunk !== 'function') body.add(chunk, encoding);
    const result = end.call(this, chunk, encoding, callback);
    if (socket !== null) {
      const made = described();
      if (made === null) {
        call.drop('body too large');
        socket.fail(Object.assign(new Error('the body is too large for a replay'), { code: 'ECONNREFUSED' }));
      } else {
        void call.ask(made).then((answer) => {
          isReal = answer.kind === 'real';
          socket.answer(answer, request.method);
        });
      }
    }
    return result;
  };
  sent.emit = function (this: ClientRequest, ...args: Args) {
    const [event, value] = args;
    if (event === 'response') {
      hasResponse = true;
      warnings.guard(
        'an HTTP call',
        () => watchResponse(value as IncomingMessage, { maxBodyBytes, over, call, asked, failed }), // of this event
        undefined,
      );
    } else if (event === 'error') failed(value);
    else if (event === 'upgrade' || event === 'connect') over(() => call.drop(String(event)));
    else if (event === 'close' && !hasResponse) failed(new Error('aborted'));
    return emit.apply(this, args);
  };
}

type WireRequest = Omit<WireCall, 'answer'>;

function describedCall(wire: WireRequest | null): AgentCall | null {
  if (wire === null) return null;
  const { target, method, path } = wire;
  return httpCall(target, { method, path, headers: pairsOfWire(wire.headers), body: bytesOf(wire.body) });
}

interface ResponseWatch {
  maxBodyBytes: number;
  over(work: () => void): void;
  call: OpenCall;
  asked(): WireRequest | null;
  failed(fault: unknown): void;
}

function watchResponse(response: IncomingMessage, { maxBodyBytes, over, call, asked, failed }: ResponseWatch): void {
  const body = new CapturedBytes(maxBodyBytes);
  const received = response as unknown as { push: (chunk: unknown, encoding?: unknown) => unknown }; // wrapped below
  const { push } = received;
  received.push = function (this: unknown, chunk, encoding) {
    if (chunk !== null) body.add(chunk, encoding);
    else if (response.complete)
      over(() => {
        const parts = body.parts();
        const made = asked();
        if (parts === null || made === null) return call.drop('body too large');
        const { statusCode: status, rawHeaders: headers } = response;
        call.noteWire({ ...made, answer: { status, headers, body: parts } });
      });
    return push.call(this, chunk, encoding);
  };
  response.once('close', () => failed(new Error('aborted')));
}

/** Where a request goes; a proxy's agent may connect elsewhere. */
function addressOf(request: ClientRequest): { host: string; port: number | null } {
  const { port } = request as unknown as { port?: unknown }; // set since Node 20 where it is not the default
  const header = request.getHeader('host');
  const [, named, stated] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(String(header ?? '')) ?? [];
  const number = Number(port ?? stated ?? 0);
  return { host: request.host || named || 'localhost', port: number > 0 ? number : null };
}

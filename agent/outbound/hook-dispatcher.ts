import { type AgentCall, errorMembers, errorOf } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import { CapturedBytes } from '../core/captured-bytes.ts';
import { exchanges, OFF } from '../core/exchange.ts';
import { httpAnswerOf, httpCall, pairsOfWire, rawOfObject, targetOf } from '../core/http-message.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { answerHandler, type DispatchHandler, failHandler, observedHandler } from './dispatch-handlers.ts';

export interface DispatcherOptions {
  calls: Calls;
  targets: ReadonlyMap<string, string>;
  maxBodyBytes: number;
  warnings: Warnings;
}

/** What undici is asked for (`Dispatcher.DispatchOptions`). */
interface DispatchOptions {
  origin?: string | URL;
  path: string;
  method: string;
  headers?: unknown;
  body?: unknown;
  query?: Readonly<Record<string, unknown>>;
  upgrade?: unknown;
}

const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** Observes and answers `fetch`: the dispatchers of the runtime's own undici. */
export function hookFetch(options: DispatcherOptions): void {
  // Reading it loads undici, which sets its dispatcher.
  void new globalThis.Headers();
  const dispatcher = (globalThis as Record<symbol, unknown>)[GLOBAL_DISPATCHER];
  if (typeof dispatcher === 'object' && dispatcher !== null) hookDispatcher(dispatcher, options);
}

/** Observes and answers `undici`, which an application installs: its dispatchers share a base class. */
export function hookUndici(exports: unknown, options: DispatcherOptions): void {
  if (typeof exports !== 'object' || exports === null) return;
  const { Client } = exports as { Client?: unknown }; // of undici
  if (typeof Client === 'function') hookDispatcher(Client.prototype, options);
}

/** Wraps `dispatch` where the classes of this dispatcher have it from. */
function hookDispatcher(dispatcher: object, options: DispatcherOptions): void {
  for (let owner: object | null = dispatcher; owner !== null; owner = Object.getPrototypeOf(owner)) {
    if (!Object.hasOwn(owner, 'dispatch') || owner === dispatcher) continue;
    wrapMethod(owner, 'dispatch', (dispatch) => observedDispatch(dispatch, options));
    return;
  }
}

function observedDispatch(dispatch: Method, options: DispatcherOptions): Method {
  const nameOf = namedTargets(options.targets);
  return function (this: object, ...args: unknown[]) {
    // One dispatcher hands a request to the next, which is not observed again.
    if (exchanges.getStore() === OFF) return dispatch.apply(this, args);
    const [given, handler] = args;
    if (typeof handler !== 'object' || handler === null) return dispatch.apply(this, args);
    const request = given as DispatchOptions; // undici checks it
    const call = options.warnings.guard('a fetch', () => opened(request, options), null);
    if (call === null) return dispatch.apply(this, args);
    const real = (body: unknown, observed: object) =>
      exchanges.run(OFF, () => dispatch.call(this, body === request.body ? request : { ...request, body }, observed));
    return begin(request, handler as DispatchHandler, call, {
      ...options,
      target: nameOf(originOf(request, this)),
      real,
    });
  };
}

function opened(request: DispatchOptions, { calls }: DispatcherOptions): OpenCall | null {
  if (request.method === 'CONNECT' || request.upgrade || !isReadable(request.body)) return null;
  return calls.open();
}

interface Begin extends DispatcherOptions {
  target: string;
  real(body: unknown, handler: object): unknown;
}

function begin(request: DispatchOptions, handler: DispatchHandler, call: OpenCall, options: Begin): unknown {
  const { maxBodyBytes, warnings } = options;
  const body = new CapturedBytes(maxBodyBytes);
  const described = (): AgentCall | null => {
    const bytes = body.bytes();
    if (bytes === null) return null;
    const { target, method, path, headers } = wireOf(request, options.target);
    return httpCall(target, { method, path, headers: pairsOfWire(headers), body: bytes });
  };
  const noted = () =>
    observedHandler(handler, maxBodyBytes, (end) =>
      warnings.guard(
        'a fetch',
        () => {
          if (end.kind === 'failed') {
            const made = described();
            return made === null ? call.drop('body too large') : call.note(made, { error: errorMembers(end.fault) });
          }
          const [asked, answered] = [body.parts(), end.body.parts()];
          if (asked === null || answered === null) return call.drop('body too large');
          const { status, headers } = end;
          call.noteWire({
            ...wireOf(request, options.target),
            body: asked,
            answer: { status, headers, body: answered },
          });
        },
        undefined,
      ),
    );

  if (call.mode === 'note') return options.real(teed(request.body, body), noted());
  void (async () => {
    try {
      await drained(request.body, body);
      const made = described();
      if (made === null) {
        call.drop('body too large');
        return failHandler(
          handler,
          Object.assign(new Error('the body is too large for a replay'), { code: 'ECONNREFUSED' }),
        );
      }
      const answer = await call.ask(made);
      if (answer.kind === 'real') return void options.real(body.bytes(), noted());
      if (answer.kind === 'refused') return failHandler(handler, answer.failure);
      if (answer.kind === 'error') return failHandler(handler, errorOf(answer.error));
      const response = httpAnswerOf(answer.response);
      if (response === null) return failHandler(handler, new Error('the recorded call holds no HTTP response'));
      answerHandler(handler, response, request.method);
    } catch (fault) {
      failHandler(handler, fault instanceof Error ? fault : new Error('the body of the request failed'));
    }
  })();
  return true;
}

function wireOf({ query, path, method, headers }: DispatchOptions, target: string) {
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
    : '';
  return { target, method, path: `${path}${search}`, headers: headersOf(headers) };
}

/** Origins whose targets are remembered: those of an application repeat. */
const MAX_ORIGINS = 1000;

function namedTargets(targets: ReadonlyMap<string, string>): (origin: string) => string {
  const known = new Map<string, string>();
  return (origin) => {
    const before = known.get(origin);
    if (before !== undefined) return before;
    const url = URL.canParse(origin) ? new URL(origin) : null;
    const target = targetOf(targets, {
      protocol: url?.protocol ?? 'http:',
      host: url?.hostname ?? 'unknown',
      port: url?.port,
    });
    if (known.size >= MAX_ORIGINS) known.clear();
    known.set(origin, target);
    return target;
  };
}

/** Headers as undici takes them: a flat list, pairs, or an object. */
function headersOf(headers: unknown): string[] {
  if (!headers || typeof headers !== 'object') return [];
  if (Array.isArray(headers)) return Array.isArray(headers[0]) ? headers.flat().map(String) : headers.map(String);
  if (Symbol.iterator in headers) return [...(headers as Iterable<[string, string]>)].flat().map(String);
  return rawOfObject(headers as Record<string, unknown>); // the remaining form
}

function originOf({ origin }: DispatchOptions, dispatcher: object): string {
  if (origin !== undefined) return String(origin);
  // A client or pool of one origin keeps it under a symbol.
  const own = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === 'url');
  return own === undefined ? '' : String((dispatcher as Record<symbol, unknown>)[own]);
}

const isIterable = (body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> =>
  typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body);

/** Forms and blobs are written by undici itself. */
const isReadable = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  typeof body === 'string' ||
  body instanceof Uint8Array ||
  (isIterable(body) && !(body instanceof FormData) && !(body instanceof URLSearchParams));

/** The body as it was, whose bytes are captured on their way. */
function teed(body: unknown, captured: CapturedBytes): unknown {
  if (typeof body === 'string' || body instanceof Uint8Array) captured.add(body);
  else if (isIterable(body))
    return (async function* () {
      for await (const chunk of body) {
        captured.add(chunk);
        yield chunk;
      }
    })();
  return body;
}

async function drained(body: unknown, captured: CapturedBytes): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) captured.add(body);
  else if (isIterable(body)) for await (const chunk of body) captured.add(chunk);
}

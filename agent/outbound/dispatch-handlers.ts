import { STATUS_CODES } from 'node:http';
import { CapturedBytes } from '../core/captured-bytes.ts';
import type { HttpAnswer } from '../core/http-message.ts';

type Listener = (...args: unknown[]) => unknown;

/**
 * The handlers of undici 5 to 7 (`onConnect`, `onHeaders`, …) and those of undici 7 and later (`onRequestStart`, …).
 */
export type DispatchHandler = Readonly<Record<string, Listener | undefined>>;

/** How a dispatched request ended. */
export type DispatchEnd =
  | { kind: 'answered'; status: number; headers: string[]; body: CapturedBytes }
  | { kind: 'failed'; fault: unknown };

/** What undici calls on a handler and is not observed (undici 5 to 8). */
const PASSED = [
  'onConnect',
  'onUpgrade',
  'onResponseStarted',
  'onRequestStart',
  'onRequestUpgrade',
  'onRequestSent',
  'onBodySent',
] as const;

/**
 * A handler that receives what the given one receives; `end` is called once. It has the methods that the given one has,
 * by which undici tells its kinds apart. An object is quicker than a proxy: undici asks for a dozen members of each
 * handler.
 */
export function observedHandler(handler: DispatchHandler, limit: number, end: (how: DispatchEnd) => void): object {
  const body = new CapturedBytes(limit);
  let status = 0;
  let headers: string[] = [];
  let isOver = false;
  const over = (how: DispatchEnd) => {
    if (isOver) return;
    isOver = true;
    end(how);
  };
  const started = (code: unknown, raw: unknown) => {
    status = Number(code);
    headers = rawHeadersOf(raw);
  };
  const answered = () => over({ kind: 'answered', status, headers, body });
  const failed = (fault: unknown) => over({ kind: 'failed', fault });

  const observed: Record<string, Listener> = {};
  const observe = (name: string, see: (first: unknown, second: unknown, third: unknown) => void) => {
    if (typeof handler[name] !== 'function') return;
    observed[name] = (...args) => {
      see(args[0], args[1], args[2]);
      return handler[name]?.(...args);
    };
  };
  for (const name of PASSED)
    if (typeof handler[name] === 'function') observed[name] = (...args) => handler[name]?.(...args);
  observe('onHeaders', started);
  observe('onResponseStart', (_, code, raw) => started(code, raw));
  observe('onData', (chunk) => body.add(chunk));
  observe('onResponseData', (_, chunk) => body.add(chunk));
  observe('onComplete', answered);
  observe('onResponseEnd', answered);
  observe('onError', failed);
  observe('onResponseError', (_, fault) => failed(fault));
  return observed;
}

/** Flat names and values as texts, from buffers or from an object of headers. */
function rawHeadersOf(raw: unknown): string[] {
  if (Array.isArray(raw)) return raw.map((one) => (one instanceof Buffer ? one.toString('latin1') : textOf(one)));
  if (typeof raw !== 'object' || raw === null) return [];
  return Object.entries(raw).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => [name, String(one)]),
  );
}

const textOf = (one: unknown): string =>
  one instanceof Uint8Array ? Buffer.from(one).toString('latin1') : String(one);

/** Answers a handler as a dispatcher does. */
export function answerHandler(handler: DispatchHandler, { status, headers, body }: HttpAnswer, method: string): void {
  const bytes = method === 'HEAD' || status === 204 || status === 304 ? Buffer.alloc(0) : body;
  const text = STATUS_CODES[status] ?? '';
  let aborted: Error | null = null;
  const abort = (fault?: unknown) => {
    aborted =
      fault instanceof Error ? fault : Object.assign(new Error('This operation was aborted'), { name: 'AbortError' });
  };
  const fail = () => {
    if (aborted === null) return false;
    failHandler(handler, aborted);
    return true;
  };
  if (typeof handler.onRequestStart === 'function') {
    const controller = {
      rawHeaders: headers.flat().map((one) => Buffer.from(one, 'latin1')),
      rawTrailers: [],
      paused: false,
      aborted: false,
      reason: null,
      pause() {},
      resume() {},
      abort,
    };
    handler.onRequestStart(controller, {});
    if (fail()) return;
    handler.onResponseStart?.(controller, status, objectOf(headers), text);
    if (fail()) return;
    if (bytes.length > 0) handler.onResponseData?.(controller, bytes);
    if (fail()) return;
    handler.onResponseEnd?.(controller, {});
    return;
  }
  handler.onConnect?.(abort);
  if (fail()) return;
  handler.onHeaders?.(
    status,
    headers.flat().map((one) => Buffer.from(one, 'latin1')),
    () => {},
    text,
  );
  if (fail()) return;
  if (bytes.length > 0) handler.onData?.(bytes);
  if (fail()) return;
  handler.onComplete?.([]);
}

function objectOf(headers: HttpAnswer['headers']): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = all[key];
    all[key] = before === undefined ? value : [before, value].flat();
  }
  return all;
}

/** Fails a request as a dispatcher does that reaches no server. */
export function failHandler(handler: DispatchHandler, fault: Error): void {
  if (typeof handler.onResponseError === 'function') handler.onResponseError({ abort() {} }, fault);
  else handler.onError?.(fault);
}

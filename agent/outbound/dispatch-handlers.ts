import { STATUS_CODES } from 'node:http';
import { type CapturedBytes, capturedBytes } from '../core/captured-bytes.ts';
import type { HttpAnswer } from '../core/http-message.ts';

type Listener = (...args: unknown[]) => unknown;

/** The handlers of undici 5 to 7 (`onConnect`, `onHeaders`, …) and those of undici 7 and later (`onRequestStart`, …). */
export type DispatchHandler = Readonly<Record<string, Listener | undefined>>;

/** How a dispatched request ended. */
export type DispatchEnd =
  | { kind: 'answered'; status: number; headers: string[]; body: CapturedBytes }
  | { kind: 'failed'; fault: unknown };

/** A handler that receives what the given one receives; `end` is called once. */
export function observedHandler(handler: DispatchHandler, limit: number, end: (how: DispatchEnd) => void): object {
  const body = capturedBytes(limit);
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
  const observe = (name: string, [first, second, third]: unknown[]) => {
    if (name === 'onHeaders') started(first, second);
    else if (name === 'onResponseStart') started(second, third);
    else if (name === 'onData') body.add(first);
    else if (name === 'onResponseData') body.add(second);
    else if (name === 'onComplete' || name === 'onResponseEnd') over({ kind: 'answered', status, headers, body });
    else if (name === 'onError') over({ kind: 'failed', fault: first });
    else if (name === 'onResponseError') over({ kind: 'failed', fault: second });
  };
  return new Proxy(handler, {
    get(target, name) {
      const own = Reflect.get(target, name);
      if (typeof name !== 'string' || typeof own !== 'function') return own;
      return (...args: unknown[]) => {
        observe(name, args);
        return own.apply(target, args);
      };
    },
  });
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

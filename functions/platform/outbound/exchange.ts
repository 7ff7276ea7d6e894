import type { Dispatcher } from 'undici';
import { byteSink } from './byte-sink.ts';
import { errorCode, failureEnd, isOwnShortage } from './connection-failure.ts';
import type { AnswerRoom } from './large-answers.ts';
import type { ConnectionFailure, Header } from './outbound.ts';
import { headerPairs } from './wire.ts';

/** How one exchange ended, with the response body as received. */
export type ExchangeEnd =
  | { kind: 'answer'; status: number; headers: Header[]; bytes: Uint8Array; truncated: boolean }
  | { kind: 'timeout' }
  | {
      kind: 'failure';
      failure: ConnectionFailure;
      code: string;
      /**
       * A kept-alive connection closed before the first byte of a response: the target may or may not have received the
       * request.
       */
      stale: boolean;
    };

export interface Exchange {
  origin: string;
  path: string;
  method: string;
  /** Names and values alternating. */
  headers: string[];
  body: Uint8Array | null;
  timeoutMs: number;
  maxBodyBytes: number;
  /** A large body waits for its turn before it is read on; that wait does not count towards `timeoutMs`. */
  room: AnswerRoom;
}

/**
 * Sends one request over a dispatcher and reads its response; ends at `timeoutMs` or `maxBodyBytes` whatever the target
 * does. Rejects with the error of the socket if this host has no file descriptor for it.
 */
export function exchange(
  dispatcher: Dispatcher,
  isFreshConnection: () => boolean,
  { origin, path, method, headers, body, timeoutMs, maxBodyBytes, room }: Exchange,
): Promise<ExchangeEnd> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    let fresh = true;
    let answered = false;

    const finish = (settle: () => void) => {
      if (ended) return;
      ended = true;
      timeout.clear();
      settle();
    };
    const end = (how: ExchangeEnd) => finish(() => resolve(how));
    /** Destroys the socket: later data is useless. */
    const cutOff = (how: ExchangeEnd) => {
      end(how);
      controller?.abort(new Error('enough'));
    };
    const timeout = pausableTimeout(timeoutMs, () => cutOff({ kind: 'timeout' }));

    dispatcher.dispatch(
      // The cast: undici's types list nine methods, its code accepts any token.
      { origin, path, method: method as Dispatcher.HttpMethod, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          controller = started;
          fresh = isFreshConnection();
          // Timed out before it could be sent: an aborted request is not written any more.
          if (ended) started.abort(new Error('too late'));
        },
        onResponseStarted() {
          answered = true;
        },
        ...answerReader(maxBodyBytes, room, { timeout, isEnded: () => ended, full: cutOff, complete: end }),
        onResponseError(_, error) {
          if (isOwnShortage(error)) finish(() => reject(error));
          else end(failedEnd(error, !fresh && !answered));
        },
      },
    );
  });
}

type PausableTimeout = ReturnType<typeof pausableTimeout>;

/** A timeout that does not run while it is paused. */
function pausableTimeout(ms: number, expire: () => void) {
  const began = performance.now();
  let left = ms;
  let timer = setTimeout(expire, ms);
  return {
    pause() {
      clearTimeout(timer);
      left = ms - (performance.now() - began);
    },
    resume() {
      timer = setTimeout(expire, left);
    },
    clear: () => clearTimeout(timer),
  };
}

interface AnswerEvents {
  timeout: PausableTimeout;
  /** Whether the exchange has ended, so that nothing is read any more. */
  isEnded(): boolean;
  /** The body is larger than permitted. */
  full(answer: ExchangeEnd): void;
  complete(answer: ExchangeEnd): void;
}

/** Reads a response; a large body waits for its turn before it is read on. */
function answerReader(
  maxBodyBytes: number,
  room: AnswerRoom,
  { timeout, isEnded, full, complete }: AnswerEvents,
): Pick<Dispatcher.DispatchHandler, 'onResponseStart' | 'onResponseData' | 'onResponseEnd'> {
  const sink = byteSink(maxBodyBytes);
  let status = 0;
  let headers: Header[] = [];
  let waits = false;
  let isWhole = false;
  /** Data that arrives while the response waits: a closed connection delivers its rest even then. */
  const pieces: Uint8Array[] = [];

  const answer = (): ExchangeEnd => ({
    kind: 'answer',
    status,
    headers,
    bytes: sink.bytes(),
    truncated: sink.exceeded(),
  });
  const keep = (chunk: Uint8Array) => {
    if (!sink.add(chunk)) full(answer());
  };

  async function waitForTurn(paused: Dispatcher.DispatchController): Promise<void> {
    waits = true;
    paused.pause();
    timeout.pause();
    await room.turn();
    waits = false;
    if (isEnded()) return;
    timeout.resume();
    for (const piece of pieces) keep(piece);
    if (isWhole) complete(answer());
    else paused.resume();
  }

  return {
    onResponseStart({ rawHeaders }, statusCode) {
      // Interim responses (1xx) carry no result yet.
      if (statusCode < 200) return;
      status = statusCode;
      headers = headerPairs(rawHeaders);
    },
    onResponseData(reading, chunk) {
      if (!waits && room.mayHold(sink.length() + chunk.length)) return keep(chunk);
      pieces.push(chunk);
      if (!waits) void waitForTurn(reading);
    },
    onResponseEnd() {
      isWhole = true;
      if (!waits) complete(answer());
    },
  };
}

/** How an exchange ended with this error; on a reused connection, a reset before any answer is stale. */
function failedEnd(error: Error, mayBeStale: boolean): ExchangeEnd {
  const failure = failureEnd(error);
  if (failure === 'timeout') return { kind: 'timeout' };
  return { kind: 'failure', failure, code: errorCode(error), stale: failure === 'reset' && mayBeStale };
}

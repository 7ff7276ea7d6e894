import type { Dispatcher } from 'undici';
import { byteSink } from './byte-sink.ts';
import { errorCode, failureEnd } from './connection-failure.ts';
import type { AnswerRoom } from './large-answers.ts';
import type { ConnectionFailure, Header } from './outbound.ts';
import { headerPairs } from './wire.ts';

/** How one exchange ended; the body of an answer as it came over the wire. */
export type ExchangeEnd =
  | { kind: 'answer'; status: number; headers: Header[]; bytes: Uint8Array; truncated: boolean }
  | { kind: 'timeout' }
  | {
      kind: 'failure';
      failure: ConnectionFailure;
      code: string;
      /** A kept-alive connection closed without a byte of an answer: the target may or may not have seen the request. */
      stale: boolean;
    };

export interface Exchange {
  origin: string;
  path: string;
  method: string;
  /** Names and values in turn. */
  headers: string[];
  body: Uint8Array | null;
  timeoutMs: number;
  maxBodyBytes: number;
  /** A body that becomes large is not read on before its turn; that wait is not part of `timeoutMs`. */
  room: AnswerRoom;
}

/** Sends one request over a dispatcher and reads its answer; ends at `timeoutMs` or `maxBodyBytes` whatever the target does. */
export function exchange(
  dispatcher: Dispatcher,
  isFreshConnection: () => boolean,
  { origin, path, method, headers, body, timeoutMs, maxBodyBytes, room }: Exchange,
): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const sink = byteSink(maxBodyBytes);
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    let fresh = true;
    let answered = false;
    let status = 0;
    let answerHeaders: Header[] = [];
    let waits = false;
    let complete = false;
    /** What comes while the answer waits: the end of a closed connection is delivered even then. */
    const pieces: Uint8Array[] = [];

    const end = (how: ExchangeEnd) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      resolve(how);
    };
    /** Destroys the socket: what still comes is of no use. */
    const cutOff = (how: ExchangeEnd) => {
      end(how);
      controller?.abort(new Error('enough'));
    };
    const answer = (): ExchangeEnd => ({
      kind: 'answer',
      status,
      headers: answerHeaders,
      bytes: sink.bytes(),
      truncated: sink.exceeded(),
    });
    const keep = (chunk: Uint8Array) => {
      if (!sink.add(chunk)) cutOff(answer());
    };
    const giveUpAfter = (ms: number) => setTimeout(() => cutOff({ kind: 'timeout' }), ms);
    const began = performance.now();
    let timer = giveUpAfter(timeoutMs);

    async function waitForTurn(paused: Dispatcher.DispatchController): Promise<void> {
      waits = true;
      paused.pause();
      clearTimeout(timer);
      const left = timeoutMs - (performance.now() - began);
      await room.turn();
      waits = false;
      if (ended) return;
      timer = giveUpAfter(left);
      for (const piece of pieces) keep(piece);
      if (complete) end(answer());
      else paused.resume();
    }

    dispatcher.dispatch(
      // The cast: undici's types know nine methods, its code takes any token.
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
        onResponseStart(started, statusCode) {
          // Interim answers (1xx) say nothing yet.
          if (statusCode < 200) return;
          status = statusCode;
          answerHeaders = headerPairs(started.rawHeaders);
        },
        onResponseData(reading, chunk) {
          if (!waits && room.mayHold(sink.length() + chunk.length)) return keep(chunk);
          pieces.push(chunk);
          if (!waits) void waitForTurn(reading);
        },
        onResponseEnd() {
          complete = true;
          if (!waits) end(answer());
        },
        onResponseError(_, error) {
          const how = failureEnd(error);
          if (how === 'timeout') end({ kind: 'timeout' });
          else
            end({
              kind: 'failure',
              failure: how,
              code: errorCode(error),
              stale: how === 'reset' && !fresh && !answered,
            });
        },
      },
    );
  });
}

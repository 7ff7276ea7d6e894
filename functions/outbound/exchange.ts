import type { Dispatcher } from 'undici';
import type { ConnectionFailure, Header } from '../domain/replay/outbound.ts';
import { byteSink } from './byte-sink.ts';
import { errorCode, failureEnd } from './connection-failure.ts';
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
}

/** Sends one request over a dispatcher and reads its answer; ends at `timeoutMs` or `maxBodyBytes` whatever the target does. */
export function exchange(
  dispatcher: Dispatcher,
  isFreshConnection: () => boolean,
  { origin, path, method, headers, body, timeoutMs, maxBodyBytes }: Exchange,
): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const sink = byteSink(maxBodyBytes);
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    let fresh = true;
    let answered = false;
    let status = 0;
    let answerHeaders: Header[] = [];

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
    const timer = setTimeout(() => cutOff({ kind: 'timeout' }), timeoutMs);

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
        onResponseData(_, chunk) {
          if (!sink.add(chunk)) cutOff(answer());
        },
        onResponseEnd: () => end(answer()),
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

import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { wirePath } from '../values/http/wire-path.ts';
import { byteSink } from './byte-sink.ts';
import { failureEnd } from './connection-failure.ts';
import type { GuardedConnector } from './guarded-connect.ts';
import type { ReceiverAnswer, ReceiverOutcome, ReceiverPost } from './receiver-outcome.ts';
import { headerPairs, wireHeaders } from './wire.ts';

/**
 * Timeouts of one POST, in ms (facts: delivery 2.2): resolving and connecting, until the response's headers, in total.
 */
export const RECEIVER_TIMES = { connect: 3_000, headers: 10_000, whole: 15_000 } as const;

const MAX_HEADER_BYTES = 64 * 1024;

/** Maximum ignored interim responses (1xx); a receiver that sends more is not going to respond. */
const MAX_INTERIM_RESPONSES = 10;

/** The code of the error that ends a connection to which nothing may be written. */
const WITHDRAWN = 'WITHDRAWN';

type ReceiverFailure = Extract<ReceiverOutcome, { kind: 'no-answer' }>['failure'];

/**
 * Posts once over a dedicated connection, which ends with the exchange. `mayWrite` is called between connecting and
 * writing, and undici writes in the same turn in which the connection is handed over, so that nothing happens between
 * the permission and the first byte.
 */
export function postToReceiver(
  connector: GuardedConnector,
  origin: string,
  { request, maxAnswerBytes, mayWrite }: ReceiverPost,
  times: Record<keyof typeof RECEIVER_TIMES, number> = RECEIVER_TIMES,
): Promise<ReceiverOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceiverOutcome>();
  const began = performance.now();
  let written = false;
  let ended = false;

  const durationMs = () => Math.round(performance.now() - began);
  const finish = (settle: () => void) => {
    if (ended) return;
    ended = true;
    clearTimeout(connecting);
    clearTimeout(whole);
    clearTimeout(headers);
    settle();
    // Later data is useless: the socket ends with its client.
    client.destroy(null, () => {});
  };
  const end = (outcome: ReceiverOutcome) => finish(() => resolve(outcome));
  const noAnswer = (failure: ReceiverFailure) => end({ kind: 'no-answer', written, failure, durationMs: durationMs() });
  const giveUpAfter = (ms: number) => setTimeout(() => noAnswer('timeout'), ms);

  let headers: NodeJS.Timeout | undefined;
  const connecting = giveUpAfter(times.connect);
  const whole = giveUpAfter(times.whole);

  const client = new Client(origin, {
    maxHeaderSize: MAX_HEADER_BYTES,
    connect(options, callback) {
      connector.connect(options, (...[error, socket]) => {
        if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null);
        clearTimeout(connecting);
        const withdraw = () => {
          socket.destroy();
          callback(Object.assign(new Error('nothing may be written'), { code: WITHDRAWN }), null);
        };
        if (ended) return withdraw();
        mayWrite().then(
          (may) => {
            if (!may) end({ kind: 'withdrawn', durationMs: durationMs() });
            // A receiver may close the connection while it waits; nothing was written to it.
            else if (socket.destroyed) noAnswer('reset');
            if (ended) return withdraw();
            written = true;
            headers = giveUpAfter(times.headers);
            callback(null, socket);
          },
          (fault: unknown) => {
            finish(() => reject(fault));
            withdraw();
          },
        );
      });
    },
  });

  client.dispatch(
    wireRequest(origin, request),
    answerHandler(maxAnswerBytes, {
      begins: () => clearTimeout(headers),
      answered: (answer) => end({ kind: 'answer', answer, durationMs: durationMs() }),
      failed: noAnswer,
    }),
  );
  return promise;
}

const wireRequest = (origin: string, request: ReceiverPost['request']): Dispatcher.DispatchOptions => ({
  origin,
  path: wirePath(request.url),
  method: 'POST',
  headers: wireHeaders(request.headers).flat,
  body: Buffer.from(request.body, 'utf8'),
  headersTimeout: 0,
  bodyTimeout: 0,
  reset: true,
});

interface AnswerEvents {
  /** The headers of the final response are there. */
  begins(): void;
  answered(answer: ReceiverAnswer): void;
  failed(failure: ReceiverFailure): void;
}

/** Reads the response of a receiver, of its body at most so many bytes. */
function answerHandler(maxAnswerBytes: number, { begins, answered, failed }: AnswerEvents): Dispatcher.DispatchHandler {
  const sink = byteSink(maxAnswerBytes);
  let status = 0;
  let interim = 0;
  let retryAfter: string | null = null;
  const end = () => answered({ status, body: Buffer.from(sink.bytes()).toString('utf8'), retryAfter });

  return {
    onRequestStart() {},
    onResponseStart({ rawHeaders }, statusCode) {
      if (statusCode < 200) {
        interim += 1;
        if (interim > MAX_INTERIM_RESPONSES) failed('reset');
        return;
      }
      begins();
      status = statusCode;
      retryAfter = headerPairs(rawHeaders).find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? null;
      if (maxAnswerBytes === 0) end();
    },
    onResponseData(_, chunk) {
      if (!sink.add(chunk)) end();
    },
    onResponseEnd: end,
    onResponseError: (_, error) => failed(failureEnd(error)),
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentConfig } from '../core/agent-config.ts';
import { NO_BYTES } from '../core/captured-bytes.ts';
import { exchanges, type RecordedExchange, recordedExchange, settled } from '../core/exchange.ts';
import { originals } from '../core/originals.ts';
import type { WireCase } from '../delivery/case-frame.ts';
import type { CaseQueue } from '../delivery/case-queue.ts';
import { randomCalls } from '../runtime/random-calls.ts';
import { type CapturedExchange, captureExchange, sentHeaders } from './captured-exchange.ts';
import { samplingOf } from './sampling.ts';

/** The recording of a request: `serve` runs the application, or `cancel` forgets the request. */
interface PreparedRecording {
  serve(run: () => void): void;
  cancel(): void;
}

/** Prepares the recording of a request; null if it is not in the sample. */
export type RecordRequest = (request: IncomingMessage, response: ServerResponse) => PreparedRecording | null;

export interface RecordOptions
  extends Pick<AgentConfig, 'appId' | 'sample' | 'samplePerMinute' | 'maxBodyBytes' | 'random'> {
  queue: CaseQueue;
  count(reason: string): void;
}

/** A request that is recorded. */
interface Recording extends CapturedExchange, Pick<WireCase, 'caseId' | 'recordedAt' | 'traceId'> {
  request: IncomingMessage;
  response: ServerResponse;
  exchange: RecordedExchange;
  /** As they arrived: routers change the URL of a request while they handle it. */
  method: string | undefined;
  path: string;
}

/** How long calls that outlive their response are waited for. */
const MAX_WAIT_MS = 5_000;

/** Creates the recorder of requests. */
export function recordRequests({ queue, count, ...config }: RecordOptions): RecordRequest {
  const isSampled = samplingOf(config, originals);

  function deliver(recording: Recording, durationMs: number): void {
    const { caseId, recordedAt, traceId, request, response, exchange, method, path } = recording;
    exchange.isDelivered = true;
    const requestBody = recording.requestBody === null ? NO_BYTES : recording.requestBody.parts();
    const responseBody = recording.responseBody.parts();
    if (requestBody === null || responseBody === null) {
      count('body too large');
      return;
    }
    const calls = exchange.calls.filter((call) => call !== null);
    const reason = queue.put({
      caseId,
      appId: config.appId,
      recordedAt,
      traceId,
      durationMs,
      request: { method, path, headers: request.rawHeaders, body: requestBody },
      response: { status: response.statusCode, headers: sentHeaders(response), body: responseBody },
      calls: exchange.randomness === null ? calls : [...randomCalls(exchange.randomness), ...calls],
    });
    if (reason !== null) count(reason);
  }

  return (request, response) => {
    const trace = traceOf(request.headers.traceparent);
    if (!isSampled(trace)) return null;
    if (queue.isFull()) {
      count('queue full');
      return null;
    }
    const exchange = recordedExchange(config.random === 'recorded');
    const { requestBody, responseBody } = captureExchange(request, response, config.maxBodyBytes);
    const began = performance.now();
    const recording: Recording = {
      caseId: `agent-${originals.randomHex(12)}`,
      recordedAt: originals.now(),
      traceId: trace ?? originals.randomHex(16),
      request,
      response,
      exchange,
      requestBody,
      responseBody,
      method: request.method,
      path: pathOf(request.url ?? '/'),
    };
    let isFinished = false;
    let isCancelled = false;
    response.on('finish', () => {
      isFinished = true;
      if (isCancelled) return;
      const durationMs = Math.round(performance.now() - began);
      const end = () => {
        try {
          deliver(recording, durationMs);
        } catch {
          count('not written');
        }
      };
      if (exchange.pending === 0) end();
      else void settled(exchange, MAX_WAIT_MS, originals.setTimeout).then(end);
    });
    response.on('close', () => {
      if (!isFinished && !isCancelled) count('aborted');
    });
    return {
      serve: (run) => exchanges.run(exchange, run),
      cancel: () => {
        isCancelled = true;
      },
    };
  };
}

const pathOf = (url: string): string =>
  url.startsWith('/') ? url : URL.canParse(url) ? url.slice(new URL(url).origin.length) || '/' : '/';

/** The trace id of a W3C traceparent. */
const traceOf = (header: unknown): string | null =>
  header === undefined
    ? null
    : (/^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(String(header ?? ''))?.[1] ??
      null);

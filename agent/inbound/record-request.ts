import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AgentConfig } from '../core/agent-config.ts';
import { exchanges, type RecordedExchange, recordedExchange, settled } from '../core/exchange.ts';
import { originals } from '../core/originals.ts';
import type { WireCase } from '../delivery/case-frame.ts';
import type { CaseQueue } from '../delivery/case-queue.ts';
import { randomCalls } from '../runtime/random-calls.ts';
import { type CapturedExchange, captureExchange } from './captured-exchange.ts';
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

interface CaseFacts extends Omit<WireCase, 'request' | 'response' | 'calls'> {
  /** The request line as it arrived. */
  line: { method: string | undefined; path: string };
}

/** How long calls that outlive their response are waited for. */
const MAX_WAIT_MS = 5_000;

/** Creates the recorder of requests. */
export function recordRequests({ queue, count, ...config }: RecordOptions): RecordRequest {
  const isSampled = samplingOf(config, originals);

  function deliver(
    response: ServerResponse,
    exchange: RecordedExchange,
    captured: CapturedExchange,
    { line, ...facts }: CaseFacts,
  ): void {
    exchange.isDelivered = true;
    const requestBody = captured.requestBody.parts();
    const responseBody = captured.responseBody.parts();
    if (requestBody === null || responseBody === null) {
      count('body too large');
      return;
    }
    const reason = queue.put({
      ...facts,
      request: { ...line, headers: captured.requestHeaders(), body: requestBody },
      response: { status: response.statusCode, headers: captured.responseHeaders(), body: responseBody },
      calls: [...randomCalls(exchange.randomness), ...exchange.calls].filter((call) => call !== null),
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
    const captured = captureExchange(request, response, config.maxBodyBytes);
    const began = performance.now();
    const facts = {
      caseId: `agent-${originals.randomHex(12)}`,
      appId: config.appId,
      // Routers change the URL of a request while they handle it.
      line: { method: request.method, path: pathOf(request.url ?? '/') },
      recordedAt: originals.now(),
      traceId: trace ?? originals.randomHex(16),
    };
    let isFinished = false;
    let isCancelled = false;
    response.on('finish', () => {
      isFinished = true;
      if (isCancelled) return;
      const durationMs = Math.round(performance.now() - began);
      const end = () => {
        try {
          deliver(response, exchange, captured, { ...facts, durationMs });
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

import { replayIdInTracestate } from '../functions/recordings/domain/replay-tracestate.ts';
import type { CallClues, Correlation } from './downstream.ts';

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace id of a `traceparent`; undefined if there is none. */
export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  TRACEPARENT.exec(traceparent ?? '')?.[1];

/** Finds what a made call says of its replay: `x-replay-id`, baggage, tracestate, or the recorded trace. */
export function correlationOf({ replayId, baggage, tracestate, traceparent }: CallClues): Correlation {
  const named =
    replayId ?? /(?:^|,)\s*replay\.id\s*=\s*([^,;\s]+)/.exec(baggage ?? '')?.[1] ?? replayIdInTracestate(tracestate);
  if (named !== undefined) return { replayId: named };
  const traceId = traceIdOf(traceparent);
  return traceId === undefined ? null : { traceId };
}

import { bytesOf } from '../core/captured-bytes.ts';
import { pairsOfWire, wireBody } from '../core/http-message.ts';
import { callOfWire } from '../core/wire-call.ts';
import { callLine } from './call-line.ts';
import type { FramedCase } from './case-frame.ts';

/** A case as one line of NDJSON. */
export function caseLine({ request, response, calls, recordedAt, ...facts }: FramedCase): string {
  const { caseId, appId, traceId, durationMs } = facts;
  const head = {
    caseId,
    appId,
    recordedAt: new Date(recordedAt).toISOString(),
    traceId,
    durationMs,
    request: {
      method: request.method,
      path: request.path,
      headers: pairsOfWire(request.headers),
      ...wireBody(bytesOf(request.body)),
    },
    response: {
      status: response.status,
      headers: pairsOfWire(response.headers),
      ...wireBody(bytesOf(response.body)),
    },
  };
  const texts = calls.map((wire) => {
    if (typeof wire === 'string') return wire;
    const { call, outcome } = callOfWire(wire);
    return callLine({ ...call, response: outcome.response, error: null, durationMs: wire.durationMs });
  });
  return `${JSON.stringify(head).slice(0, -1)},"calls":[${texts.join(',')}]}`;
}

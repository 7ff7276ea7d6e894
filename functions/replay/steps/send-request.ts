import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { bodyOf } from '../../recordings/domain/content-encoding.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { redactAnswer } from '../../recordings/domain/redact.ts';
import { outgoingRequest } from '../domain/outgoing-request.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { SendingServices } from '../services.ts';

/** Maximum bytes kept of a decompressed response. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Bytes stored of a truncated response: enough to recognize it. */
const STORED_OF_CUT_BYTES = 64 * 1024;

/**
 * Creates the function that sends one recorded request to the plan's target, each time as a separate replay (interface
 * 12).
 */
export function requestSender(
  plan: ReplayPlan,
  { replay, redact }: ApplicationSettings,
  { http, newId, now }: Pick<SendingServices, 'http' | 'newId' | 'now'>,
) {
  return async (request: RecordedRequest, traceId: string) => {
    const replayId = newId().slice(0, 24);
    const replayedAt = now();
    const outcome = await http.send(
      outgoingRequest({
        request,
        targetEnv: plan.targetEnv,
        traceId,
        spanId: newId().slice(0, 16),
        replayId,
        planId: plan.planId,
        enableMock: plan.enableMock,
        headers: replay.headers,
        timeoutMs: plan.load.timeoutMs,
        maxBodyBytes: MAX_ANSWER_BYTES,
      }),
    );
    return { replayId, replayedAt, outcome: redactAnswer(outcome, redact) };
  };
}

const NO_BODY = { body: null, bodyEncoding: 'utf8' } as const;

/** A response as stored; only the beginning of a truncated one. */
export function storedAnswer({
  status,
  headers,
  body,
  truncated,
}: Extract<OutboundOutcome, { kind: 'response' }>): RecordedResponse {
  return {
    status,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body.byteLength === 0 ? NO_BODY : bodyOf(truncated ? body.subarray(0, STORED_OF_CUT_BYTES) : body)),
  };
}

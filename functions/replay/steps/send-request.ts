import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import type { Services } from '../../platform/http/api.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { bodyOf } from '../../recordings/domain/content-encoding.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { redactAnswer } from '../../recordings/domain/redact.ts';
import { outgoingRequest } from '../domain/outgoing-request.ts';
import type { ReplayPlan } from '../domain/plan.ts';

/** Most bytes kept of a decompressed answer. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** What is stored of an answer that was cut anyway: enough to see what it was. */
const STORED_OF_CUT_BYTES = 64 * 1024;

/** Makes the function that sends one recorded request to the plan's target, every time as a replay of its own (interface 12). */
export function requestSender(
  plan: ReplayPlan,
  { replay, redact }: ApplicationSettings,
  { http, newId, now }: Pick<Services, 'http' | 'newId' | 'now'>,
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
        maxBodyBytes: MOST_ANSWER_BYTES,
      }),
    );
    return { replayId, replayedAt, outcome: redactAnswer(outcome, redact) };
  };
}

const NO_BODY = { body: null, bodyEncoding: 'utf8' } as const;

/** An answer as it is stored: of one that was cut only the beginning. */
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

import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import { openRequest } from '../../recordings/domain/sealed/open-request.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import { outgoingRequest } from '../domain/outgoing-request.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { SendingServices } from '../services.ts';

/** Maximum bytes kept of a decompressed response. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Creates the function that sends one recorded request to the plan's target, each time as a separate replay (interface
 * 12), with its sealed values opened. `use` takes the response as it came, neither redacted nor sealed; the next large one is read when it is done.
 */
export function requestSender(
  plan: ReplayPlan,
  { replay }: Pick<ApplicationSettings, 'replay'>,
  { http, newId, now }: Pick<SendingServices, 'http' | 'newId' | 'now'>,
  sealer: Pick<Sealer, 'open'>,
) {
  return async <Used>(
    request: RecordedRequest,
    traceId: string,
    use: (outcome: OutboundOutcome, sent: { replayId: string; replayedAt: number }) => Promise<Used>,
  ): Promise<Used> => {
    const replayId = newId().slice(0, 24);
    const replayedAt = now();
    const outgoing = outgoingRequest({
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
    });
    // Sealed values are opened here and nowhere else.
    return http.use(openRequest(outgoing, sealer), (outcome) => use(outcome, { replayId, replayedAt }));
  };
}

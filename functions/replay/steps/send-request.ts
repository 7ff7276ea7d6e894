import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import type { ValueAlias } from '../../mocks/domain/value-aliases.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import { openRequest } from '../../recordings/domain/sealed/open-request.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import { outgoingRequest } from '../domain/outgoing-request.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { SendingServices } from '../services.ts';

/** Maximum bytes kept of a decompressed response. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** How long after the timeout of a request its downstream calls are still answered, and kept. */
const CALLS_MS = 10 * 60_000;

/** The case of a request, for its downstream calls. */
export interface ReplayedCase {
  planItemId: string;
  caseId: string;
  /** Epoch ms. */
  recordedAt: number;
  /** How many downstream calls it has. */
  calls: number;
  /** Values that value mapping put in place of recorded ones. */
  aliases: readonly ValueAlias[];
}

/** A request that was sent just now. */
export interface NewlySent {
  replayId: string;
  /** Epoch ms. */
  replayedAt: number;
  /** Its downstream calls could be answered, and are noted. */
  begun: boolean;
}

/**
 * Creates the function that sends one recorded request to the plan's target, each time as a separate replay (interface
 * 12), with its sealed values opened. `use` takes the response as it came, neither redacted nor sealed; the next large one
 * is read when it is done. Until then the downstream calls of the case are answered; a request of no case has none.
 */
export function requestSender(
  plan: ReplayPlan,
  { replay }: Pick<ApplicationSettings, 'replay'>,
  {
    http,
    newId,
    now,
    mocks,
  }: Pick<SendingServices, 'http' | 'newId' | 'now'> & {
    mocks: Pick<SendingServices['mocks'], 'begin' | 'end'>;
  },
  sealer: Pick<Sealer, 'open'>,
) {
  return async <Used>(
    request: RecordedRequest,
    traceId: string,
    use: (outcome: OutboundOutcome, sent: NewlySent) => Promise<Used>,
    replayed: ReplayedCase | null = null,
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
    const { planId, appId, enableMock, load } = plan;
    const active = { replayId, planId, appId, traceId, enableMock };
    const expiresAt = replayedAt + load.timeoutMs + CALLS_MS;
    const begun =
      replayed !== null && (await mocks.begin({ ...active, ...replayed, aliases: [...replayed.aliases], expiresAt }));
    try {
      // Sealed values are opened here, and where downstream calls are answered (functions/mocks).
      return await http.use(openRequest(outgoing, sealer), (outcome) => use(outcome, { replayId, replayedAt, begun }));
    } finally {
      if (begun) await mocks.end(active);
    }
  };
}

import type { ValueAlias } from '../../../mocks/domain/value-aliases.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import type { Secret } from '../../../recordings/domain/sealed/found-credentials.ts';
import { openRequest } from '../../../recordings/domain/sealed/open-request.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import type { SendingServices } from '../../composition.ts';
import { type FixedHeaders, outgoingRequest } from '../../domain/outgoing-request.ts';
import type { ReplayPlan } from '../../domain/plan.ts';
import { noteHeaders, noting } from '../../domain/sent-secrets.ts';
import { signedRequest } from '../../domain/signed-request.ts';

/** Maximum bytes kept of a decompressed response. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** How long after the timeout of a request its downstream calls are still answered, and kept. */
const CALLS_MS = 10 * 60_000;

/** The case of a request, for its downstream calls. */
export interface ReplayedCase {
  planItemId: string;
  caseId: string;
  /** The version of the recording whose calls answer; absent as recorded. */
  version?: number;
  /** Epoch ms. */
  recordedAt: number;
  /** How many downstream calls it has. */
  calls: number;
  /** Values that value mapping put in place of recorded ones. */
  aliases: readonly ValueAlias[];
  /** Sends it where its response is in memory together with another one; absent: alone. */
  via?: Pick<SendingServices['http'], 'use'>;
}

/** A request that was sent just now. */
export interface NewlySent {
  replayId: string;
  /** Epoch ms. */
  replayedAt: number;
  /** Its downstream calls could be answered, and are noted. */
  begun: boolean;
  /** Credentials that it was sent with, which its response may repeat; never stored or shown. */
  secrets: readonly Secret[];
}

/** What sending reads of a plan. */
export type RunToSend = Pick<ReplayPlan, 'planId' | 'appId' | 'targetEnv' | 'enableMock' | 'load' | 'credentials'>;

/**
 * Maximum pace of a run whose requests with calls are in one list of their application: each is put there and removed,
 * and a partition of DynamoDB takes 1,000 of both.
 */
const MAX_LISTED_QPS = 400;

/**
 * Creates the function that sends one recorded request to the plan's target, each time as a separate replay (interface
 * 12), with its sealed values opened and the signature that agents ask for. `use` takes the response as it came,
 * neither redacted nor sealed; the next large one is read when it is done. Until then the downstream calls of the case
 * are answered; a request of no case has none.
 */
export function requestSender(
  plan: RunToSend,
  { replay }: { replay: { headers: FixedHeaders } },
  {
    http,
    newId,
    now,
    mocks,
    replayKeys,
  }: Pick<SendingServices, 'newId' | 'now'> & {
    http: Pick<SendingServices['http'], 'use'>;
    mocks: Pick<SendingServices['mocks'], 'begin' | 'end'>;
    replayKeys: Pick<SendingServices['replayKeys'], 'signing'>;
  },
  sealer: Pick<Sealer, 'open' | 'seal'>,
) {
  const targetHost = new URL(plan.targetEnv).hostname;
  return async <Used>(
    request: RecordedRequest,
    traceId: string,
    use: (outcome: OutboundOutcome, sent: NewlySent) => Promise<Used>,
    replayed: ReplayedCase | null = null,
  ): Promise<Used> => {
    const replayId = newId().slice(0, 24);
    const replayedAt = now();
    const secrets = new Map<string, string>();
    const opener = noting(sealer, secrets);
    const outgoing = outgoingRequest({
      // Sealed values are opened here, and where downstream calls are answered (functions/mocks). What settings add
      // comes later: a placeholder there is text.
      request: openRequest(request, opener),
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
    noteHeaders(outgoing.headers, sealer, secrets);
    const { planId, appId, enableMock, load, credentials } = plan;
    const active = {
      ...{ replayId, planId, appId, traceId, enableMock, targetHost },
      ...(credentials && { credentials }),
      ...(load.maxQps > MAX_LISTED_QPS && { isSpread: true as const }),
    };
    const expiresAt = replayedAt + load.timeoutMs + CALLS_MS;
    const key = await replayKeys.signing(appId);
    const begun = replayed !== null && (await mocks.begin({ ...active, ...answeredCase(replayed), expiresAt }));
    try {
      const signed = signedRequest(outgoing, { replayId, time: replayedAt, enableMock }, key);
      const { via = http } = replayed ?? {};
      return await via.use(signed, (outcome) => use(outcome, { replayId, replayedAt, begun, secrets: [...secrets] }));
    } finally {
      if (begun) await mocks.end(active);
    }
  };
}

/** A case as its downstream calls are answered. */
const answeredCase = ({ via: _, aliases, ...rest }: ReplayedCase) => ({ ...rest, aliases: [...aliases] });

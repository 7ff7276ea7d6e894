import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import type { SendingServices } from '../composition.ts';
import { callCounts } from '../domain/calls/calls-state.ts';
import type { CallCounts, NoticedCalls } from '../domain/calls/result-calls.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import type { LoginCase, SentRequest } from '../service/sending/session-login.ts';
import type { LaneValues } from './lane-values.ts';
import type { SendingCase } from './outcome-writer.ts';
import { preparedCase } from './prepared-case.ts';

/** A case that one build has answered. */
export interface SentToBuild {
  outcome: OutboundOutcome;
  as: SentRequest;
  calls: NoticedCalls | null;
  /** Null where values are not mapped. */
  mapping: CaseMapping | null;
  /** The request as it was sent. */
  request: RecordedRequest;
  about: LoginCase;
  /** Host and port of the build. */
  host: string;
  /** Its downstream calls, counted; null if it has none. */
  counts: CallCounts | null;
}

/** A case before it is sent to a build; `via` sends it. */
export type CaseForBuild = Pick<SendingCase, 'planned' | 'end' | 'one' | 'facts'> &
  Pick<LoginCase, 'turn'> & { via: Pick<SendingServices['http'], 'use'> };

/** Creates the function that sends a case to one build; 'stopped' if sending ended before. */
export function buildSender(plan: ReplayPlan, sending: Pick<RoundSending, 'sendRequest' | 'callsOf'>) {
  const { host } = new URL(plan.targetEnv);

  return async function send(
    { via, ...given }: CaseForBuild,
    lane: LaneValues | null | undefined,
  ): Promise<SentToBuild | 'stopped'> {
    const { planned, one } = given;
    const { request, mapping, about } = await preparedCase(given, lane);
    const sent = { ...about, replayed: { ...about.replayed, via } };
    return sending.sendRequest(request, planned.traceId, sent, async (outcome, as) => {
      const calls = await sending.callsOf(as, one.calls);
      const counts = callCounts(one.calls, calls, plan.enableMock);
      return { outcome, as, calls, mapping, request, about, host, counts };
    });
  };
}

import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../recordings/domain/recorded-case.ts';
import { callCounts } from '../domain/calls/calls-state.ts';
import type { NoticedCalls } from '../domain/calls/result-calls.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import { aliasesOf } from '../domain/values/session-values.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import type { LoginCase, SentRequest } from '../service/sending/session-login.ts';
import type { LaneValues } from './lane-values.ts';
import type { SendingCase } from './outcome-writer.ts';

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
  /** Every downstream call was answered from the recording. */
  isAnsweredByMocks: boolean;
}

/** Creates the function that sends a case to one build; 'stopped' if sending ended before. */
export function buildSender(plan: ReplayPlan, sending: Pick<RoundSending, 'sendRequest' | 'callsOf'>) {
  const { host } = new URL(plan.targetEnv);

  return async function send(
    {
      planned,
      end,
      one,
      facts,
      turn,
    }: Pick<SendingCase, 'planned' | 'end' | 'one' | 'facts'> & Pick<LoginCase, 'turn'>,
    lane: LaneValues | null | undefined,
  ): Promise<SentToBuild | 'stopped'> {
    const mapped = await lane?.mapped(planned.item, one.request);
    const mapping = (mapped && lane?.mappingOf(planned.item, one.request, mapped)) ?? null;
    const request = mapped?.request ?? one.request;
    const replayed = {
      planItemId: facts.plan_item_id,
      caseId: planned.caseId,
      recordedAt: planned.recordedAt,
      calls: one.calls.length,
      aliases: aliasesOf(mapped?.used ?? []),
    };
    const about = { planned, recorded: one.request, recordedStatus: end.status, turn, replayed };
    return sending.sendRequest(request, planned.traceId, about, async (outcome, as) => {
      const calls = await sending.callsOf(as, one.calls);
      return { outcome, as, calls, mapping, request, about, host, isAnsweredByMocks: isAnswered(one.calls, calls) };
    });
  };

  function isAnswered(recorded: SendingCase['one']['calls'], calls: NoticedCalls | null): boolean {
    const counts = callCounts(recorded, calls, plan.enableMock);
    return counts !== null && counts.state === 'answered' && counts.recording > 0;
  }
}

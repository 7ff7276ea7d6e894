import { valueRulesDigest } from '../../compare/domain/rules/value-rules.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { SendingServices } from '../composition.ts';
import { SAFE_METHODS } from '../domain/can-resend.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { CaseMapping } from '../domain/results/case-mapping.ts';
import type { PlannedCase, RecordedEnd } from '../domain/results/chunk.ts';
import { type CaseOutcome, isFailing, UNANSWERED_CALLS } from '../domain/results/clusters.ts';
import { listedPath } from '../domain/results/listed-path.ts';
import { type ComparedSentCase, uncomparedSentCase } from '../domain/results/sent-case.ts';
import { type CutSession, noteAnswer } from '../domain/sessions/cut-session.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import type { SentRequest } from '../service/sending/session-login.ts';
import type { LaneValues } from './lane-values.ts';
import type { SendableCase } from './sendable-cases.ts';
import type { SentOutcomes } from './sent-outcomes.ts';

/** A case as it is sent. */
export interface SendingCase {
  planned: PlannedCase;
  end: RecordedEnd;
  one: SendableCase;
  mapping: CaseMapping | null;
  lane: LaneValues | null;
  session: CutSession;
  /** For the log. */
  facts: { plan_id: string; plan_item_id: string; trace_id: string };
}

/** Creates the function that compares the response to a case and stores the outcome. */
export function outcomeWriter(
  plan: ReplayPlan,
  outcomes: SentOutcomes,
  { currentRules, callsOf }: Pick<RoundSending, 'currentRules' | 'callsOf'>,
  { log }: Pick<SendingServices, 'log'>,
) {
  const comparedUnder = valueRulesDigest(currentRules);

  return async function write(
    { planned, end, one, mapping, lane, session, facts }: SendingCase,
    replayed: OutboundOutcome,
    as: SentRequest,
  ) {
    const { replayId, replayedAt, begun, secrets } = as;
    const answer = replayed.kind === 'response' ? replayed : null;
    const noticed = {
      calls: await callsOf({ replayId, begun }, one.calls),
      enableMock: plan.enableMock,
      recordedAt: planned.recordedAt,
      replayedAt,
    };
    const compared = await one.compare(replayed, { mapping, noticed, secrets });
    if (planned.cut) noteAnswer(session, end.status, one.recorded, answer, replayedAt);
    const { outcome: answered, payload, values, ...more } = comparedOrNot(compared, planned, one);
    const outcome = markedIfCut(answered, { planned, session });
    lane?.learned(more.shared, values);
    const { kind } = replayed;
    if (noticed.calls?.isUnanswered) {
      await outcomes.addWithoutResult(planned, UNANSWERED_CALLS);
      log.warn('case has no result: the service did not answer a downstream call', facts);
      return { result: null, sent: { kind, slowsDown: true, isFailing: false } };
    }
    const dropped = lane?.dropped() ?? 0;
    const result = {
      ...resultOf({ planned, one, facts }, as),
      outcome,
      ...foundIn(more),
      ...(dropped > 0 && { dropped }),
      comparedUnder,
      recordedStatus: end.status,
      replayedStatus: answer?.status ?? null,
      recordedMs: end.durationMs,
      replayedMs: replayed.durationMs,
    };
    await outcomes.add(result, payload, { mayBeSentAgain: mayBeSentAgain(planned, one.request, outcome) });
    // A lookup of a failure by its trace finds how it ended.
    const note = outcome.failure === null ? log.debug : log.info;
    note('case replayed', {
      ...facts,
      replay_id: replayId,
      outcome: outcome.failure ?? 'answered',
      duration_ms: Math.round(replayed.durationMs),
    });
    return { result, sent: { kind, slowsDown: outcome.failure !== null, isFailing: isFailing(outcome) } };
  };
}

/** What a result has of its case and of how that was sent. */
export const resultOf = (
  { planned, one, facts }: Pick<SendingCase, 'planned' | 'one' | 'facts'>,
  { replayId, replayedAt, loggedIn }: Pick<SentRequest, 'replayId' | 'replayedAt' | 'loggedIn'>,
) => ({
  item: planned.item,
  planItemId: facts.plan_item_id,
  caseId: planned.caseId,
  traceId: planned.traceId,
  replayId,
  replayedAt,
  ...(loggedIn && { loggedIn }),
  path: listedPath(one.request.path),
});

/** The outcome of a case, marked if it fails for lack of a login that was never recorded (cut-session.ts). */
export const markedIfCut = (
  outcome: CaseOutcome,
  { planned, session }: Pick<SendingCase, 'planned' | 'session'>,
): CaseOutcome => (planned.cut && session.isRefused && isFailing(outcome) ? { ...outcome, cut: true } : outcome);

/** What only some results have of their comparison. */
const foundIn = ({ mapped, calls, version }: Pick<ComparedSentCase, 'mapped' | 'calls' | 'version'>) => ({
  ...(mapped > 0 && { mapped }),
  ...(calls && { calls }),
  ...(version !== null && { version }),
});

/**
 * Whether sending a request again after a crash changes nothing: it is safe, and no other one depends on it. A failing
 * one may be judged at once by what is stored of it.
 */
const mayBeSentAgain = (
  { session, span }: PlannedCase,
  { method }: { method: string },
  outcome: CaseOutcome,
): boolean => SAFE_METHODS.has(method) && session === null && span === undefined && !isFailing(outcome);

/** What is stored of a case: its comparison, or that it could not be compared. */
const comparedOrNot = (
  compared: Awaited<ReturnType<SendableCase['compare']>>,
  { operation }: PlannedCase,
  { request }: SendableCase,
) =>
  compared === null || compared === 'over budget'
    ? { ...uncomparedSentCase(operation, request), values: null }
    : { values: null, ...compared };

import { valueRulesDigest } from '../../compare/domain/rules/value-rules.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { SendingServices } from '../composition.ts';
import { whyNotCompared } from '../domain/baseline/why-not-compared.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import { BASELINE_FAILED, isFailing, UNANSWERED_CALLS } from '../domain/results/clusters.ts';
import type { ResultHead } from '../domain/results/result-head.ts';
import { uncomparedSentCase } from '../domain/results/sent-case.ts';
import { noteAnswer } from '../domain/sessions/cut-session.ts';
import type { RoundSending } from '../service/sending/round-sending.ts';
import type { SentToBuild } from './build-sender.ts';
import type { BuildValues } from './build-values.ts';
import { markedIfCut, resultOf, type SendingCase } from './outcome-writer.ts';
import type { SentOutcomes } from './sent-outcomes.ts';

type Case = Omit<SendingCase, 'mapping'> & { values: BuildValues | null };
type Sides = Record<'baseline' | 'target', SentToBuild> & Pick<ResultHead, 'sentToBoth'>;

/** Creates the function that compares what both builds answered to a case, and stores the outcome. */
export function bothWriter(
  plan: ReplayPlan,
  outcomes: SentOutcomes,
  { currentRules }: Pick<RoundSending, 'currentRules'>,
  { log }: Pick<SendingServices, 'log'>,
) {
  const comparedUnder = valueRulesDigest(currentRules);

  /** Why there is no result, which is stored; null if there is one. */
  async function noteUncompared({ planned, end, facts }: Case, { baseline, target, sentToBoth }: Sides) {
    const isUnanswered = baseline.calls?.isUnanswered || target.calls?.isUnanswered;
    const why = isUnanswered ? UNANSWERED_CALLS : whyNotCompared(baseline.outcome, target.outcome, end.status);
    if (why === null) return null;
    await outcomes.addWithoutResult(planned, why, { ...(sentToBoth && { sentToBoth }) });
    log.debug('case not compared', { ...facts, outcome: why });
    const { kind } = why === BASELINE_FAILED ? baseline.outcome : target.outcome;
    return { result: null, sent: { kind, slowsDown: true, isFailing: false } };
  }

  async function compared({ planned, one, values }: Case, { baseline, target }: Sides) {
    const found = await one.compareBoth({
      baseline: sideOf(plan, planned, baseline),
      target: sideOf(plan, planned, target),
    });
    if (found === null || found === 'over budget')
      return { ...uncomparedSentCase(planned.operation, one.request), dataMoved: [] };
    values?.target.learned(found.shared, found.values ?? null);
    values?.baseline?.learned(found.sharedOfBaseline, found.valuesOfBaseline ?? null);
    return found;
  }

  return async function write(given: Case, sides: Sides) {
    const { planned, end, one, lane, session } = given;
    const { baseline, target, sentToBoth } = sides;
    const answer = target.outcome.kind === 'response' ? target.outcome : null;
    const uncompared = await noteUncompared(given, sides);
    if (uncompared !== null) return uncompared;
    const { outcome: answered, calls, payload, mapped, dataMoved } = await compared(given, sides);
    if (planned.cut) noteAnswer(session, end.status, one.recorded, answer, target.as.replayedAt);
    const outcome = markedIfCut(answered, given);
    const dropped = lane?.dropped() ?? 0;
    const result = {
      ...resultOf(given, target.as),
      outcome,
      ...(mapped > 0 && { mapped }),
      ...(dropped > 0 && { dropped }),
      ...(calls && { calls }),
      ...(dataMoved.length > 0 && { dataMoved }),
      ...(sentToBoth && { sentToBoth }),
      comparedUnder,
      recordedStatus: statusOf(baseline.outcome),
      replayedStatus: statusOf(target.outcome),
      recordedMs: baseline.outcome.durationMs,
      replayedMs: target.outcome.durationMs,
    };
    // Both builds would be sent the request again after a crash, so its outcome is waited for.
    await outcomes.add(result, payload, { mayBeSentAgain: false });
    const { kind } = target.outcome;
    return { result, sent: { kind, slowsDown: outcome.failure !== null, isFailing: isFailing(outcome) } };
  };
}

const statusOf = (outcome: OutboundOutcome): number | null => (outcome.kind === 'response' ? outcome.status : null);

const sideOf = (plan: ReplayPlan, planned: Case['planned'], side: SentToBuild) => ({
  outcome: side.outcome,
  mapping: side.mapping,
  noticed: {
    calls: side.calls,
    enableMock: plan.enableMock,
    recordedAt: planned.recordedAt,
    replayedAt: side.as.replayedAt,
  },
  secrets: side.as.secrets,
  host: side.host,
});

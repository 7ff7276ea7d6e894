import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import { valueRulesDigest } from '../../compare/domain/rules/value-rules.ts';
import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { planItemId, type ReplayPlan } from '../domain/plan.ts';
import { compareCase } from '../domain/results/case-outcome.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import type { SendingServices } from '../services.ts';
import type { Sent } from './send-paced.ts';
import { requestSender, storedAnswer } from './send-request.ts';

export interface SentCase extends Sent {
  kind: OutboundOutcome['kind'];
}

/**
 * Creates the function that sends one case, compares the response and stores the outcome; null if the recording no
 * longer exists.
 */
export async function caseSender(
  plan: ReplayPlan,
  round: number,
  chunk: number,
  services: Pick<
    SendingServices,
    'recordings' | 'rules' | 'applications' | 'results' | 'log' | 'http' | 'newId' | 'now'
  >,
) {
  const { recordings, rules, applications, results, log } = services;
  const [today, settings] = await Promise.all([rules.inForce(plan.appId), applications.settings(plan.appId)]);
  const sendRequest = requestSender(plan, settings, services);
  const comparedUnder = valueRulesDigest(today);
  const rulesOf = rulesCompiler(today);

  return async function send(planned: PlannedCase): Promise<SentCase | null> {
    const facts = {
      plan_id: plan.planId,
      plan_item_id: planItemId(plan.planId, planned.item),
      trace_id: planned.traceId,
    };
    const [head, [payload]] = await Promise.all([
      recordings.find(planned.caseId),
      recordings.payloads([planned.caseId]),
    ]);
    if (head === undefined || payload === undefined) {
      log.warn('recording gone before it was sent', facts);
      return null;
    }
    const { replayId, replayedAt, outcome } = await sendRequest(payload.request, planned.traceId);
    const compared = compareCase(planned.operation, payload.response, outcome, rulesOf(planned.operation));
    const { failure } = compared.outcome;
    await results.add(
      plan,
      round,
      chunk,
      {
        item: planned.item,
        planItemId: facts.plan_item_id,
        caseId: planned.caseId,
        traceId: planned.traceId,
        replayId,
        outcome: compared.outcome,
        comparedUnder,
        replayedAt,
        recordedStatus: head.status,
        replayedStatus: outcome.kind === 'response' ? outcome.status : null,
        recordedMs: head.durationMs,
        replayedMs: outcome.durationMs,
      },
      {
        request: payload.request,
        recorded: payload.response,
        replayed: outcome.kind === 'response' ? storedAnswer(outcome) : null,
        differences: compared.differences,
      },
    );
    // A lookup of a failure by its trace finds how it ended.
    const write = failure === null ? log.debug : log.info;
    write('case replayed', { ...facts, replay_id: replayId, outcome: failure ?? 'answered' });
    return { kind: outcome.kind, slowsDown: failure !== null };
  };
}

import { planItemId } from '../../replay/domain/plan.ts';
import type { PlannedCase } from '../../replay/domain/results/chunk.ts';
import { lackOfOutcome, type ResultHead, type ResultLack } from '../../replay/domain/results/result-head.ts';
import type { CurrentRules } from '../domain/classify.ts';
import { currentCase } from '../domain/current-case.ts';
import type { ShownResult } from './shown-results.ts';

/** A request without a result, as lists show it (interface 10). */
export const withoutResultView = (
  planId: string,
  { item, caseId, operation, method, traceId }: PlannedCase,
): ShownResult => ({
  planItemId: planItemId(planId, item),
  caseId,
  operation,
  method: method ?? null,
  path: null,
  state: 'NO_RESULT',
  marked: false,
  kinds: [],
  status: { recorded: null, replayed: null },
  durationMs: { recorded: null, replayed: null },
  traceId,
  replayId: null,
});

/** What a request without a readable result lacks (interface 10). */
export const lackView = (lack: ResultLack) =>
  lack === 'calls'
    ? { unanswered: true as const }
    : lack === 'comparison'
      ? { uncompared: true as const }
      : { unreadable: true as const, damaged: lack };

/**
 * A stored outcome under the current rules, as lists show it (interface 10); `marked`: marked as expected, which does
 * not change its state.
 */
export function resultView(head: ResultHead, rules: CurrentRules, marked: boolean): ShownResult {
  const { state, differences } = currentCase(head.outcome, rules);
  return {
    planItemId: head.planItemId,
    caseId: head.caseId,
    operation: head.outcome.operation,
    method: head.outcome.method ?? null,
    path: head.path ?? null,
    state,
    marked,
    kinds: [...new Set(differences.map(({ kind }) => kind))].sort(),
    ...(differences.length > 0 &&
      differences.every(({ likelyNoise }) => likelyNoise) && { likelyNoise: true as const }),
    status: { recorded: head.recordedStatus, replayed: head.replayedStatus },
    durationMs: { recorded: head.recordedMs, replayed: head.replayedMs },
    traceId: head.traceId,
    replayId: head.replayId === '' ? null : head.replayId,
    ...(!head.outcome.hasResult && lackView(lackOfOutcome(head.outcome) ?? 'result')),
  };
}

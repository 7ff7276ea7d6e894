import { classify } from '../../../findings/domain/classify.ts';
import type { FindingsInput } from '../../../findings/domain/findings.ts';
import type { Services } from '../../../platform/http/api.ts';
import { wellFormed } from '../../../platform/well-formed.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import { planItemId } from '../../../replay/domain/plan.ts';
import type { CaseResult, OperationCases } from '../domain/result-bundle.ts';

/** How every case of a settled round came out, as lines of JSON, and the counts of each endpoint (evaluation 3.14). */
export interface ReplayResults {
  lines: Uint8Array;
  cases: number;
  operations: OperationCases[];
}

/** Reads what is stored of a round, by the rules that its findings were made under. */
export async function replayResults(
  { planId }: ReplayPlan,
  { round, selection }: ReplayRound,
  { rulesOf }: Pick<FindingsInput, 'rulesOf'>,
  { results }: Pick<Services, 'results'>,
): Promise<ReplayResults> {
  const lines: string[] = [];
  const operations = new Map<string, OperationCases>();
  for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
    const planned = await results.findChunk(planId, round, chunk);
    if (planned === undefined) continue;
    const heads = await Array.fromAsync(results.ofChunk(planId, round, planned));
    const stored = new Map(heads.map((head) => [head.item, head]));
    for (const { item, caseId, traceId, operation } of planned.cases) {
      const head = stored.get(item);
      const found = head?.outcome.hasResult ? classify(head.outcome, rulesOf(operation)).differences : null;
      const state = found === null ? 'no_result' : found.length === 0 ? 'passed' : 'failed';
      const result: CaseResult = {
        case_id: caseId,
        trace_id: traceId,
        operation,
        plan_item_id: planItemId(planId, item),
        state,
        recorded_status: head?.recordedStatus ?? null,
        replayed_status: head?.replayedStatus ?? null,
        replayed_ms: head?.replayedMs ?? null,
        kinds: [...new Set((found ?? []).map(({ kind }) => kind))],
      };
      lines.push(JSON.stringify(wellFormed(result)));
      const before = operations.get(operation) ?? { operation, total_cases: 0, success_cases: 0 };
      operations.set(operation, {
        operation,
        total_cases: before.total_cases + 1,
        success_cases: before.success_cases + Number(state === 'passed'),
      });
    }
  }
  return {
    lines: Buffer.from(lines.map((line) => `${line}\n`).join('')),
    cases: lines.length,
    operations: [...operations.values()],
  };
}

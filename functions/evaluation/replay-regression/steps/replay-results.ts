import { type CurrentCase, currentCase } from '../../../findings/domain/current-case.ts';
import type { FindingsInput } from '../../../findings/domain/findings.ts';
import { wellFormed } from '../../../platform/values/well-formed.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import { planItemId } from '../../../replay/domain/plan.ts';
import type { RunningServices } from '../../composition.ts';
import type { CaseResult, OperationCases } from '../../domain/replay-regression/result-bundle.ts';

/** The results of all cases of a settled round as lines of JSON, and the counts per endpoint (evaluation 3.14). */
export interface ReplayResults {
  lines: Uint8Array;
  cases: number;
  operations: OperationCases[];
}

const STATES = { PASSED: 'passed', FAILED: 'failed', NO_RESULT: 'no_result' } as const satisfies Record<
  CurrentCase['state'],
  CaseResult['state']
>;

/** Reads what is stored of a round, by the rules that its findings were made under. */
export async function replayResults(
  plan: ReplayPlan,
  { round, selection }: ReplayRound,
  { rulesOf }: Pick<FindingsInput, 'rulesOf'>,
  { results }: Pick<RunningServices, 'results'>,
): Promise<ReplayResults> {
  const lines: string[] = [];
  const operations = new Map<string, OperationCases>();
  for (let chunk = 0; chunk < (selection?.chunks ?? 0); chunk++) {
    const planned = await results.findChunk(plan.planId, round, chunk);
    if (planned === undefined) continue;
    const stored = await results.byItem(plan, round, planned);
    for (const { item, caseId, traceId, operation } of planned.cases) {
      const head = stored.get(item);
      const { state, differences } = currentCase(head?.outcome, rulesOf(operation));
      const result: CaseResult = {
        case_id: caseId,
        trace_id: traceId,
        operation,
        plan_item_id: planItemId(plan.planId, item),
        state: STATES[state],
        recorded_status: head?.recordedStatus ?? null,
        replayed_status: head?.replayedStatus ?? null,
        replayed_ms: head?.replayedMs ?? null,
        kinds: [...new Set(differences.map(({ kind }) => kind))],
        ...(head?.version !== undefined && { recording_version: head.version }),
      };
      lines.push(JSON.stringify(wellFormed(result)));
      const before = operations.get(operation) ?? { operation, total_cases: 0, success_cases: 0 };
      operations.set(operation, {
        operation,
        total_cases: before.total_cases + 1,
        success_cases: before.success_cases + Number(state === 'PASSED'),
      });
    }
  }
  return {
    lines: Buffer.from(lines.map((line) => `${line}\n`).join('')),
    cases: lines.length,
    operations: [...operations.values()],
  };
}

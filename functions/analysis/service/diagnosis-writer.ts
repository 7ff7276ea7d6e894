import { accept, type Result, refuse } from '../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { isStale } from '../domain/analysis-time.ts';
import { type Diagnosis, parseDiagnosis } from '../domain/diagnosis.ts';
import { EMPTY_DIAGNOSIS, mergedDiagnosis } from '../domain/merged-diagnosis.ts';
import { type AnalysisRow, newAnalysis, type StoredAnalysis } from '../store/analysis-row.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import type { AnalysisCompletion } from './analysis-completion.ts';
import type { AnalysisContents } from './analysis-contents.ts';

/** Why a diagnosis is refused (interface 2.5). NO_CONCLUSION_YET: the round has not settled. */
type DiagnosisCode = 'NOT_FOUND' | 'INVALID_DIAGNOSIS' | 'ALREADY_CONCLUDED' | 'NO_CONCLUSION_YET';

/** Author of a diagnosis. A SKIPPED of the built-in executor counts as set by the service. */
export type Executor = NonNullable<AnalysisRow['executor']>;

type Written = Result<null, DiagnosisCode>;

const over = refuse('ALREADY_CONCLUDED', 'the analysis of this round has ended');

/**
 * Accepts the diagnoses of a round (interface 2.5). Each is merged with the earlier ones, until a final state is set.
 */
export function diagnosisWriter({
  rows,
  contents,
  completion,
  now,
  log,
}: { rows: AnalysisRows; contents: AnalysisContents; completion: AnalysisCompletion } & Pick<World, 'now' | 'log'>) {
  return async (plan: ReplayPlan, round: ReplayRound, body: unknown, executor: Executor): Promise<Written> => {
    if (round.result === null) return refuse('NO_CONCLUSION_YET', 'the replay has not settled');
    const parsed = parseDiagnosis(body, { planId: plan.planId, requests: round.selection?.requests ?? 0 });
    if (!parsed.ok) return parsed;
    const written = await retryOnConflict(() => writeOnce(plan, round, parsed.value, executor), {
      subject: 'the analysis',
    });
    if (parsed.value.state !== 'RUNNING' || !written.ok) await completion.notify(plan, round);
    return written;
  };

  async function writeOnce(
    plan: ReplayPlan,
    round: ReplayRound,
    diagnosis: Diagnosis,
    executor: Executor,
  ): Promise<Written | typeof CONFLICT> {
    const found = await rows.find(plan.planId, round.round);
    const at = now();
    if (found && found.row.state !== 'RUNNING' && !isReplaceable(found.row)) return over;
    if (found?.row.state === 'RUNNING' && isStale(found.row.heartbeatAt, at)) {
      return (await completion.abort(plan, round, found.row)) ? over : CONFLICT;
    }
    const { state, reason } = diagnosis;
    const row = {
      ...(found?.row ?? newAnalysis(plan, round)),
      ...({ state, reason, setBy: executor === 'built-in' ? 'service' : 'executor', executor } as const),
      heartbeatAt: at,
      unannounced: state === 'DONE' || state === 'PARTIAL',
    };
    const written =
      found && saysNothing(diagnosis) ? await rows.change(row) : await writeContent(plan, round, found, row, diagnosis);
    if (written === false) return CONFLICT;
    if (written === true && state !== 'RUNNING') {
      log.info('analysis concluded', { plan_id: plan.planId, round: round.round, outcome: state });
    }
    return written === true ? accept(null) : written;
  }

  async function writeContent(
    plan: ReplayPlan,
    round: ReplayRound,
    found: StoredAnalysis | undefined,
    row: AnalysisRow,
    diagnosis: Diagnosis,
  ): Promise<boolean | (Written & { ok: false })> {
    const merged = mergedDiagnosis(found ? await contents.diagnosis(found) : EMPTY_DIAGNOSIS, diagnosis);
    if (!merged.ok) return merged;
    const content = await contents.of(plan, round, merged.value);
    if (content === undefined) return refuse('NOT_FOUND', 'the failed cases of this round are not available');
    const named = diagnosis.cases.size === 0 ? undefined : merged.value.cases;
    if (found) return rows.change(row, { content, named });
    return rows.start(await rows.firstWrites(row, content, { named }));
  }
}

/** The first diagnosis replaces a SKIPPED that the service set (interface 2.5). */
const isReplaceable = ({ state, setBy }: AnalysisRow) => state === 'SKIPPED' && setBy === 'service';

const saysNothing = ({ cases, codeChanges, summary }: Diagnosis) =>
  cases.size === 0 && codeChanges.size === 0 && summary === null;

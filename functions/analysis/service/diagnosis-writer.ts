import { accept, type Result, refuse } from '../../platform/result.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { isStale } from '../domain/analysis-time.ts';
import { type Diagnosis, readDiagnosis } from '../domain/diagnosis.ts';
import { mergedDiagnosis, NOTHING_SAID } from '../domain/merged-diagnosis.ts';
import { type AnalysisRow, type AnalysisRows, newAnalysis, type StoredAnalysis } from '../store/analysis-rows.ts';
import type { AnalysisConclusion } from './analysis-conclusion.ts';
import type { AnalysisContents } from './analysis-contents.ts';

/** Why a diagnosis is not taken (interface 2.5); NO_CONCLUSION_YET: the round has not settled. */
export type DiagnosisCode = 'NOT_FOUND' | 'INVALID_DIAGNOSIS' | 'ALREADY_CONCLUDED' | 'NO_CONCLUSION_YET';

/** Who wrote a diagnosis; a SKIPPED of the built-in executor counts as the service's own. */
export type Executor = NonNullable<AnalysisRow['executor']>;

type Written = Result<null, DiagnosisCode>;

const over = refuse('ALREADY_CONCLUDED', 'the analysis of this round is over');

/** Takes what executors write of a round (interface 2.5): it is added to what was written before, until a final state stands. */
export function diagnosisWriter({
  rows,
  contents,
  conclusion,
  now,
  log,
}: { rows: AnalysisRows; contents: AnalysisContents; conclusion: AnalysisConclusion } & Pick<World, 'now' | 'log'>) {
  return async (plan: ReplayPlan, round: ReplayRound, body: unknown, executor: Executor): Promise<Written> => {
    if (round.result === null) return refuse('NO_CONCLUSION_YET', 'the replay has not settled');
    const read = readDiagnosis(body, { planId: plan.planId, requests: round.selection?.requests ?? 0 });
    if (!read.ok) return read;
    for (;;) {
      const written = await writeOnce(plan, round, read.value, executor);
      if (written === 'anew') continue;
      if (read.value.state !== 'RUNNING' || !written.ok) await conclusion.tell(plan, round);
      return written;
    }
  };

  /** `anew`: another wrote at the same time. */
  async function writeOnce(
    plan: ReplayPlan,
    round: ReplayRound,
    diagnosis: Diagnosis,
    executor: Executor,
  ): Promise<Written | 'anew'> {
    const found = await rows.find(plan.planId, round.round);
    const at = now();
    if (found && found.row.state !== 'RUNNING' && !isReplaceable(found.row)) return over;
    if (found?.row.state === 'RUNNING' && isStale(found.row.heartbeatAt, at)) {
      return (await conclusion.breakOff(plan, round, found.row)) ? over : 'anew';
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
    if (written === false) return 'anew';
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
    const merged = mergedDiagnosis(found ? await contents.said(found) : NOTHING_SAID, diagnosis);
    if (!merged.ok) return merged;
    const content = await contents.of(plan, round, merged.value);
    if (content === undefined) return refuse('NOT_FOUND', 'nothing is known of the failed cases of this round');
    const named = diagnosis.cases.size === 0 ? undefined : merged.value.cases;
    if (found) return rows.change(row, { content, named });
    return rows.begin(await rows.firstWrites(row, content, { named }));
  }
}

/** A SKIPPED that the service itself set gives way to the first diagnosis (interface 2.5). */
const isReplaceable = ({ state, setBy }: AnalysisRow) => state === 'SKIPPED' && setBy === 'service';

const saysNothing = ({ cases, codeChanges, summary }: Diagnosis) =>
  cases.size === 0 && codeChanges.size === 0 && summary === null;

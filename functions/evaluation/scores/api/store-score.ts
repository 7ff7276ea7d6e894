import type { ApiRequest } from '../../../platform/http/api.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { numbersAsText } from '../../../platform/values/json-text.ts';
import type { ProblemCode } from '../../../platform/values/problems.ts';
import type { EvaluationUses } from '../../composition.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import type { Score } from '../../domain/scores/score.ts';
import { fitsConfig } from '../../domain/scores/score-config.ts';
import { clientScore, type ScoreBody } from '../../domain/scores/score-input.ts';

/** Stores a client's score once. `isNew` is false if the same id and content are sent again (evaluation 3.12). */
export async function storeScore(
  body: ScoreBody,
  { bytes }: Pick<ApiRequest, 'bytes'>,
  { evaluation, now, newId }: EvaluationUses<'scoreConfigs' | 'runs' | 'scores', 'now' | 'newId'>,
): Promise<Result<{ score: Score; isNew: boolean }, ProblemCode>> {
  // The body is already validated. Parses it again to keep all digits of its numbers.
  const texts = numbersAsText(`{"sent":${new TextDecoder().decode(bytes)}}`, 'sent') as Record<string, unknown>;
  const time = now();
  const read = clientScore(body, (member) => String(texts[member]), {
    now: time,
    newId: `scr_${ulidOf(time, newId())}`,
  });
  if (!read.ok) return read;
  const { score, sent } = read.value;
  if (score.config_id !== null) {
    const config = await evaluation.scoreConfigs.find(score.config_id);
    if (config === undefined) return refuse('validation_failed', 'config_id names no score config');
    const fit = fitsConfig(score, config);
    if (!fit.ok) return fit;
  }
  if (!(await isTarget(score, evaluation))) return refuse('target_not_found', 'there is no such run or attempt');

  const stored = await evaluation.scores.add(score, sent);
  if (stored === 'conflict') return refuse('score_id_conflict', 'a score with this score_id already exists');
  return accept(stored === 'added' ? { score, isNew: true } : { score: stored.repeats, isNew: false });
}

/** Spans, traces and sessions are not looked up, because their telemetry may arrive later. */
async function isTarget(
  { target_type, target_id }: Score,
  { runs }: EvaluationUses<'runs'>['evaluation'],
): Promise<boolean> {
  if (target_type === 'workflow_run') return (await runs.find(target_id)) !== undefined;
  if (target_type === 'framework_attempt') return (await runs.attempt(target_id)) !== undefined;
  return true;
}

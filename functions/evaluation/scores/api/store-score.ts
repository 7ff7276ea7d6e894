import type { ApiRequest, Services } from '../../../platform/http/api.ts';
import type { ProblemCode } from '../../../platform/http/problems.ts';
import { numbersAsText } from '../../../platform/json-text.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import type { Score } from '../domain/score.ts';
import { fitsConfig } from '../domain/score-config.ts';
import { clientScore, type ScoreBody } from '../domain/score-input.ts';

/** Stores what a client says, once; `isNew` is false for a repeat of the same id and content (evaluation 3.12). */
export async function storeScore(
  body: ScoreBody,
  { bytes }: Pick<ApiRequest, 'bytes'>,
  { evaluation, now, newId }: Services,
): Promise<Result<{ score: Score; isNew: boolean }, ProblemCode>> {
  // The body was read before; its numbers are kept to the last digit.
  const texts = numbersAsText(`{"sent":${new TextDecoder().decode(bytes)}}`, 'sent') as Record<string, unknown>;
  const time = now();
  const read = clientScore(body, (member) => String(texts[member]), {
    now: time,
    newId: `scr_${ulidOf(time, newId())}`,
  });
  if (!read.ok) return read;
  const { score, said } = read.value;
  if (score.config_id !== null) {
    const config = await evaluation.scoreConfigs.find(score.config_id);
    if (config === undefined) return refuse('validation_failed', 'config_id names no score config');
    const fit = fitsConfig(score, config);
    if (!fit.ok) return fit;
  }
  if (!(await isTarget(score, evaluation))) return refuse('target_not_found', 'there is no such run or attempt');

  const stored = await evaluation.scores.add(score, said);
  if (stored === 'conflict') return refuse('score_id_conflict', 'there is another score of this score_id');
  return accept(stored === 'added' ? { score, isNew: true } : { score: stored.repeats, isNew: false });
}

/** Spans, traces and sessions are not looked up: their telemetry may come later. */
async function isTarget({ target_type, target_id }: Score, { runs }: Services['evaluation']): Promise<boolean> {
  if (target_type === 'workflow_run') return (await runs.find(target_id)) !== undefined;
  if (target_type === 'framework_attempt') return (await runs.attempt(target_id)) !== undefined;
  return true;
}

import { problem, problemOf } from '../../../platform/http/problem.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { TARGET_TYPES } from '../../domain/scores/score.ts';
import { isReserved, ScoreBody } from '../../domain/scores/score-input.ts';
import { scoreView } from './score-view.ts';
import { scoreDocs } from './scores.doc.ts';
import { storeScore } from './store-score.ts';

const KNOWN: readonly unknown[] = TARGET_TYPES;

/**
 * Accepts a client's score of any target. Scorer output about a run is reserved to the service (spec 4.10, evaluation
 * 3.12).
 */
export const writeScore = evaluationEndpoint({
  method: 'POST',
  path: '/api/v2/scores',
  scope: 'scores:write',
  body: EVALUATION_BODY,
  doc: scoreDocs.writeScore,

  async answer(request, services: EvaluationUses<'scoreConfigs' | 'runs' | 'scores', 'now' | 'newId'>) {
    const { target_type } = request.body;
    if (target_type !== undefined && !KNOWN.includes(target_type))
      return problem('unsupported_target_type', `target_type must be one of ${TARGET_TYPES.join(', ')}`);
    if (isReserved(request.body))
      return problem('scorer_output_reserved', 'only trusted hosts can write scorer output of runs and attempts');
    const body = validateBody(ScoreBody, request.body);
    if (!body.ok) return problemOf(body, { errors: body.errors });
    const stored = await storeScore(body.value, request, services);
    if (!stored.ok) return problemOf(stored);
    return { status: stored.value.isNew ? 201 : 200, body: scoreView(stored.value.score) };
  },
});

import { ok } from '../../../platform/http/api.ts';
import { problem } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { scoreView } from './score-view.ts';
import { scoreDocs } from './scores.doc.ts';

/** Returns one score, a client's or a trusted host's (evaluation 3.12). */
export const readScore = evaluationEndpoint({
  method: 'GET',
  path: '/api/v2/scores/{scoreId}',
  scope: 'eval:read',
  doc: scoreDocs.readScore,

  async answer({ params }, { evaluation }: EvaluationUses<'scores'>) {
    const score = await evaluation.scores.find(params.scoreId ?? '');
    return score ? ok(scoreView(score)) : problem('not_found', 'There is no such score.');
  },
});

import { problem, problemOf } from '../../../platform/http/problem.ts';
import { EVALUATION_BODY, evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { fromLegacy, LegacyScoreBody } from '../../domain/scores/score-input.ts';
import { legacyScoreView } from './score-view.ts';
import { legacyScoreDocs } from './scores-v1.doc.ts';
import { storeScore } from './store-score.ts';

const KNOWN: readonly unknown[] = ['span', 'trace', 'session'];

/** Accepts a score of a span, a trace or a session in the format of version 1 (spec 4.10, evaluation 3.12). */
export const writeScoreV1 = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/scores',
  scope: 'scores:write',
  body: EVALUATION_BODY,
  doc: legacyScoreDocs.writeLegacyScore,

  async answer(request, services: EvaluationUses<'scoreConfigs' | 'runs' | 'scores', 'now' | 'newId'>) {
    const { target_type } = request.body;
    if (target_type !== undefined && !KNOWN.includes(target_type))
      return problem('unsupported_target_type', 'version 1 accepts scores of spans, traces and sessions');
    const read = validateBody(LegacyScoreBody, request.body);
    if (!read.ok) return problemOf(read, { errors: read.errors });
    const body = fromLegacy(read.value);
    if (!body.ok) return problemOf(body);
    const stored = await storeScore(body.value, request, services);
    if (!stored.ok) return problemOf(stored);
    return { status: stored.value.isNew ? 201 : 200, body: legacyScoreView(stored.value.score) };
  },
});

import { problem, problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { SCORE_POSITION, type ScoresOf } from '../store/score-rows.ts';
import { legacyScoreView } from './score-view.ts';
import { legacyScoreDocs } from './scores-v1.doc.ts';

/**
 * Lists the scores of a span, of a trace with its spans, of a session, or of a name. Scores of runs and attempts are
 * not included (evaluation 3.12, 5.13).
 */
export const listScoresV1 = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/scores',
  scope: 'eval:read',
  doc: legacyScoreDocs.listLegacyScores,

  async answer(request, { evaluation }: EvaluationUses<'scores'>) {
    const of = listOf(request.query);
    if (of === null) return problem('invalid_query', 'span_id, trace_id, session_id or name is required');
    const page = pageOf(request, SCORE_POSITION);
    if (!page.ok) return problemOf(page);
    const wanted = (['trace_id', 'span_id', 'session_id', 'name'] as const).flatMap((key) => {
      const value = request.query.get(key);
      return value === null ? [] : [[key, value] as const];
    });
    const { items, next } = await evaluation.scores.page({
      of,
      from: 0,
      to: LATEST,
      ...page.value,
      matches: (score) =>
        score.target_type !== 'workflow_run' &&
        score.target_type !== 'framework_attempt' &&
        wanted.every(([key, value]) => score[key] === value),
    });
    return listPage(request, { items: items.map(legacyScoreView), next });
  },
});

/** Later than every accepted timestamp. */
const LATEST = Date.UTC(9999, 11, 31);

function listOf(query: URLSearchParams): ScoresOf | null {
  const [span, trace, session, name] = ['span_id', 'trace_id', 'session_id', 'name'].map((key) =>
    query.get(key)?.toWellFormed(),
  );
  if (span) return { target: { target_type: 'span', target_id: span } };
  if (trace) return { trace };
  if (session) return { target: { target_type: 'session', target_id: session } };
  return name ? { name } : null;
}

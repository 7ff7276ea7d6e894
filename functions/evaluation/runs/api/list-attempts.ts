import { ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { attemptView } from './run-view.ts';
import { runDocs } from './runs.doc.ts';

/** Lists the attempts of a run, at most three, newest first (evaluation 3.8, 5.6). */
export const listAttempts = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}/attempts',
  scope: 'eval:read',
  doc: runDocs.listAttempts,

  async answer(request, { evaluation: { runs }, config }: EvaluationUses<'runs', 'config'>) {
    const { runId = '' } = request.params;
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    if ((await runs.find(runId)) === undefined) return problem('not_found', 'There is no such run.');
    const { limit, after } = page.value;
    const newestFirst = (await runs.attempts(runId)).reverse();
    const left = newestFirst.filter(({ attempt_id }) => after === null || attempt_id < after);
    const shown = left.slice(0, limit);
    return listPage(request, {
      items: shown.map((attempt) => attemptView(attempt, request.caller.tenant, config.publicUrl)),
      next: left.length > limit ? (shown.at(-1)?.attempt_id ?? null) : null,
    });
  },
});

/** Returns one attempt (evaluation 3.8). */
export const readAttempt = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/attempts/{attemptId}',
  scope: 'eval:read',
  doc: runDocs.readAttempt,

  async answer({ params: { attemptId = '' }, caller }, { evaluation, config }: EvaluationUses<'runs', 'config'>) {
    const attempt = await evaluation.runs.attempt(attemptId);
    return attempt
      ? ok(attemptView(attempt, caller.tenant, config.publicUrl))
      : problem('not_found', 'There is no such attempt.');
  },
});

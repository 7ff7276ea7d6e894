import { ok } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { listPage, pageOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { gateView } from './gate-view.ts';
import { gateDocs } from './gates.doc.ts';

/** Lists the decisions of a run, newest first, so the primary one is last (evaluation 3.9). */
export const listGateDecisions = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}/gate-decisions',
  scope: 'eval:read',
  doc: gateDocs.listGateDecisions,

  async answer(request, { evaluation: { runs, gateDecisions } }: EvaluationUses<'runs' | 'gateDecisions'>) {
    const { runId = '' } = request.params;
    const page = pageOf(request);
    if (!page.ok) return problemOf(page);
    if ((await runs.find(runId)) === undefined) return problem('not_found', 'There is no such run.');
    const { items, next } = await gateDecisions.page(runId, page.value);
    return listPage(request, { items: items.map(gateView), next });
  },
});

/** Returns one decision (evaluation 3.9). */
export const readGateDecision = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/gates/{gateDecisionId}',
  scope: 'eval:read',
  doc: gateDocs.readGateDecision,

  async answer({ params: { gateDecisionId = '' } }, { evaluation }: EvaluationUses<'gateDecisions'>) {
    const decision = await evaluation.gateDecisions.find(gateDecisionId);
    return decision ? ok(gateView(decision)) : problem('not_found', 'There is no such gate decision.');
  },
});

import { ok } from '../../../platform/http/api.ts';
import { problem } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { checkView, gateView, undecidedView } from './gate-view.ts';
import { gateDocs } from './gates.doc.ts';

/** Returns the gate of a run: its primary decision, or that it has none (evaluation 3.9). */
export const readGate = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}/gate',
  scope: 'eval:read',
  doc: gateDocs.readGate,

  async answer(
    { params: { runId = '' }, query },
    { evaluation: { runs, gateDecisions } }: EvaluationUses<'runs' | 'gateDecisions'>,
  ) {
    const format = query.get('format');
    if (format !== null && format !== 'check') return problem('invalid_query', 'format must be check if it is present');
    const run = await runs.find(runId);
    if (run === undefined) return problem('not_found', 'There is no such run.');
    // A decision made before the cancellation remains available under its own id and in the ledger.
    const isCalledOff = run.status === 'cancelling' || run.status === 'cancelled';
    const decision = isCalledOff ? undefined : await gateDecisions.primary(runId);
    if (format === 'check') return ok(checkView(run, decision));
    return ok(decision ? gateView(decision) : undecidedView(run));
  },
});

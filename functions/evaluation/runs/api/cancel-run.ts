import { problem } from '../../../platform/http/problem.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { cancellation } from '../../domain/runs/cancellation.ts';
import { runView } from './run-view.ts';
import { runDocs } from './runs.doc.ts';

/** The steps of a run move it a few times while it is being cancelled, at most. */
const RETRY = { subject: 'the run', maxTries: 20 };

/** Cancels a run: 202, repeated 200, ended otherwise 409 (evaluation 3.7). */
export const cancelRun = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/runs/{runId}/cancel',
  scope: 'eval:run',
  doc: runDocs.cancelRun,

  answer: (
    { params: { runId = '' }, caller },
    { evaluation: { runs, ledger }, now }: EvaluationUses<'runs' | 'ledger', 'now'>,
  ) =>
    retryOnConflict(async () => {
      const run = await runs.find(runId);
      if (run === undefined) return problem('not_found', 'There is no such run.');
      if (run.status === 'cancelling' || run.status === 'cancelled')
        return { status: 200, body: runView(run, caller.tenant) };
      const wanted = cancellation(run, caller.name, now());
      if (wanted === null) return problem('run_already_terminal', `The run has ended with status ${run.status}.`);
      const appended = await ledger.append({ run, ...wanted });
      if (typeof appended === 'string') return CONFLICT;
      return { status: 202, body: runView(appended.run, caller.tenant) };
    }, RETRY),
});

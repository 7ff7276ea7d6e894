import { problem } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../api/evaluation-endpoint.ts';
import { cancellation } from '../domain/cancellation.ts';
import { runView } from './run-view.ts';
import { cancelRunDoc } from './runs.doc.ts';

/** The steps of a run move it a few times while it is being cancelled, at most. */
const MOST_TRIES = 20;

/** Cancels a run: 202, again 200, one that ended otherwise 409 (evaluation 3.7). */
export const cancelRun = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/runs/{runId}/cancel',
  scope: 'eval:run',
  doc: cancelRunDoc,

  async answer({ params: { runId = '' }, caller }, { evaluation: { runs, ledger }, now }) {
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const run = await runs.find(runId);
      if (run === undefined) return problem('not_found', 'There is no such run.');
      if (run.status === 'cancelling' || run.status === 'cancelled')
        return { status: 200, body: runView(run, caller.tenant) };
      const wanted = cancellation(run, caller.name, now());
      if (wanted === null) return problem('run_already_terminal', `The run has ended with status ${run.status}.`);
      const appended = await ledger.append({ run, ...wanted });
      if (typeof appended !== 'string') return { status: 202, body: runView(appended.run, caller.tenant) };
    }
    throw new Error('the steps of the run kept moving it');
  },
});

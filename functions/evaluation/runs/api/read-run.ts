import { ok } from '../../../platform/http/api.ts';
import { problem } from '../../../platform/http/problem.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import type { EvaluationUses } from '../../composition.ts';
import { runView } from './run-view.ts';
import { runDocs } from './runs.doc.ts';

/** Returns one run (evaluation 3.7). */
export const readRun = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}',
  scope: 'eval:read',
  doc: runDocs.readRun,

  async answer({ params: { runId = '' }, caller }, { evaluation }: EvaluationUses<'runs'>) {
    const run = await evaluation.runs.find(runId);
    return run ? ok(runView(run, caller.tenant)) : problem('not_found', 'There is no such run.');
  },
});

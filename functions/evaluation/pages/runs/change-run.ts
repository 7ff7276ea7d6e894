import * as v from 'valibot';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { gatePath } from '../evaluation-links.ts';
import { POLICY_LABELS } from '../gates/decide-again-form.ts';
import { refusedFields } from '../refused-fields.ts';
import { type RunServices, runView } from './run-page.ts';

const RUN = '/api/v1/eval/runs/{runId}';
const NOT_FOUND = 404;

/** Cancels a run (evaluation 3.7). */
export const cancelRunPage: Page<RunServices> = {
  method: 'POST',
  path: `${EVALUATIONS}/runs/{runId}/cancel`,
  scope: 'eval:run',

  async answer(request, services) {
    const { runId = '' } = request.params;
    const answer = await request.ask('POST', `${RUN}/cancel`, { params: { runId } });
    if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
    if (answer.status < 400) return { location: `${evaluationRunPath(runId)}?done=cancelled` };
    return { html: await runView(request, services, { refused: refusedFields(answer, {}).form }), status: 409 };
  },
};

const Decided = v.object({ gate_decision_id: v.string() });

/** Evaluates a run by another policy and redirects to the decision (evaluation 3.9). */
export const decideAgainPage: Page<RunServices> = {
  method: 'POST',
  path: `${EVALUATIONS}/runs/{runId}/gate`,
  scope: 'eval:run',

  async answer(request, services) {
    const { runId = '' } = request.params;
    const answer = await request.ask('POST', `${RUN}/gate-decisions`, {
      params: { runId },
      body: { gate_policy: { version: textOf(request.form, 'version') } },
    });
    const decided = v.safeParse(Decided, answer.body);
    if (decided.success) return { location: gatePath(decided.output.gate_decision_id) };
    return { html: await runView(request, services, { errors: refusedFields(answer, POLICY_LABELS) }), status: 422 };
  },
};

import * as v from 'valibot';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { POLICIES, policyPath } from '../evaluation-links.ts';
import { refusedFields } from '../refused-fields.ts';
import { policyView } from './policy-page.ts';
import { WINDOW_LABELS } from './window-fields.ts';

const POLICY = '/api/v1/eval/online-policies/{policyId}';
const PATH = `${POLICIES}/{policyId}`;
const NOT_FOUND = 404;

const Looked = v.object({ workflow_run_id: v.nullable(v.string()) });

/** Evaluates one window now and redirects to its run (evaluation 3.13). */
export const runPolicyPage: Page = {
  method: 'POST',
  path: `${PATH}/run`,
  scope: 'eval:policy',

  async answer(request) {
    const { policyId = '' } = request.params;
    const answer = await request.ask('POST', `${POLICY}/run`, {
      params: { policyId },
      body: { from: textOf(request.form, 'from'), to: textOf(request.form, 'to') },
    });
    const looked = v.safeParse(Looked, answer.body);
    if (looked.success) {
      const { workflow_run_id } = looked.output;
      return {
        location:
          workflow_run_id === null
            ? `${policyPath(policyId)}?done=empty`
            : `${evaluationRunPath(workflow_run_id)}?done=started`,
      };
    }
    return { html: await policyView(request, { window: refusedFields(answer, WINDOW_LABELS) }), status: 422 };
  },
};

/** Cancels a backfill (evaluation 3.13). */
export const cancelBackfillPage: Page = {
  method: 'POST',
  path: `${PATH}/backfills/{backfillId}/cancel`,
  scope: 'eval:policy',

  async answer(request) {
    const { policyId = '', backfillId = '' } = request.params;
    const answer = await request.ask('POST', `${POLICY}/backfills/{backfillId}/cancel`, {
      params: { policyId, backfillId },
    });
    if (answer.status < 400) return { location: `${policyPath(policyId)}?done=cancelled` };
    if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
    return { html: await policyView(request, { refused: refusedFields(answer, {}).form }), status: 409 };
  },
};

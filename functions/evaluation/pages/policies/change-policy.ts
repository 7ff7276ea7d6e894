import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { EvaluationServices } from '../../composition.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { POLICIES, policyPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { refusedFields } from '../refused-fields.ts';
import { PolicyAnswer } from './policy-answers.ts';
import { POLICY_FIELDS, policyBody, policyForm, policyPatch } from './policy-form.ts';
import { policyView } from './policy-page.ts';

const ENDPOINT = '/api/v1/eval/online-policies';
const ONE = `${ENDPOINT}/{policyId}`;
const PATH = `${POLICIES}/{policyId}`;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;

/** Form of a new policy (evaluation 3.13). */
export const newPolicyPage: Page<Pick<EvaluationServices, 'recordings'>> = {
  method: 'GET',
  path: `${POLICIES}/new`,
  scope: 'eval:policy',
  answer: async (request, services) => ({ html: await formView(request, services, null, {}) }),
};

const Made = v.object({ policy_id: v.string() });

/** Creates a policy and redirects to it. */
export const addPolicy: Page<Pick<EvaluationServices, 'recordings'>> = {
  method: 'POST',
  path: `${POLICIES}/new`,
  scope: 'eval:policy',
  audits: 'policy.created',

  async answer(request, services) {
    const answer = await request.ask('POST', ENDPOINT, { body: policyBody(request.form) });
    const made = v.safeParse(Made, answer.body);
    if (made.success) return { location: `${policyPath(made.output.policy_id)}?done=saved` };
    return { html: await formView(request, services, null, refusedFields(answer, POLICY_FIELDS)), status: 422 };
  },
};

/** Form of an existing policy. */
export const editPolicyPage: Page<Pick<EvaluationServices, 'recordings'>> = {
  method: 'GET',
  path: `${PATH}/edit`,
  scope: 'eval:policy',
  answer: async (request, services) => ({ html: await formView(request, services, await policyOf(request), {}) }),
};

/** Changes a policy, unless it has changed since the form was loaded. */
export const editPolicy: Page<Pick<EvaluationServices, 'recordings'>> = {
  method: 'POST',
  path: `${PATH}/edit`,
  scope: 'eval:policy',
  audits: 'policy.changed',

  async answer(request, services) {
    const policy = await policyOf(request);
    const answer = await patch(request, policyPatch(request.form, policy));
    if (answer.status === 200) return { location: `${policyPath(policy.policy_id)}?done=saved` };
    const errors =
      answer.status === PRECONDITION_FAILED
        ? { form: 'This policy was changed in the meantime. Review it and make your change again.' }
        : refusedFields(answer, POLICY_FIELDS);
    return { html: await formView(request, services, policy, errors), status: 422 };
  },
};

const switching = (to: 'on' | 'off'): Page => ({
  method: 'POST',
  path: `${PATH}/${to}`,
  scope: 'eval:policy',
  audits: 'policy.changed',

  async answer(request) {
    const { policyId = '' } = request.params;
    const answer = await patch(request, { enabled: to === 'on' });
    if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
    if (answer.status === 200) return { location: `${policyPath(policyId)}?done=${to}` };
    return { html: await policyView(request, { refused: refusedFields(answer, {}).form }), status: 409 };
  },
});

/** Switches a policy on or off. Switching on also resumes a paused policy. */
export const switchPolicyOn = switching('on');
export const switchPolicyOff = switching('off');

/** Deletes a policy. Its history stays. */
export const deletePolicyPage: Page = {
  method: 'POST',
  path: `${PATH}/delete`,
  scope: 'eval:policy',
  audits: 'policy.deleted',

  async answer(request) {
    const { policyId = '' } = request.params;
    const answer = await request.ask('DELETE', ONE, { params: { policyId } });
    if (answer.status < 400) return { location: `${POLICIES}?done=deleted` };
    if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
    return { html: await policyView(request, { refused: refusedFields(answer, {}).form }), status: 409 };
  },
};

/** Sends the version of the form as If-Match. */
const patch = (request: PageRequest, body: unknown) =>
  request.ask('PATCH', ONE, {
    params: { policyId: request.params.policyId ?? '' },
    headers: { 'if-match': `"${textOf(request.form, 'version')}"` },
    body,
  });

const policyOf = (request: PageRequest): Promise<PolicyAnswer> =>
  answered(request, PolicyAnswer, ONE, { params: { policyId: request.params.policyId ?? '' } });

async function formView(
  request: PageRequest,
  services: Pick<EvaluationServices, 'recordings'>,
  policy: PolicyAnswer | null,
  errors: FieldErrors,
): Promise<Html> {
  const action = policy === null ? `${POLICIES}/new` : `${policyPath(policy.policy_id)}/edit`;
  return evaluationLayout({
    title: policy === null ? 'Add an online policy' : `Change ${policy.name}`,
    request,
    tab: 'policies',
    trail: [
      { href: POLICIES, text: 'Online policies' },
      ...(policy ? [{ href: policyPath(policy.policy_id), text: policy.name }] : []),
    ],
    body: html`${await policyForm(request, services, { policy, action, errors })}`,
  });
}

import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { csrfField, field, notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { linesOf, numberOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { HostBody } from '../../domain/hosts/host.ts';
import { listOf } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { HOSTS } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { refusedFields } from '../refused-fields.ts';
import { HostAnswer, hostTable } from './host-table.ts';

const ENDPOINT = '/api/v1/eval/hosts';
const NOT_FOUND = 404;

/** Labels of the host fields that a refusal may name. */
const LABELS = {
  name: 'Name',
  public_key_jwk: 'Public key',
  runner_versions: 'Runners',
  capabilities: 'Capabilities',
  protocol: 'Protocol',
  residency: 'Data residency',
} as const satisfies Record<keyof typeof HostBody.entries, string>;

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = {
  registered: 'The host is registered.',
  revoked: 'The host is revoked. Its results are no longer accepted.',
};

/** Lists the federated workers of the tenant (evaluation 3.11). */
export const hostsPage: Page = {
  method: 'GET',
  path: HOSTS,
  scope: 'eval:read',
  answer: async (request) => ({ html: await view(request, {}) }),
};

/** Registers a host by its public key. */
export const registerHostPage: Page = {
  method: 'POST',
  path: HOSTS,
  scope: 'eval:admin',
  audits: 'host.registered',

  async answer(request) {
    const { form } = request;
    const key = keyOf(textOf(form, 'public_key_jwk'));
    if (key === undefined)
      return { html: await view(request, { public_key_jwk: 'Public key is not a JSON Web Key.' }), status: 422 };
    const protocol = numberOf(form, 'protocol');
    const answer = await request.ask('POST', ENDPOINT, {
      body: {
        name: textOf(form, 'name'),
        public_key_jwk: key,
        runner_versions: linesOf(form, 'runner_versions'),
        capabilities: linesOf(form, 'capabilities'),
        protocol: { min: protocol, max: protocol },
        residency: textOf(form, 'residency') || null,
      },
    });
    if (answer.status === 201) return { location: `${HOSTS}?done=registered` };
    return { html: await view(request, refusedFields(answer, LABELS)), status: 422 };
  },
};

/** Revokes a host immediately. */
export const revokeHostPage: Page = {
  method: 'POST',
  path: `${HOSTS}/{hostId}/revoke`,
  scope: 'eval:admin',
  audits: 'host.revoked',

  async answer(request) {
    const { hostId = '' } = request.params;
    const answer = await request.ask('DELETE', `${ENDPOINT}/{hostId}`, { params: { hostId } });
    if (answer.status < 400) return { location: `${HOSTS}?done=revoked` };
    if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
    return { html: await view(request, refusedFields(answer, {})), status: 409 };
  },
};

function keyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

async function view(request: PageRequest, errors: FieldErrors): Promise<Html> {
  const cursor = request.query.get('cursor');
  const { data, next_cursor } = await answered(request, listOf(HostAnswer), ENDPOINT, {
    query: { ...(cursor && { cursor }) },
  });
  return evaluationLayout({
    title: 'Hosts',
    request,
    tab: 'hosts',
    body: html`${notice(errors.form, 'bad')}${noticeOf(DONE, request.query)}
<p>The service runs the built-in runner. Your own hosts run all other runners; a host is identified by its key.</p>
${hostTable(request, data)}${pager(request, next_cursor)}
${request.may('eval:admin') && registerForm(request, errors)}`,
  });
}

function registerForm(request: PageRequest, errors: FieldErrors): Html {
  // The key input is not sent back: it may have been a private key.
  const input = (name: keyof typeof LABELS, more: object) =>
    field({ name, label: LABELS[name], value: textOf(request.form, name), error: errors[name] ?? null, ...more });
  return html`<h2>Register a host</h2><form class="panel pad" method="post" action="${HOSTS}">${csrfField(request)}<div class="columns">${input('name', { required: true, maxlength: 200 })}
${input('public_key_jwk', { required: true, value: '', rows: 3, hint: 'Public Ed25519 key as a JSON Web Key. Keep the private key on the host.', placeholder: '{"kty":"OKP","crv":"Ed25519","x":"…"}' })}
${input('runner_versions', { required: true, rows: 3, hint: 'Digests of runner manifests, one per line' })}
${input('capabilities', { rows: 3, hint: 'One per line, such as runtime.process' })}
${input('protocol', { required: true, inputmode: 'numeric', value: textOf(request.form, 'protocol') || '1' })}
${input('residency', { hint: 'The value that environments require' })}</div><button class="primary">Register host</button></form>`;
}

import { html } from 'hono/html';
import * as v from 'valibot';
import { tokensOf } from '../../platform/http/pages/page-caller.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { actionForm, notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { table } from '../../platform/pages-shell/list-parts.ts';
import { ownPath } from '../../platform/pages-shell/own-path.ts';
import { errorsOf, refusalOf } from '../../platform/pages-shell/refusal.ts';
import type { LoginServices } from '../composition.ts';
import { MEMBERSHIP_STATES } from '../domain/membership.ts';
import { ROLES } from '../domain/roles.ts';
import { endSession } from './end-session.ts';
import { offersTable, TENANTS, tenantText } from './invitations.ts';

const DONE: Readonly<Record<string, string>> = {
  joined: 'You are now a member. The console shows this tenant.',
  declined: 'The invitation is declined.',
  switched: 'The console now shows this tenant.',
  left: 'You have left the tenant.',
};

const Mine = v.object({
  body: v.object({
    memberships: v.array(
      v.object({
        tenantId: v.string(),
        name: v.nullable(v.string()),
        role: v.picklist(ROLES),
        state: v.picklist(MEMBERSHIP_STATES),
        current: v.boolean(),
        invitedBy: v.nullable(v.string()),
      }),
    ),
  }),
});
type Mine = v.InferOutput<typeof Mine>['body']['memberships'][number];

/** Shows the tenants and invitations of the user, to switch between them. */
export const tenantsPage: Page = {
  method: 'GET',
  path: TENANTS,
  scope: 'read',
  answer: async (request) => ({ html: await page(request, noticeOf(DONE, request.query)) }),
};

/** Continues in another tenant; the session of this one ends. */
export const switchTenant: Page<Pick<LoginServices, 'newId'>> = {
  method: 'POST',
  path: `${TENANTS}/{tenantId}/switch`,
  scope: 'read',

  async answer(request, { newId }) {
    const params = { tenantId: request.params.tenantId ?? '' };
    const answer = await request.ask('POST', '/api/login/memberships/{tenantId}/switch', { params });
    const tokens = tokensOf(answer);
    if (tokens === null) return refused(request, refusalOf(answer));
    await endSession(request);
    return {
      location: `${TENANTS}?done=switched`,
      cookies: [sessionCookie({ secret: newId(), tokens }, request)],
    };
  },
};

/** Leaves a tenant; who leaves the present one logs in again. */
export const leaveTenant: Page = {
  method: 'POST',
  path: `${TENANTS}/{tenantId}/leave`,
  scope: 'read',

  async answer(request) {
    const params = { tenantId: request.params.tenantId ?? '' };
    const problem = refusalOf(await request.ask('DELETE', '/api/login/memberships/{tenantId}', { params }));
    return problem === null ? { location: `${TENANTS}?done=left` } : refused(request, problem);
  },
};

const refused = async (request: PageRequest, problem: string | null) => ({
  html: await page(request, notice(errorsOf(problem ?? 'this is not possible', []).form, 'bad')),
  status: 422,
});

async function page(request: PageRequest, message: Html | null): Promise<Html> {
  const parsed = v.safeParse(Mine, (await request.ask('GET', '/api/login/memberships')).body);
  const next = request.query.get('next');
  const body = parsed.success
    ? html`${message}${lists(request, parsed.output.body.memberships)}
${next !== null && html`<p><a class="button primary" href="${ownPath(next)}">Continue</a></p>`}`
    : html`${message}<p>Only users can have several tenants. Guests and API keys belong to one.</p>`;
  return layout({ title: 'Your tenants', request, body });
}

function lists(request: PageRequest, all: readonly Mine[]): Html {
  const offers = all.filter(({ state }) => state === 'invited');
  return html`${offers.length > 0 && html`<h2>Invitations</h2>${offersTable(request, offers)}<h2>Memberships</h2>`}
${table({
  caption: 'Your tenants',
  columns: [{ name: 'Tenant' }, { name: 'Role' }, { name: 'State' }, { name: 'Actions', as: 'actions' }],
  rows: all
    .filter(({ state }) => state !== 'invited')
    .map((one) => [tenantText(one), one.role, one.current ? 'shown here' : one.state, actionsOf(request, one)]),
  empty: 'You are not a member of any tenant',
})}`;
}

function actionsOf(request: PageRequest, one: Mine): Html | null {
  if (one.state !== 'active') return null;
  const to = `${TENANTS}/${encodeURIComponent(one.tenantId)}`;
  const named = (text: string) => html`${text}<span class="hidden"> ${tenantText(one)}</span>`;
  const confirm = `Leave ${tenantText(one)}? You need an invitation to return.`;
  return html`${!one.current && actionForm(request, `${to}/switch`, named('Switch to it'))}
${actionForm(request, `${to}/leave`, named('Leave'), { danger: true, confirm })}`;
}

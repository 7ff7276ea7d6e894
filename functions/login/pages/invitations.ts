import { html } from 'hono/html';
import * as v from 'valibot';
import type { ApiResponse } from '../../platform/http/api.ts';
import { tokensOf } from '../../platform/http/pages/page-caller.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { actionForm, notice } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { table } from '../../platform/pages-shell/list-parts.ts';
import { ownPath } from '../../platform/pages-shell/own-path.ts';
import { LOGIN_TICKET } from '../api/memberships/person-of.ts';
import type { LoginServices } from '../composition.ts';
import { ROLES } from '../domain/roles.ts';
import { endSession } from './end-session.ts';

/** The page with the tenants of the user. */
export const TENANTS = '/console/tenants';

const Offer = v.object({
  tenantId: v.string(),
  name: v.nullable(v.string()),
  role: v.picklist(ROLES),
  invitedBy: v.nullable(v.string()),
});
export type Offer = v.InferOutput<typeof Offer>;

const Answer = v.object({
  body: v.object({
    userName: v.nullable(v.string()),
    reason: v.nullish(v.string(), null),
    invitations: v.optional(v.array(Offer), []),
    loginTicket: v.nullish(v.string(), null),
  }),
});
type Answer = v.InferOutput<typeof Answer>['body'];

/** What the answer to a login offers beside tokens; null for any other answer. */
export function offersOf({ body }: ApiResponse): Answer | null {
  const parsed = v.safeParse(Answer, body);
  return parsed.success ? parsed.output.body : null;
}

/** Where a login leads: past the invitations, if there are any. */
export const afterLogin = (answer: ApiResponse, next: string): string =>
  (offersOf(answer)?.invitations.length ?? 0) > 0 ? `${TENANTS}?${new URLSearchParams({ next })}` : next;

/** A tenant by its name, with the id if the two differ. */
export const tenantText = ({ tenantId, name }: Pick<Offer, 'tenantId' | 'name'>): string =>
  name === null || name === tenantId ? tenantId : `${name} (${tenantId})`;

/** A table of invitations with buttons to accept and to decline. `fields` come with either. */
export const offersTable = (
  request: PageRequest,
  offers: readonly Offer[],
  fields: Readonly<Record<string, string>> = {},
): Html =>
  table({
    caption: 'Invitations',
    columns: [{ name: 'Tenant' }, { name: 'Role' }, { name: 'Invited by' }, { name: 'Actions', as: 'actions' }],
    rows: offers.map((offer) => {
      const named = (text: string) => html`${text}<span class="hidden"> ${tenantText(offer)}</span>`;
      const to = `${TENANTS}/${encodeURIComponent(offer.tenantId)}`;
      return [
        tenantText(offer),
        offer.role,
        offer.invitedBy,
        html`${actionForm(request, `${to}/accept`, named('Accept'), { fields })}
${actionForm(request, `${to}/decline`, named('Decline'), { fields, danger: true })}`,
      ];
    }),
    empty: 'No invitations',
  });

/** The page after a login that led to no tenant: the user accepts an invitation first. */
export const offersPage = (request: PageRequest, { invitations, loginTicket }: Answer, next: string): Html =>
  layout({
    title: 'Invitations',
    request,
    body: html`<p>You are not a member of any tenant yet. Accept an invitation to join one.</p>
${offersTable(request, invitations, { ticket: loginTicket ?? '', next })}`,
  });

/** The user of the session, or of a login that led to no tenant. */
const credentialOf = ({ form }: PageRequest): Record<string, string> => {
  const ticket = textOf(form, 'ticket');
  return ticket === '' ? {} : { [LOGIN_TICKET]: ticket };
};

const gone = (request: PageRequest) => ({
  html: layout({
    title: 'Invitations',
    request,
    body: html`${notice('This invitation no longer exists, or the login took too long.', 'bad')}<p><a href="${TENANTS}">Continue</a></p>`,
  }),
  status: 422,
});

/** Accepts an invitation: the browser continues in that tenant. */
export const acceptOffer: Page<Pick<LoginServices, 'newId'>> = {
  method: 'POST',
  path: `${TENANTS}/{tenantId}/accept`,
  scope: null,

  async answer(request, { newId }) {
    const asked = { params: { tenantId: request.params.tenantId ?? '' }, headers: credentialOf(request) };
    const tokens = tokensOf(await request.ask('POST', '/api/login/invitations/{tenantId}/accept', asked));
    if (tokens === null) return gone(request);
    await endSession(request);
    const next = textOf(request.form, 'next');
    return {
      location: next === '' ? `${TENANTS}?done=joined` : ownPath(next),
      cookies: [sessionCookie({ secret: newId(), tokens }, request)],
    };
  },
};

/** Declines an invitation. */
export const declineOffer: Page = {
  method: 'POST',
  path: `${TENANTS}/{tenantId}/decline`,
  scope: null,

  async answer(request) {
    const asked = { params: { tenantId: request.params.tenantId ?? '' }, headers: credentialOf(request) };
    const { status } = await request.ask('POST', '/api/login/invitations/{tenantId}/decline', asked);
    return status === 200 ? { location: `${TENANTS}?done=declined` } : gone(request);
  },
};

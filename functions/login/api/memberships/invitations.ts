import { consoleErrors, type Endpoint } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { LoginServices } from '../../composition.ts';
import { loginAnswer, notAuthenticated, tokensAnswer } from '../login-answer.ts';
import { membershipDocs } from './memberships.doc.ts';
import { invitedPersonOf } from './person-of.ts';
import { refusedMembership } from './refused-membership.ts';

const path = '/api/login/invitations/{tenantId}';

/** Accepts an invitation, and begins a session in that tenant. */
export const acceptInvitation: Endpoint<
  Pick<LoginServices, 'sessions' | 'tickets' | 'users' | 'personLogins' | 'auditOfTenant' | 'now'>
> = endpoint({
  method: 'POST',
  path: `${path}/accept`,
  scope: null,
  errors: consoleErrors,
  doc: membershipDocs.acceptInvitation,

  async answer(request, { sessions, tickets, users, personLogins, auditOfTenant, now }) {
    const userName = await invitedPersonOf(request, { sessions, tickets });
    if (userName === null) return notAuthenticated(now());
    const { tenantId = '' } = request.params;
    const member = await users.accept(userName, tenantId);
    if (member === null || typeof member === 'string') return refusedMembership(member ?? 'NO_MEMBERSHIP', now());
    await auditOfTenant(tenantId).note({ name: userName }, 'user.joined', { userName, role: member.role });
    return tokensAnswer(userName, await personLogins.open(member, 'switch'), now());
  },
});

/** Declines an invitation, which is then gone. */
export const declineInvitation: Endpoint<
  Pick<LoginServices, 'sessions' | 'tickets' | 'users' | 'auditOfTenant' | 'now'>
> = endpoint({
  method: 'POST',
  path: `${path}/decline`,
  scope: null,
  errors: consoleErrors,
  doc: membershipDocs.declineInvitation,

  async answer(request, { sessions, tickets, users, auditOfTenant, now }) {
    const userName = await invitedPersonOf(request, { sessions, tickets });
    if (userName === null) return notAuthenticated(now());
    const { tenantId = '' } = request.params;
    const refused = await users.decline(userName, tenantId);
    if (typeof refused === 'string') return refusedMembership(refused, now());
    await auditOfTenant(tenantId).note({ name: userName }, 'user.declined', { userName });
    return loginAnswer({ success: true }, now());
  },
});

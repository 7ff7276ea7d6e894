import { consoleErrors, type Endpoint } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { isoText, isoTextOrNull } from '../../../platform/time/iso-text.ts';
import type { LoginServices } from '../../composition.ts';
import { loginAnswer, notAuthenticated, tokensAnswer } from '../login-answer.ts';
import { membershipDocs } from './memberships.doc.ts';
import { personOf } from './person-of.ts';
import { refusedMembership } from './refused-membership.ts';

const path = '/api/login/memberships';

/** Lists the memberships and invitations of the user who asks. */
export const listMemberships: Endpoint<Pick<LoginServices, 'sessions' | 'users' | 'tenants' | 'now'>> = endpoint({
  method: 'GET',
  path,
  scope: null,
  errors: consoleErrors,
  doc: membershipDocs.listMemberships,

  async answer(request, { sessions, users, tenants, now }) {
    const person = await personOf(request, { sessions });
    if (person === null) return notAuthenticated(now());
    const all = await users.memberships(person.userName);
    const names = await tenants.names(all.map(({ tenant }) => tenant));
    const memberships = all.map(({ tenant, role, state, createdAt, lastLoginAt, invitedBy }) => ({
      tenantId: tenant,
      name: names.get(tenant) ?? null,
      role,
      state,
      current: tenant === person.tenant,
      createdAt: isoText(createdAt),
      lastLoginAt: isoTextOrNull(lastLoginAt),
      invitedBy,
    }));
    return loginAnswer({ userName: person.userName, tenantId: person.tenant, memberships }, now());
  },
});

/** Begins a session in another tenant of the user; the session that asks continues. */
export const switchTenant: Endpoint<Pick<LoginServices, 'sessions' | 'users' | 'personLogins' | 'now'>> = endpoint({
  method: 'POST',
  path: `${path}/{tenantId}/switch`,
  scope: null,
  errors: consoleErrors,
  doc: membershipDocs.switchTenant,

  async answer(request, { sessions, users, personLogins, now }) {
    const person = await personOf(request, { sessions });
    if (person === null) return notAuthenticated(now());
    const member = await users.find(person.userName, request.params.tenantId ?? '');
    if (member?.state !== 'active') return refusedMembership('NO_MEMBERSHIP', now());
    return tokensAnswer(person.userName, await personLogins.open(member, 'switch'), now());
  },
});

/** Ends a membership of the user who asks, with its sessions. */
export const leaveTenant: Endpoint<Pick<LoginServices, 'sessions' | 'users' | 'auditOfTenant' | 'now'>> = endpoint({
  method: 'DELETE',
  path: `${path}/{tenantId}`,
  scope: null,
  errors: consoleErrors,
  doc: membershipDocs.leaveTenant,

  async answer(request, { sessions, users, auditOfTenant, now }) {
    const person = await personOf(request, { sessions });
    if (person === null) return notAuthenticated(now());
    const { tenantId = '' } = request.params;
    const { userName } = person;
    const left = await users.leave(userName, tenantId);
    if (typeof left === 'string') return refusedMembership(left, now());
    await auditOfTenant(tenantId).note({ name: userName }, 'user.left', { userName });
    return loginAnswer({ success: true }, now());
  },
});

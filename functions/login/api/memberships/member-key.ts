import { consoleErrors, type Endpoint, OPTIONAL_JSON_BODY, success } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { LoginServices } from '../../composition.ts';
import { MEMBER_KEY_MS } from '../../domain/api-key.ts';
import { SCOPES_OF } from '../../domain/roles.ts';
import { keyView } from '../keys/api-key-view.ts';
import { keyDocs } from '../keys/keys.doc.ts';
import { notAuthenticated } from '../login-answer.ts';
import { personOf } from './person-of.ts';

/**
 * Creates an API key with the rights of the user who asks, for an hour; it replaces their previous one. An API key
 * creates none, since it could outlive its own end.
 */
export const makeMemberKey: Endpoint<Pick<LoginServices, 'apiKeys' | 'sessions' | 'users' | 'auditOfTenant' | 'now'>> =
  endpoint({
    method: 'POST',
    path: '/api/login/api-key',
    scope: null,
    body: OPTIONAL_JSON_BODY,
    errors: consoleErrors,
    doc: keyDocs.makeMemberKey,

    async answer(request, { apiKeys, sessions, users, auditOfTenant, now }) {
      const person = await personOf(request, { sessions });
      const owner = person && (await users.ownerOf(person.userName, person.tenant));
      if (person === null || !owner) return notAuthenticated(now());
      const { tenant, userName } = person;
      const { role, ...of } = owner;
      const validUntil = now() + MEMBER_KEY_MS;
      const { key, ...made } = await apiKeys.createForMember({
        tenant,
        scopes: SCOPES_OF[role],
        owner: of,
        validUntil,
      });
      await auditOfTenant(tenant).note({ name: userName }, 'key.made', { id: made.id });
      return { ...success({ ...keyView(made), key }, now()), headers: { 'cache-control': 'no-store' } };
    },
  });

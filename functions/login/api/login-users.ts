import * as v from 'valibot';
import {
  consoleErrors,
  type Endpoint,
  failure,
  failureOf,
  JSON_BODY,
  ok,
  plainErrors,
  success,
} from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter, pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import type { LoginServices } from '../composition.ts';
import { parseUserName } from '../domain/user-name.ts';
import { MEMBERSHIP_REFUSALS, refusedChange, userView } from './user-view.ts';
import { INVALID_ROLE, RoleInput, userDocs } from './users.doc.ts';

const path = '/api/users/{userName}';

/** Lists the users of the caller's tenant, oldest first: members and pending invitations. */
export const listUsers: Endpoint<Pick<LoginServices, 'users' | 'now'>> = endpoint({
  method: 'GET',
  path: '/api/users',
  scope: 'admin',
  errors: plainErrors,
  doc: userDocs.listUsers,

  async answer({ query, caller }, { users, now }) {
    const repeated = repeatedParameter(query, []);
    if (repeated !== null) return badParameter(repeated);
    const wanted = pageRequest(query);
    if (wanted === null) return badParameter('limit');
    const { items, next } = await users.page(caller.tenant, wanted);
    return ok({ items: items.map((one) => userView(one, now())), nextCursor: next });
  },
});

/** Returns a user of the caller's tenant. */
export const readUser: Endpoint<Pick<LoginServices, 'users' | 'now'>> = endpoint({
  method: 'GET',
  path,
  scope: 'admin',
  errors: plainErrors,
  doc: userDocs.readUser,

  async answer({ params, caller }, { users, now }) {
    const userName = parseUserName(params.userName);
    const user = userName === null ? undefined : await users.find(userName, caller.tenant);
    return user === undefined ? refusedChange('NO_MEMBERSHIP') : ok(userView(user, now()));
  },
});

/** Sets a member's role, which applies from their next request on; invites a user who is not a member. */
export const changeRole: Endpoint<Pick<LoginServices, 'users' | 'audit' | 'now'>> = endpoint({
  method: 'PUT',
  path,
  scope: 'admin',
  audits: 'user.role',
  body: JSON_BODY,
  errors: plainErrors,
  doc: userDocs.changeRole,

  async answer({ params, body, caller }, { users, audit, now }) {
    const userName = parseUserName(params.userName);
    if (userName === null) return failure(400, 'INVALID_USER', 'userName must be an email address');
    const input = v.safeParse(RoleInput, body);
    if (!input.success) return failureOf(INVALID_ROLE);
    const user = await users.setRole(userName, input.output.role, caller.tenant, caller.name);
    if (user === null || typeof user === 'string') return refusedChange(user ?? 'NO_MEMBERSHIP');
    await audit.note(caller, user.state === 'invited' ? 'user.invited' : 'user.role', { userName, role: user.role });
    return ok(userView(user, now()));
  },
});

/**
 * Ends all sessions that a user has in the caller's tenant, each rejected from its next request on; the user may log in
 * again.
 */
export const endSessions: Endpoint<Pick<LoginServices, 'users' | 'audit' | 'now'>> = endpoint({
  method: 'DELETE',
  path: `${path}/sessions`,
  scope: 'admin',
  audits: 'user.sessions-ended',
  errors: consoleErrors,
  doc: userDocs.endSessions,

  async answer({ params, caller }, { users, audit, now }) {
    const userName = parseUserName(params.userName);
    const user = userName === null ? 'NO_MEMBERSHIP' : await users.endSessions(userName, caller.tenant);
    if (userName === null || typeof user === 'string')
      return { status: 404, body: consoleErrors(MEMBERSHIP_REFUSALS.NO_MEMBERSHIP, now()) };
    await audit.note(caller, 'user.sessions-ended', { userName });
    return success({ userName }, now());
  },
});

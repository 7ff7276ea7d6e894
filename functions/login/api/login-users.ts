import * as v from 'valibot';
import {
  consoleErrors,
  type Endpoint,
  ERRORS,
  failure,
  JSON_BODY,
  ok,
  plainErrors,
  success,
} from '../../platform/http/api.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { ROLES } from '../domain/roles.ts';
import { readUserName } from '../domain/user-name.ts';
import type { LoginServices } from '../services.ts';
import type { User } from '../store/users.ts';
import { changeRoleDoc, endSessionsDoc, readUserDoc } from './keys-and-users.doc.ts';

const path = '/api/users/{userName}';
const NO_USER = 'there is no such user';
const missing = failure(404, 'NOT_FOUND', NO_USER);

const RoleInput = v.object({ role: v.picklist(ROLES) });

const userView = ({ userName, role, createdAt }: User) => ({
  userName,
  role,
  createdAt: isoText(createdAt),
});

/** Returns a user of the caller's tenant. */
export const readUser: Endpoint<Pick<LoginServices, 'users'>> = {
  method: 'GET',
  path,
  scope: 'admin',
  errors: plainErrors,
  doc: readUserDoc,

  async answer({ params, caller }, { users }) {
    const userName = readUserName(params.userName);
    const user = userName === null ? undefined : await users.find(userName);
    return user?.tenant === caller.tenant ? ok(userView(user)) : missing;
  },
};

/** Sets a user's role, which applies from their next request on, also before their first login. */
export const changeRole: Endpoint<Pick<LoginServices, 'users' | 'audit'>> = {
  method: 'PUT',
  path,
  scope: 'admin',
  body: JSON_BODY,
  errors: plainErrors,
  doc: changeRoleDoc(RoleInput),

  async answer({ params, body, caller }, { users, audit }) {
    const userName = readUserName(params.userName);
    if (userName === null) return failure(400, 'INVALID_USER', 'userName must be a mail address');
    const input = v.safeParse(RoleInput, body);
    if (!input.success) return failure(400, 'INVALID_USER', `role must be one of ${ROLES.join(', ')}`);
    const user = await users.setRole(userName, input.output.role, caller.tenant);
    if (user === undefined) return missing;
    await audit.note(caller, 'user.role', { userName, role: user.role });
    return ok(userView(user));
  },
};

/**
 * Ends all sessions of a user of the caller's tenant, each rejected from its next request on; the user may log in
 * again.
 */
export const endSessions: Endpoint<Pick<LoginServices, 'users' | 'audit' | 'now'>> = {
  method: 'DELETE',
  path: `${path}/sessions`,
  scope: 'admin',
  errors: consoleErrors,
  doc: endSessionsDoc,

  async answer({ params, caller }, { users, audit, now }) {
    const userName = readUserName(params.userName);
    if (userName === null || !(await users.endSessions(userName, caller.tenant)))
      return { status: 404, body: consoleErrors({ ...ERRORS.notFound, message: NO_USER }, now()) };
    await audit.note(caller, 'user.sessions-ended', { userName });
    return success({ userName }, now());
  },
};

import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { LoginServices } from '../composition.ts';
import { parseUserName } from '../domain/user-name.ts';
import { refusedChange, userView } from './user-view.ts';
import { userDocs } from './users.doc.ts';

type Services = Pick<LoginServices, 'users' | 'audit' | 'now'>;

const path = '/api/users/{userName}';

/** Suspends a member: every session in this tenant ends, and none begins. */
export const disableUser: Endpoint<Services> = endpoint({
  method: 'POST',
  path: `${path}/disable`,
  scope: 'admin',
  audits: 'user.disabled',
  errors: plainErrors,
  doc: userDocs.disableUser,
  async answer({ params, caller }, { users, audit, now }) {
    const userName = parseUserName(params.userName);
    if (userName === null) return refusedChange('NO_MEMBERSHIP');
    const user = await users.disable(userName, caller.tenant);
    if (typeof user === 'string') return refusedChange(user);
    await audit.note(caller, 'user.disabled', { userName });
    return ok(userView(user, now()));
  },
});

/** Enables a disabled member; earlier sessions stay ended. */
export const enableUser: Endpoint<Services> = endpoint({
  method: 'POST',
  path: `${path}/enable`,
  scope: 'admin',
  audits: 'user.enabled',
  errors: plainErrors,
  doc: userDocs.enableUser,
  async answer({ params, caller }, { users, audit, now }) {
    const userName = parseUserName(params.userName);
    if (userName === null) return refusedChange('NO_MEMBERSHIP');
    const user = await users.enable(userName, caller.tenant);
    if (typeof user === 'string') return refusedChange(user);
    await audit.note(caller, 'user.enabled', { userName });
    return ok(userView(user, now()));
  },
});

/** Ends a membership with its sessions, or withdraws an invitation. */
export const removeUser: Endpoint<Services> = endpoint({
  method: 'DELETE',
  path,
  scope: 'admin',
  audits: 'user.removed',
  errors: plainErrors,
  doc: userDocs.removeUser,
  async answer({ params, caller }, { users, audit }) {
    const userName = parseUserName(params.userName);
    if (userName === null) return refusedChange('NO_MEMBERSHIP');
    const user = await users.remove(userName, caller.tenant);
    if (typeof user === 'string') return refusedChange(user);
    await audit.note(caller, 'user.removed', { userName });
    return ok({ userName });
  },
});

import type { Page } from '../../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../../platform/http/pages/session-cookie.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { LoginServices } from '../../composition.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { parseUserName } from '../../domain/user-name.ts';
import { type USERS_DONE, type UserServices, usersView } from './users-view.ts';

const PATH = '/console/users';

/** Shows the users of the tenant with their state; each row sets a role. */
export const usersPage: Page<UserServices> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await usersView(request, services, {}) }),
};

/** Sets a user's role. */
export const setUserRole: Page<UserServices> = {
  method: 'POST',
  path: PATH,
  scope: 'admin',
  audits: 'user.role',

  async answer(request, services) {
    const { form } = request;
    const refused = refusalOf(
      await request.ask('PUT', '/api/users/{userName}', {
        params: { userName: textOf(form, 'userName') },
        body: { role: textOf(form, 'role') },
      }),
    );
    if (refused === null) return { location: `${PATH}?done=role` };
    const errors = errorsOf(refused, ['userName', 'role'], { userName: 'The address' });
    return { html: await usersView(request, services, errors), status: 422 };
  },
};

/** The form of a button that changes one user; users who end their own sessions have to log in again. */
const changesUser = (
  action: string,
  done: keyof typeof USERS_DONE,
  audits: AuditAction,
  [method, path]: readonly ['POST' | 'DELETE', string],
): Page<UserServices & Pick<LoginServices, 'newId'>> => ({
  method: 'POST',
  path: `${PATH}/${action}`,
  scope: 'admin',
  audits,

  async answer(request, services) {
    const params = { userName: textOf(request.form, 'userName') };
    const refused = refusalOf(await request.ask(method, path, { params }));
    if (refused !== null) return { html: await usersView(request, services, errorsOf(refused, [])), status: 422 };
    const isOwn = done !== 'enabled' && parseUserName(params.userName) === request.caller.name;
    if (!isOwn) return { location: `${PATH}?done=${done}` };
    return {
      location: `/console/login?${new URLSearchParams({ next: PATH, done: 'ended' })}`,
      cookies: [sessionCookie({ secret: services.newId(), tokens: null }, request)],
    };
  },
});

export const endUserSessions = changesUser('end-sessions', 'ended', 'user.sessions-ended', [
  'DELETE',
  '/api/users/{userName}/sessions',
]);
export const disableUser = changesUser('disable', 'disabled', 'user.disabled', [
  'POST',
  '/api/users/{userName}/disable',
]);
export const enableUser = changesUser('enable', 'enabled', 'user.enabled', ['POST', '/api/users/{userName}/enable']);
export const removeUser = changesUser('remove', 'removed', 'user.removed', ['DELETE', '/api/users/{userName}']);

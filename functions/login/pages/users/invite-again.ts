import type { Page } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { type UserServices, usersView } from './users-view.ts';

/** Sends an invitation again: it is valid for 7 days from now, with the role that it has. */
export const inviteAgain: Page<UserServices> = {
  method: 'POST',
  path: '/console/users/invite-again',
  scope: 'admin',
  audits: 'user.invited',

  async answer(request, services) {
    const params = { userName: textOf(request.form, 'userName') };
    const refused = refusalOf(await request.ask('POST', '/api/users/{userName}/invitation', { params, body: {} }));
    if (refused !== null) return { html: await usersView(request, services, errorsOf(refused, [])), status: 422 };
    return { location: `/console/users?done=${services.config.sendsMail ? 'mailed-again' : 'invited'}` };
  },
};

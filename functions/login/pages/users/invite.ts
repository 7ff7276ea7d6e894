import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { linesOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { inviteView } from './invite-view.ts';
import { refusedAddresses } from './refused-addresses.ts';
import type { UserServices } from './users-view.ts';

const PATH = '/console/users/invite';

/** The form that invites users. */
export const invitePage: Page<UserServices> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await inviteView(request, services, { refused: [] }) }),
};

/**
 * Invites each address. Where one cannot be, none is, and the form stays as it was typed. Where the service refuses one
 * later, the form keeps the addresses that are not invited yet.
 */
export const inviteUsers: Page<UserServices> = {
  method: 'POST',
  path: PATH,
  scope: 'admin',
  audits: 'user.invited',

  async answer(request, services) {
    const addresses = [...new Set(linesOf(request.form, 'addresses'))];
    const refused = refusedAddresses(addresses, services.config.loginDomains);
    if (refused.length > 0) return { html: await inviteView(request, services, { refused }), status: 422 };
    const failed = await invited(request, addresses);
    if (failed === null) return { location: `/console/users?done=${services.config.sendsMail ? 'mailed' : 'invited'}` };
    return { html: await inviteView(request, services, failed), status: 422 };
  },
};

/** Invites all addresses; returns why the first one was refused, and which are not invited. */
async function invited(
  { ask, form }: PageRequest,
  addresses: readonly string[],
): Promise<{ refused: string[]; left: readonly string[] } | null> {
  const body = { role: textOf(form, 'role') };
  for (const [index, userName] of addresses.entries()) {
    const refused = refusalOf(await ask('POST', '/api/users/{userName}/invitation', { params: { userName }, body }));
    if (refused !== null) return { refused: [`${userName}: ${refused}.`], left: addresses.slice(index) };
  }
  return null;
}

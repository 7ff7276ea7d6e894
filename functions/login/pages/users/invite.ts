import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { linesOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { parseUserName } from '../../domain/user-name.ts';
import { inviteView } from './invite-view.ts';
import type { UserServices } from './users-view.ts';

const PATH = '/console/users/invite';
/** Invitations of one form. */
const MAX_ADDRESSES = 100;

/** The form that invites users. */
export const invitePage: Page<UserServices> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await inviteView(request, services, []) }),
};

/** Invites each address; where one cannot be, none is, and the form stays as it was typed. */
export const inviteUsers: Page<UserServices> = {
  method: 'POST',
  path: PATH,
  scope: 'admin',
  audits: 'user.invited',

  async answer(request, services) {
    const addresses = [...new Set(linesOf(request.form, 'addresses'))];
    const refused = refusedAddresses(addresses);
    if (refused.length === 0) {
      const failed = await invited(request, addresses);
      if (failed === null) return { location: '/console/users?done=invited' };
      refused.push(failed);
    }
    return { html: await inviteView(request, services, refused), status: 422 };
  },
};

/** Why addresses cannot be invited, each by name. */
function refusedAddresses(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return ['Enter at least one address.'];
  if (addresses.length > MAX_ADDRESSES) return [`One form invites at most ${MAX_ADDRESSES} addresses.`];
  return addresses
    .filter((address) => parseUserName(address) === null)
    .map((address) => `${address} is not an email address.`);
}

/** Invites all addresses; returns why the first one was refused. A repeat of those before it changes nothing. */
async function invited({ ask, form }: PageRequest, addresses: readonly string[]): Promise<string | null> {
  const body = { role: textOf(form, 'role') };
  for (const userName of addresses) {
    const refused = refusalOf(await ask('PUT', '/api/users/{userName}', { params: { userName }, body }));
    if (refused !== null) return `${userName}: ${refused}.`;
  }
  return null;
}

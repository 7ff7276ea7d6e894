import { suggestedDomain } from '../../domain/suggested-domain.ts';
import { mayLogIn, parseUserName } from '../../domain/user-name.ts';

/** Invitations of one form. */
const MAX_ADDRESSES = 100;

/** Why addresses cannot be invited, each by name. `domains`: those that may log in (SVC_LOGIN_DOMAINS). */
export function refusedAddresses(addresses: readonly string[], domains: readonly string[]): string[] {
  if (addresses.length === 0) return ['Enter at least one address.'];
  if (addresses.length > MAX_ADDRESSES) return [`One form invites at most ${MAX_ADDRESSES} addresses.`];
  return addresses.flatMap((address) => {
    const userName = parseUserName(address);
    if (userName === null) return `${address} is not an email address.`;
    return mayLogIn(userName, domains) ? [] : foreign(address, userName, domains);
  });
}

function foreign(address: string, userName: string, domains: readonly string[]): string {
  const meant = suggestedDomain(userName.slice(userName.lastIndexOf('@') + 1), domains);
  return `${address}: no address of this domain may log in (SVC_LOGIN_DOMAINS).${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}

import type { World } from '../../platform/world.ts';
import { verifyLoginTicket, writeLoginTicket } from '../domain/login-ticket.ts';
import { mayLogIn } from '../domain/user-name.ts';
import type { SigningKeys } from './signing-keys.ts';

export type LoginTickets = ReturnType<typeof loginTickets>;

/**
 * Tickets of users who have logged in and belong to no tenant: with one they accept an invitation. Nothing is stored.
 */
export function loginTickets({
  now,
  newId,
  signingKeys,
  config,
}: Pick<World, 'now' | 'newId'> & { signingKeys: SigningKeys; config: { loginDomains: readonly string[] } }) {
  return {
    async open(userName: string): Promise<string> {
      return writeLoginTicket({ userName, id: newId() }, { ...(await signingKeys.signing()), now: now() });
    },

    /** The user of a ticket; null unless it is valid and their domain may still log in. */
    async holderOf(ticket: string): Promise<string | null> {
      const userName = await verifyLoginTicket(ticket, { keyOf: await signingKeys.verifying(), now: now() });
      return userName !== null && mayLogIn(userName, config.loginDomains) ? userName : null;
    },
  };
}

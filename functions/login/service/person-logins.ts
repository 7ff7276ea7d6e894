import type { Membership } from '../domain/membership.ts';
import type { LoginTickets } from '../store/login-tickets.ts';
import type { SessionKind, SessionStore, SessionTokens } from '../store/sessions.ts';
import type { Tenants } from '../store/tenants.ts';
import type { Users } from '../store/users.ts';

/** An invitation as the invited user sees it. */
export interface Invitation {
  tenantId: string;
  /** The tenant's display name; null if it has none. */
  name: string | null;
  role: Membership['role'];
  invitedBy: string | null;
}

/** What a login leads to: tokens of one tenant, or a ticket with which the user accepts an invitation. */
export type LoggedIn = { invitations: Invitation[] } & (
  | { tokens: SessionTokens; ticket?: never }
  | { tokens: null /** Null without an invitation. */; ticket: string | null }
);

export interface PersonLoginsOptions {
  users: Users;
  sessions: SessionStore;
  tenants: Tenants;
  tickets: LoginTickets;
}

export type PersonLogins = ReturnType<typeof personLogins>;

/** Opens sessions of users in the tenants that they belong to (docs/login.md). */
export function personLogins({ users, sessions, tenants, tickets }: PersonLoginsOptions) {
  async function open(member: Membership, how: SessionKind): Promise<SessionTokens> {
    const tokens = await sessions.open(member, how);
    await users.noteLogin(member);
    return tokens;
  }

  return {
    open,

    /** Logs a user in whose address is verified. */
    async logIn(userName: string, how: SessionKind): Promise<LoggedIn> {
      const { home, invitations: offered } = await users.admit(userName);
      const names = await tenants.names(offered.map(({ tenant }) => tenant));
      const invitations = offered.map(({ tenant, role, invitedBy }) => ({
        tenantId: tenant,
        name: names.get(tenant) ?? null,
        role,
        invitedBy,
      }));
      if (home !== null) return { tokens: await open(home, how), invitations };
      return { tokens: null, ticket: invitations.length > 0 ? await tickets.open(userName) : null, invitations };
    },
  };
}

/** What a person may be here. */
export const ROLES = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What whoever comes in for the first time becomes; an admin may change it (docs/login.md). */
export const FIRST_ROLE: Role = 'member';

/** The scopes of interface 4.8 that a role has; a guest reads. */
export const SCOPES_OF = {
  guest: ['read'],
  viewer: ['read'],
  member: ['read', 'write', 'record'],
  admin: ['admin'],
} as const satisfies Record<Role | 'guest', readonly string[]>;

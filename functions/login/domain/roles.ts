/** The roles of users. */
export const ROLES = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The role of a user at first login; an admin may change it (docs/login.md). */
export const FIRST_ROLE: Role = 'member';

/** The scopes of interface 4.8 and evaluation 3.2 by role; a guest may read. */
export const SCOPES_OF = {
  guest: ['read', 'eval:read'],
  viewer: ['read', 'eval:read'],
  member: ['read', 'write', 'record', 'eval:read', 'eval:run', 'eval:policy', 'scores:write'],
  admin: ['admin'],
} as const satisfies Record<Role | 'guest', readonly string[]>;

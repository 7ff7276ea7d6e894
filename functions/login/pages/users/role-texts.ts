import type { Role } from '../../domain/roles.ts';

/** The roles by name, with what each may do beside the ones before it. */
export const ROLE_TEXTS: Readonly<Record<Role, readonly [name: string, may: string]>> = {
  viewer: ['Viewer', 'Reads everything, never credentials'],
  member: ['Member', 'Also records, starts runs, writes rules, marks as expected'],
  admin: ['Admin', 'Also users, keys, allowed targets, audit log'],
};

import * as v from 'valibot';
import type { Item, Key, World } from '../../platform/world.ts';
import { FIRST_ROLE, ROLES, type Role } from '../domain/roles.ts';
import type { LoginPepper } from './login-pepper.ts';

/** A person who logged in, or to whom an admin assigned a role. */
export interface User {
  userName: string;
  tenant: string;
  role: Role;
  /** Epoch ms. */
  createdAt: number;
  /** Sessions are valid while the user is in the era in which they started. */
  era: string;
}

const StoredUser = v.object({
  tenant: v.string(),
  role: v.picklist(ROLES),
  createdAt: v.number(),
  /**
   * The user's era, which determines the valid sessions: those started in it; empty until an admin ends them for the
   * first time.
   */
  era: v.optional(v.string(), ''),
});

/** The tenant of users who log in without having been assigned to another. */
const FIRST_TENANT = 'default';

/**
 * Stores people (interface 4.8): pk `SYSTEM#USER#<digest>`, sk `USER`; not under a tenant, since users are looked up
 * before it is known. Their addresses are not stored.
 */
export function userStore({
  table,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  const keyOf = async (userName: string) => userKey(await pepper.digestOf(userName));

  async function find(userName: string): Promise<User | undefined> {
    const row = await table.get(await keyOf(userName));
    return row && { userName, ...userOf(row) };
  }

  /** The first of two concurrent calls writes the row; the other reads it. */
  async function make(userName: string, fields: Pick<User, 'tenant' | 'role'>): Promise<boolean> {
    return table.put({ ...(await keyOf(userName)), ...fields, createdAt: now() }, { when: 'absent' });
  }

  return {
    find,

    /** The user of this name, created at first login (docs/login.md). */
    async admit(userName: string): Promise<User> {
      const known = await find(userName);
      if (known) return known;
      await make(userName, { tenant: FIRST_TENANT, role: FIRST_ROLE });
      return admitted(await find(userName));
    },

    /** Assigns a role, also to a person who has never logged in; undefined if the user belongs to another tenant. */
    async setRole(userName: string, role: Role, tenant: string): Promise<User | undefined> {
      const changed =
        (await make(userName, { tenant, role })) ||
        (await table.update(await keyOf(userName), { role }, { when: { tenant: { equals: tenant } } }));
      return changed ? admitted(await find(userName)) : undefined;
    },

    /**
     * Ends all sessions of the user; false if the tenant has no such user. It compares eras, not times, since clocks of
     * two hosts differ.
     */
    async endSessions(userName: string, tenant: string): Promise<boolean> {
      return table.update(await keyOf(userName), { era: newId() }, { when: { tenant: { equals: tenant } } });
    },
  };
}

/** The key of a user's row. */
export const userKey = (digest: string): Key => ({ pk: `SYSTEM#USER#${digest}`, sk: 'USER' });

/** Parses a user's row. */
export const userOf = (row: Item): Omit<User, 'userName'> => v.parse(StoredUser, row);

function admitted(user: User | undefined): User {
  if (user === undefined) throw new Error('a user has gone while being admitted');
  return user;
}

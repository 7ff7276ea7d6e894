import * as v from 'valibot';
import type { Item, Key, World } from '../../platform/world.ts';
import { FIRST_ROLE, ROLES, type Role } from '../domain/roles.ts';
import type { LoginPepper } from './login-pepper.ts';

/** A person who logged in, or whom an admin gave a role. */
export interface User {
  userName: string;
  tenant: string;
  role: Role;
  /** Epoch ms. */
  createdAt: number;
  /** Sessions hold as long as the user is in the era that they began in. */
  era: string;
}

const StoredUser = v.object({
  tenant: v.string(),
  role: v.picklist(ROLES),
  createdAt: v.number(),
  /** Which of the user's sessions hold: those of the era that they began in; empty until an admin ends them for the first time. */
  era: v.optional(v.string(), ''),
});

/** Whoever logs in and was not appointed elsewhere is of this tenant. */
const FIRST_TENANT = 'default';

/** People (interface 4.8): pk `SYSTEM#USER#<digest>`, sk `USER`; found before their tenant is known, and their addresses are not kept. */
export function usersRepository({
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

  /** Whoever comes first writes the row; the other finds it. */
  async function make(userName: string, fields: Pick<User, 'tenant' | 'role'>): Promise<boolean> {
    return table.put({ ...(await keyOf(userName)), ...fields, createdAt: now() }, { when: 'absent' });
  }

  return {
    find,

    /** The user of this name, who is new where nobody knows him (docs/login.md). */
    async admit(userName: string): Promise<User> {
      const known = await find(userName);
      if (known) return known;
      await make(userName, { tenant: FIRST_TENANT, role: FIRST_ROLE });
      return admitted(await find(userName));
    },

    /** Gives a role, to somebody who has never been here too; undefined where the user is of another tenant. */
    async appoint(userName: string, role: Role, tenant: string): Promise<User | undefined> {
      const changed =
        (await make(userName, { tenant, role })) ||
        (await table.update(await keyOf(userName), { role }, { when: { tenant: { equals: tenant } } }));
      return changed ? admitted(await find(userName)) : undefined;
    },

    /** Ends all sessions that the user has; false where the tenant has no such user. No clock decides: two hosts never agree on one. */
    async endSessions(userName: string, tenant: string): Promise<boolean> {
      return table.update(await keyOf(userName), { era: newId() }, { when: { tenant: { equals: tenant } } });
    },
  };
}

/** Where a user is kept. */
export const userKey = (digest: string): Key => ({ pk: `SYSTEM#USER#${digest}`, sk: 'USER' });

/** What a row says of a user. */
export const userOf = (row: Item): Omit<User, 'userName'> => v.parse(StoredUser, row);

function admitted(user: User | undefined): User {
  if (user === undefined) throw new Error('a user has gone while being admitted');
  return user;
}

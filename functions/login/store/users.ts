import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Item, World, Write } from '../../platform/world.ts';
import {
  accepted,
  declined,
  disabled,
  enabled,
  invitation,
  isActiveAdmin,
  joined,
  left,
  type Membership,
  type MembershipChange,
  type MembershipRefusal,
  removed,
  withRole,
  withSessionsEnded,
} from '../domain/membership.ts';
import type { Role } from '../domain/roles.ts';
import type { KeyOwner } from './api-keys.ts';
import type { LoginPepper } from './login-pepper.ts';
import {
  adminKey,
  adminsOf,
  heldByPerson,
  listedMember,
  MEMBER_PREFIX,
  memberKey,
  memberOf,
  membershipOf,
  newAdmin,
  newMember,
  Person,
  personKey,
  usersOf,
} from './membership-rows.ts';

/** The tenant that everyone who may log in joins at the first login. */
const FIRST_TENANT = 'default';

const RETRY = { subject: 'the membership' };

/** A user's memberships at a login. */
export interface Admitted {
  /** Where the session begins: the tenant of the latest session, else the first; null if there is no active one. */
  home: Membership | null;
  invitations: Membership[];
}

/** The membership after a change, null if it has ended, or why nothing changed. */
type Changed = Membership | null | MembershipRefusal;

export type Users = ReturnType<typeof userStore>;

/**
 * Stores users and their memberships (docs/login.md): pk `SYSTEM#USER#<digest>`, sk `USER` once they have logged in,
 * sk `MEMBER#<tenant>` per tenant; not under a tenant, since users are looked up before it is known. Index i1 lists
 * the users of a tenant by time; pk `SYSTEM#ADMINS#<tenant>`, sk the digest, has a row per active admin.
 */
export function userStore({
  table,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  /**
   * Gives the membership that a user's row still holds a row of its own. False if the user has never logged in.
   */
  const settle = async (digest: string, userName: string): Promise<boolean> => {
    const owner = { digest, pepper: await pepper.bytes() };
    return retryOnConflict(async () => {
      const row = await table.get(personKey(digest));
      const held = heldByPerson(row, userName);
      if (held === undefined) return row !== undefined;
      const isDone = await table.transact([
        ...newMember(held, owner),
        {
          update: personKey(digest),
          set: { memberships: true },
          when: { memberships: { absent: true }, role: { equals: held.role } },
        },
      ]);
      return isDone || CONFLICT;
    }, RETRY);
  };

  /** Adds a user at the first login; false if another request has just changed their rows. */
  async function add(digest: string, userName: string): Promise<boolean> {
    const row = await table.get(memberKey(digest, FIRST_TENANT));
    const before = row && memberOf(row, userName);
    const member = joined(before, { tenant: FIRST_TENANT, userName, era: newId(), now: now() });
    const person: v.InferInput<typeof Person> = { tenant: FIRST_TENANT, createdAt: now(), memberships: true };
    return table.transact([
      { put: { ...personKey(digest), ...person }, when: 'absent' },
      ...(before ? changed(digest, before, member) : newMember(member, { digest, pepper: await pepper.bytes() })),
    ]);
  }

  /** The writes of a change, but for those that take an admin away. */
  function changed(digest: string, before: Membership, after: Membership | null): Write[] {
    const key = memberKey(digest, before.tenant);
    const { role, state, era } = before;
    const when = { role: { equals: role }, state: { equals: state }, era: { equals: era } };
    return [
      after === null
        ? { remove: key, when }
        : { update: key, set: { role: after.role, state: after.state, era: after.era }, when },
      ...(isActiveAdmin(after) && !isActiveAdmin(before) ? [newAdmin(before.tenant, digest)] : []),
    ];
  }

  /** Another active admin of the tenant; undefined if there is none. */
  async function otherAdmin(digest: string, tenant: string): Promise<Item | undefined> {
    const { items } = await table.query({ pk: adminsOf(tenant), limit: 2 });
    return items.find(({ sk }) => sk !== digest);
  }

  async function change(
    { userName, tenant }: { userName: string; tenant: string },
    decide: (before: Membership | undefined) => MembershipChange,
  ): Promise<Changed> {
    const owner = { digest: await pepper.digestOf(userName), pepper: await pepper.bytes() };
    const { digest } = owner;
    await settle(digest, userName);
    return retryOnConflict(async () => {
      const row = await table.get(memberKey(digest, tenant));
      const before = row && memberOf(row, userName);
      const after = decide(before);
      if (typeof after === 'string' || after === before) return after;
      if (before === undefined) return after && (await table.transact(newMember(after, owner))) ? after : CONFLICT;
      const writes = changed(digest, before, after);
      if (isActiveAdmin(before) && !isActiveAdmin(after)) {
        const other = await otherAdmin(digest, tenant);
        if (other === undefined) return 'LAST_ADMIN';
        writes.push({ remove: adminKey(tenant, digest) }, { check: { pk: other.pk, sk: other.sk }, when: 'present' });
      }
      return (await table.transact(writes)) ? after : CONFLICT;
    }, RETRY);
  }

  async function membershipsOf(digest: string, userName: string): Promise<Membership[]> {
    const rows = await Array.fromAsync(queryAll(table, { pk: personKey(digest).pk, prefix: MEMBER_PREFIX }));
    return rows.map((row) => memberOf(row, userName));
  }

  async function activeMember(digest: string, tenant: string, userName: string): Promise<Membership | undefined> {
    const [member, person] = await table.batchGet([memberKey(digest, tenant), personKey(digest)]);
    const found = membershipOf({ member, person }, { tenant, userName });
    return found?.state === 'active' ? found : undefined;
  }

  return {
    /** The membership of a tenant, of any state. */
    async find(userName: string, tenant: string): Promise<Membership | undefined> {
      const digest = await pepper.digestOf(userName);
      const [member, person] = await table.batchGet([memberKey(digest, tenant), personKey(digest)]);
      return membershipOf({ member, person }, { tenant, userName });
    },

    /** A member as the owner of a key; undefined unless they are active in this tenant. */
    async ownerOf(userName: string, tenant: string): Promise<(KeyOwner & { role: Role }) | undefined> {
      const digest = await pepper.digestOf(userName);
      const member = await activeMember(digest, tenant, userName);
      return member && { digest, era: member.era, role: member.role };
    },

    /** The role of the owner of a key today; undefined unless they are active in this tenant, in the same era. */
    async roleOfOwner({ digest, era }: KeyOwner, tenant: string): Promise<Role | undefined> {
      const member = await activeMember(digest, tenant, '');
      return member?.era === era ? member.role : undefined;
    },

    /** A page of a tenant's users, oldest first. */
    async page(tenant: string, { limit, after }: { limit: number; after: string | null }) {
      const list = { index: 'i1', pk: usersOf(tenant), limit } as const;
      const { items, next } = await table.query({ ...list, ...(after !== null && { after }) });
      const secret = await pepper.bytes();
      return { items: items.map((item) => listedMember(item, secret)), next };
    },

    /** Every membership of a user, in the order of tenants. */
    async memberships(userName: string): Promise<Membership[]> {
      const digest = await pepper.digestOf(userName);
      await settle(digest, userName);
      return membershipsOf(digest, userName);
    },

    /** What a user belongs to at a login; the first one makes them a member of `default` (docs/login.md). */
    async admit(userName: string): Promise<Admitted> {
      const digest = await pepper.digestOf(userName);
      await retryOnConflict(
        async () => (await settle(digest, userName)) || (await add(digest, userName)) || CONFLICT,
        RETRY,
      );
      const [row, all] = await Promise.all([table.get(personKey(digest)), membershipsOf(digest, userName)]);
      const active = all.filter(({ state }) => state === 'active');
      const last = row && v.parse(Person, row).tenant;
      const home = active.find(({ tenant }) => tenant === last) ?? active[0] ?? null;
      return { home, invitations: all.filter(({ state }) => state === 'invited') };
    },

    /** Notes that a session has begun, and where the next login leads. */
    async noteLogin({ userName, tenant }: Pick<Membership, 'userName' | 'tenant'>): Promise<void> {
      const digest = await pepper.digestOf(userName);
      await table.transact([
        { update: memberKey(digest, tenant), set: { lastLoginAt: now() }, when: { state: { equals: 'active' } } },
        { update: personKey(digest), set: { tenant }, when: 'present' },
      ]);
    },

    /** Gives a membership that was stored before memberships had rows one of its own, so that lists have it. */
    async noteSeen(userName: string): Promise<void> {
      await settle(await pepper.digestOf(userName), userName);
    },

    /** Changes the role of a member, or of an invitation; invites a user who is neither. */
    setRole: (userName: string, role: Role, tenant: string, invitedBy: string | null = null): Promise<Changed> =>
      change({ userName, tenant }, (before) =>
        before ? withRole(before, role) : invitation({ tenant, userName, role, invitedBy }, now()),
      ),

    disable: (userName: string, tenant: string) => change({ userName, tenant }, (before) => disabled(before, newId())),
    enable: (userName: string, tenant: string) => change({ userName, tenant }, enabled),

    /** Ends a membership with its sessions, or withdraws an invitation. */
    remove: (userName: string, tenant: string) => change({ userName, tenant }, removed),

    /** Ends all sessions of the user in this tenant. It compares eras, not times, since clocks of two hosts differ. */
    endSessions: (userName: string, tenant: string) =>
      change({ userName, tenant }, (before) => withSessionsEnded(before, newId())),

    accept: (userName: string, tenant: string) => change({ userName, tenant }, (before) => accepted(before, newId())),
    decline: (userName: string, tenant: string) => change({ userName, tenant }, declined),
    leave: (userName: string, tenant: string) => change({ userName, tenant }, left),
  };
}

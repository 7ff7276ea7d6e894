import * as v from 'valibot';
import { bound } from '../../platform/table/bound.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Item, World, Write } from '../../platform/world.ts';
import {
  accepted,
  declined,
  disabled,
  enabled,
  type Invited,
  invitation,
  invited,
  isActiveAdmin,
  isExpired,
  joined,
  left,
  type Membership,
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
  stateOf,
  usersOf,
} from './membership-rows.ts';

/** The tenant that everyone who may log in joins at the first login. */
const FIRST_TENANT = 'default';

const RETRY = { subject: 'the membership' };

/** A user's memberships at a login. */
interface Admitted {
  /** Where the session begins: the tenant of the latest session, else the first; null if there is no active one. */
  home: Membership | null;
  invitations: Membership[];
}

export type Users = ReturnType<typeof userStore>;

/** What the store works with. */
interface UserRows extends Pick<World, 'table' | 'now' | 'newId'> {
  pepper: LoginPepper;
}

/**
 * Stores users and their memberships (docs/login.md): pk `SYSTEM#USER#<digest>`, sk `USER` once they have logged in,
 * sk `MEMBER#<tenant>` per tenant; not under a tenant, since users are looked up before it is known. Index i1 lists
 * the users of a tenant by time; pk `SYSTEM#ADMINS#<tenant>`, sk the digest, has a row per active admin.
 */
export const userStore = (given: UserRows) =>
  bound(given, {
    find,
    ownerOf,
    roleOfOwner,
    page,
    memberships,
    admit,
    noteLogin,
    noteSeen,
    setRole,
    invite,
    disable,
    enable,
    remove,
    endSessions,
    accept,
    decline,
    leave,
  });

/**
 * Gives the membership that a user's row still holds a row of its own. False if the user has never logged in.
 */
const settle = async (users: UserRows, digest: string, userName: string): Promise<boolean> => {
  const owner = { digest, pepper: await users.pepper.bytes() };
  return retryOnConflict(async () => {
    const row = await users.table.get(personKey(digest));
    const held = heldByPerson(row, userName);
    if (held === undefined) return row !== undefined;
    const isDone = await users.table.transact([
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
async function add(users: UserRows, digest: string, userName: string): Promise<boolean> {
  const row = await users.table.get(memberKey(digest, FIRST_TENANT));
  const before = row && memberOf(row, userName);
  const member = joined(before, { tenant: FIRST_TENANT, userName, era: users.newId(), now: users.now() });
  const person: v.InferInput<typeof Person> = { tenant: FIRST_TENANT, createdAt: users.now(), memberships: true };
  return users.table.transact([
    { put: { ...personKey(digest), ...person }, when: 'absent' },
    ...(before ? changed(digest, before, member) : newMember(member, { digest, pepper: await users.pepper.bytes() })),
  ]);
}

/** The writes of a change, but for those that take an admin away. */
function changed(digest: string, before: Membership, after: Membership | null): Write[] {
  const key = memberKey(digest, before.tenant);
  const { role, state, era } = before;
  const when = { role: { equals: role }, state: { equals: state }, era: { equals: era } };
  return [
    after === null ? { remove: key, when } : { update: key, set: stateOf(after), when },
    ...(isActiveAdmin(after) && !isActiveAdmin(before) ? [newAdmin(before.tenant, digest)] : []),
  ];
}

/** Another active admin of the tenant; undefined if there is none. */
async function otherAdmin(users: UserRows, digest: string, tenant: string): Promise<Item | undefined> {
  const { items } = await users.table.query({ pk: adminsOf(tenant), limit: 2 });
  return items.find(({ sk }) => sk !== digest);
}

async function change<Refused extends string>(
  users: UserRows,
  { userName, tenant }: { userName: string; tenant: string },
  decide: (before: Membership | undefined) => Membership | null | Refused,
): Promise<Membership | null | Refused | 'LAST_ADMIN'> {
  const owner = { digest: await users.pepper.digestOf(userName), pepper: await users.pepper.bytes() };
  const { digest } = owner;
  await settle(users, digest, userName);
  return retryOnConflict(async () => {
    const row = await users.table.get(memberKey(digest, tenant));
    const before = row && memberOf(row, userName);
    const after = decide(before);
    if (typeof after === 'string' || after === before) return after;
    if (before === undefined) return after && (await users.table.transact(newMember(after, owner))) ? after : CONFLICT;
    const writes = changed(digest, before, after);
    if (isActiveAdmin(before) && !isActiveAdmin(after)) {
      const other = await otherAdmin(users, digest, tenant);
      if (other === undefined) return 'LAST_ADMIN';
      writes.push({ remove: adminKey(tenant, digest) }, { check: { pk: other.pk, sk: other.sk }, when: 'present' });
    }
    return (await users.table.transact(writes)) ? after : CONFLICT;
  }, RETRY);
}

async function membershipsOf(users: UserRows, digest: string, userName: string): Promise<Membership[]> {
  const rows = await Array.fromAsync(queryAll(users.table, { pk: personKey(digest).pk, prefix: MEMBER_PREFIX }));
  // An invitation that has ended is offered no more; administrators still see it.
  return rows.map((row) => memberOf(row, userName)).filter((one) => !isExpired(one, users.now()));
}

async function activeMember(
  users: UserRows,
  digest: string,
  tenant: string,
  userName: string,
): Promise<Membership | undefined> {
  const [member, person] = await users.table.batchGet([memberKey(digest, tenant), personKey(digest)]);
  const found = membershipOf({ member, person }, { tenant, userName });
  return found?.state === 'active' ? found : undefined;
}

/** The membership of a tenant, of any state. */
async function find(users: UserRows, userName: string, tenant: string): Promise<Membership | undefined> {
  const digest = await users.pepper.digestOf(userName);
  const [member, person] = await users.table.batchGet([memberKey(digest, tenant), personKey(digest)]);
  return membershipOf({ member, person }, { tenant, userName });
}

/** A member as the owner of a key; undefined unless they are active in this tenant. */
async function ownerOf(
  users: UserRows,
  userName: string,
  tenant: string,
): Promise<(KeyOwner & { role: Role }) | undefined> {
  const digest = await users.pepper.digestOf(userName);
  const member = await activeMember(users, digest, tenant, userName);
  return member && { digest, era: member.era, role: member.role };
}

/** The current role of the owner of a key; undefined unless they are active in this tenant, in the same era. */
async function roleOfOwner(users: UserRows, { digest, era }: KeyOwner, tenant: string): Promise<Role | undefined> {
  const member = await activeMember(users, digest, tenant, '');
  return member?.era === era ? member.role : undefined;
}

/** A page of a tenant's users, oldest first. */
async function page(users: UserRows, tenant: string, { limit, after }: { limit: number; after: string | null }) {
  const list = { index: 'i1', pk: usersOf(tenant), limit } as const;
  const { items, next } = await users.table.query({ ...list, ...(after !== null && { after }) });
  const secret = await users.pepper.bytes();
  return { items: items.map((item) => listedMember(item, secret)), next };
}

/** Every membership of a user, in the order of tenants. */
async function memberships(users: UserRows, userName: string): Promise<Membership[]> {
  const digest = await users.pepper.digestOf(userName);
  await settle(users, digest, userName);
  return membershipsOf(users, digest, userName);
}

/** What a user belongs to at a login; the first one makes them a member of `default` (docs/login.md). */
async function admit(users: UserRows, userName: string): Promise<Admitted> {
  const digest = await users.pepper.digestOf(userName);
  await retryOnConflict(
    async () => (await settle(users, digest, userName)) || (await add(users, digest, userName)) || CONFLICT,
    RETRY,
  );
  const [row, all] = await Promise.all([users.table.get(personKey(digest)), membershipsOf(users, digest, userName)]);
  const active = all.filter(({ state }) => state === 'active');
  const last = row && v.parse(Person, row).tenant;
  const home = active.find(({ tenant }) => tenant === last) ?? active[0] ?? null;
  return { home, invitations: all.filter(({ state }) => state === 'invited') };
}

/** Notes that a session has begun, and where the next login leads. */
async function noteLogin(
  users: UserRows,
  { userName, tenant }: Pick<Membership, 'userName' | 'tenant'>,
): Promise<void> {
  const digest = await users.pepper.digestOf(userName);
  await users.table.transact([
    { update: memberKey(digest, tenant), set: { lastLoginAt: users.now() }, when: { state: { equals: 'active' } } },
    { update: personKey(digest), set: { tenant }, when: 'present' },
  ]);
}

/** Gives a membership that was stored before memberships had rows one of its own, so that lists have it. */
async function noteSeen(users: UserRows, userName: string): Promise<void> {
  await settle(users, await users.pepper.digestOf(userName), userName);
}

/** Changes the role of a member, or of an invitation; invites a user who is neither. */
const setRole = (users: UserRows, userName: string, role: Role, tenant: string, invitedBy: string | null = null) =>
  change(users, { userName, tenant }, (before) =>
    before ? withRole(before, role) : invitation({ tenant, userName, role, invitedBy }, users.now()),
  ) as Promise<Membership | 'NO_MEMBERSHIP' | 'LAST_ADMIN'>; // it ends none, and takes invitations too

/** Invites an address for a time, or again. */
const invite = (users: UserRows, given: Invited) =>
  change(users, given, (before) => invited(before, given, users.now())) as Promise<
    Membership | 'ALREADY_MEMBER' // it ends none
  >;

const disable = (users: UserRows, userName: string, tenant: string) =>
  change(users, { userName, tenant }, (before) => disabled(before, users.newId())) as Promise<
    Membership | MembershipRefusal // it ends none
  >;

const enable = (users: UserRows, userName: string, tenant: string) =>
  change(users, { userName, tenant }, enabled) as Promise<Membership | 'NO_MEMBERSHIP' | 'NOT_ACCEPTED'>; // no admin less

/** Ends a membership with its sessions, or withdraws an invitation. */
const remove = (users: UserRows, userName: string, tenant: string) =>
  change(users, { userName, tenant }, removed) as Promise<null | 'NO_MEMBERSHIP' | 'LAST_ADMIN'>; // it leaves none

/** Ends all sessions of the user in this tenant. It compares eras, not times, since clocks of two hosts differ. */
const endSessions = (users: UserRows, userName: string, tenant: string) =>
  change(users, { userName, tenant }, (before) => withSessionsEnded(before, users.newId()));

const accept = (users: UserRows, userName: string, tenant: string) =>
  change(users, { userName, tenant }, (before) => accepted(before, users.newId(), users.now()));

const decline = (users: UserRows, userName: string, tenant: string) => change(users, { userName, tenant }, declined);

const leave = (users: UserRows, userName: string, tenant: string) => change(users, { userName, tenant }, left);

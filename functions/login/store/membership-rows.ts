import * as v from 'valibot';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Item, Key, Write } from '../../platform/world.ts';
import { isActiveAdmin, Membership } from '../domain/membership.ts';
import { ROLES } from '../domain/roles.ts';
import { openName, sealName } from '../domain/sealed-name.ts';

/** Whose row it is, and what seals the name in it. */
export interface RowOwner {
  digest: string;
  pepper: Uint8Array;
}

const Row = v.object({
  ...v.omit(Membership, ['userName']).entries,
  digest: v.string(),
  /** The sealed user name. */
  name: v.string(),
});

/**
 * The row of a user who has logged in. Until memberships had rows of their own, this row was the user's only one:
 * it still is where `memberships` is missing.
 */
export const Person = v.object({
  /** The tenant of the latest session. */
  tenant: v.string(),
  createdAt: v.number(),
  memberships: v.optional(v.literal(true)),
  role: v.optional(v.picklist(ROLES)),
  era: v.optional(v.string(), ''),
});

export const personKey = (digest: string): Key => ({ pk: partitionOf('users', digest), sk: 'USER' });

/** Prefix of the sort keys of a user's memberships. */
export const MEMBER_PREFIX = 'MEMBER#';
export const memberKey = (digest: string, tenant: string): Key => ({
  pk: partitionOf('users', digest),
  sk: MEMBER_PREFIX + tenant,
});

/** The list of a tenant's users in index i1, oldest first. */
export const usersOf = (tenant: string): string => partitionOf('userLists', tenant);

/** One row per active admin of a tenant: a transaction that takes one away checks that another one stays. */
export const adminsOf = (tenant: string): string => partitionOf('admins', tenant);
export const adminKey = (tenant: string, digest: string): Key => ({ pk: adminsOf(tenant), sk: digest });

/** Counts a user among the admins. */
export const newAdmin = (tenant: string, digest: string): Write => ({ put: { ...adminKey(tenant, digest) } });

/** Writes a new membership. */
export function newMember(member: Membership, of: RowOwner): Write[] {
  const { userName, ...row } = member;
  const { tenant, createdAt } = member;
  const indexKeys = { i1pk: usersOf(tenant), i1sk: `${paddedTime(createdAt)}#${of.digest}` };
  const put = {
    ...memberKey(of.digest, tenant),
    ...indexKeys,
    ...row,
    digest: of.digest,
    name: sealName(userName, of),
  };
  return [{ put, when: 'absent' }, ...(isActiveAdmin(member) ? [newAdmin(tenant, of.digest)] : [])];
}

/** What changes of a membership. */
export const stateOf = ({ role, state, era, invitedBy, invitedUntil, invitationMail }: Membership) => ({
  role,
  state,
  era,
  invitedBy,
  invitedUntil,
  invitationMail,
});

/** A membership in a list, where its row alone says whose it is. */
export function listedMember(row: Item, pepper: Uint8Array): Membership {
  const { digest, name, ...member } = v.parse(Row, row);
  return { ...member, userName: openName(name, { digest, pepper }) };
}

/** The membership of a user by its row. */
export function memberOf(row: Item, userName: string): Membership {
  const { digest: _, name: __, ...member } = v.parse(Row, row);
  return { ...member, userName };
}

/** The membership that a user's row still holds; undefined if memberships have rows of their own. */
export function heldByPerson(row: Item | undefined, userName: string): Membership | undefined {
  const person = row && v.parse(Person, row);
  if (person === undefined || person.memberships || person.role === undefined) return undefined;
  const { tenant, role, era, createdAt } = person;
  const none = { invitedBy: null, invitedUntil: null, invitationMail: null, lastLoginAt: null };
  return { tenant, userName, role, state: 'active', createdAt, ...none, era };
}

/** The membership of a tenant by its row, or by the user's. */
export function membershipOf(
  { member, person }: { member: Item | undefined; person: Item | undefined },
  { tenant, userName }: Pick<Membership, 'tenant' | 'userName'>,
): Membership | undefined {
  if (member) return memberOf(member, userName);
  const held = heldByPerson(person, userName);
  return held?.tenant === tenant ? held : undefined;
}

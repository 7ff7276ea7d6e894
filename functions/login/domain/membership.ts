import * as v from 'valibot';
import { FIRST_ROLE, ROLES, type Role } from './roles.ts';

/**
 * The states of a membership. `invited`: offered and not accepted, so it grants nothing. `disabled`: by an admin, and
 * no session is valid.
 */
export const MEMBERSHIP_STATES = ['invited', 'active', 'disabled'] as const;

/** What a user is in one tenant (docs/login.md). */
export const Membership = v.object({
  tenant: v.string(),
  userName: v.string(),
  role: v.picklist(ROLES),
  state: v.picklist(MEMBERSHIP_STATES),
  /** Time of the invitation, or of the first login; epoch ms. */
  createdAt: v.number(),
  /** Name of the admin or key that invited the user; null without an invitation. */
  invitedBy: v.nullable(v.string()),
  /** The latest session that began in this tenant, epoch ms; null before the first one. */
  lastLoginAt: v.nullable(v.number()),
  /** Sessions are valid while the membership is in the era in which they began. */
  era: v.string(),
});
export type Membership = v.InferOutput<typeof Membership>;

/** Why a membership does not change: there is none, it is not accepted yet, or the tenant would lose its last admin. */
export type MembershipRefusal = 'NO_MEMBERSHIP' | 'NOT_ACCEPTED' | 'LAST_ADMIN';

/** The membership after a change; null if it ends. */
export type MembershipChange = Membership | null | Exclude<MembershipRefusal, 'LAST_ADMIN'>;

/** A new invitation. */
export const invitation = (
  of: Pick<Membership, 'tenant' | 'userName' | 'role' | 'invitedBy'>,
  now: number,
): Membership => ({ ...of, state: 'invited', createdAt: now, lastLoginAt: null, era: '' });

/**
 * The membership after a user's first login: an invitation counts as accepted, and without one the user gets the
 * first role.
 */
export const joined = (
  before: Membership | undefined,
  { tenant, userName, era, now }: Pick<Membership, 'tenant' | 'userName' | 'era'> & { now: number },
): Membership => ({
  ...(before ?? { tenant, userName, role: FIRST_ROLE, createdAt: now, invitedBy: null, lastLoginAt: null }),
  state: 'active',
  era,
});

/** A new era, so that no session of an earlier membership continues in this one. */
export const accepted = (before: Membership | undefined, era: string): MembershipChange =>
  before?.state === 'invited' ? { ...before, state: 'active', era } : 'NO_MEMBERSHIP';

export const declined = (before: Membership | undefined): MembershipChange =>
  before?.state === 'invited' ? null : 'NO_MEMBERSHIP';

/** Only active members leave: a disabled one would come back as new. */
export const left = (before: Membership | undefined): MembershipChange =>
  before?.state === 'active' ? null : 'NO_MEMBERSHIP';

export const withRole = (before: Membership | undefined, role: Role): MembershipChange =>
  before ? { ...before, role } : 'NO_MEMBERSHIP';

/** A new era ends the sessions. */
export function disabled(before: Membership | undefined, era: string): MembershipChange {
  if (before?.state === 'active') return { ...before, state: 'disabled', era };
  return before?.state === 'disabled' ? before : refusalOf(before);
}

export function enabled(before: Membership | undefined): MembershipChange {
  if (before?.state === 'disabled') return { ...before, state: 'active' };
  return before?.state === 'active' ? before : refusalOf(before);
}

/** Ends a membership, or withdraws an invitation. */
export const removed = (before: Membership | undefined): MembershipChange => (before ? null : 'NO_MEMBERSHIP');

export const withSessionsEnded = (before: Membership | undefined, era: string): MembershipChange =>
  before ? { ...before, era } : 'NO_MEMBERSHIP';

/** Whether the tenant counts this user among its admins. */
export const isActiveAdmin = (membership: Membership | null | undefined): boolean =>
  membership?.state === 'active' && membership.role === 'admin';

const refusalOf = (before: Membership | undefined) => (before ? 'NOT_ACCEPTED' : 'NO_MEMBERSHIP');

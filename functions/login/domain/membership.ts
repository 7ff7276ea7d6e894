import * as v from 'valibot';
import { FIRST_ROLE, ROLES, type Role } from './roles.ts';

/**
 * The states of a membership. `invited`: offered and not accepted, so it grants nothing. `disabled`: by an admin, and
 * no session is valid.
 */
export const MEMBERSHIP_STATES = ['invited', 'active', 'disabled'] as const;

/** What has become of the mail of an invitation; `at`: epoch ms. */
export const InvitationMail = v.object({
  /** `failed`: the mail server did not accept it, and the queue tries again up to five times. */
  state: v.picklist(['queued', 'sent', 'failed']),
  at: v.number(),
});
export type InvitationMail = v.InferOutput<typeof InvitationMail>;

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
  /** When the invitation ends, epoch ms; null for one without an end, and once it is accepted. */
  invitedUntil: v.optional(v.nullable(v.number()), null),
  /** Null for an invitation that is not mailed. */
  invitationMail: v.optional(v.nullable(InvitationMail), null),
  /** The latest session that began in this tenant, epoch ms; null before the first one. */
  lastLoginAt: v.nullable(v.number()),
  /** Sessions are valid while the membership is in the era in which they began. */
  era: v.string(),
});
export type Membership = v.InferOutput<typeof Membership>;

/** Why a membership does not change: there is none, it is not accepted yet, or the tenant would lose its last admin. */
export type MembershipRefusal = 'NO_MEMBERSHIP' | 'NOT_ACCEPTED' | 'LAST_ADMIN';

/** How long an invitation with an end is valid. */
const INVITATION_MS = 7 * 86_400_000;
/** For so long, a repeated invitation is the same one. */
const SAME_INVITATION_MS = 60_000;
/** The queue tries five times within this. */
const MAX_QUEUED_MS = 15 * 60_000;

/** The membership after a change; null if it ends. */
export type MembershipChange = Membership | null | Exclude<MembershipRefusal, 'LAST_ADMIN'>;

const NO_INVITATION = { invitedUntil: null, invitationMail: null };

/** A new invitation without an end. */
export const invitation = (
  of: Pick<Membership, 'tenant' | 'userName' | 'role' | 'invitedBy'>,
  now: number,
): Membership => ({ ...of, ...NO_INVITATION, state: 'invited', createdAt: now, lastLoginAt: null, era: '' });

/** An invitation that is made or renewed. */
export interface Invited extends Pick<Membership, 'tenant' | 'userName' | 'invitedBy'> {
  /** Absent: that of the previous invitation, or the first role. */
  role?: Role | undefined;
  isMailed: boolean;
}

/** The invitation that counts from now on; refused for a member. */
export function invited(
  before: Membership | undefined,
  { isMailed, role = before?.role ?? FIRST_ROLE, ...of }: Invited,
  now: number,
): Membership | 'ALREADY_MEMBER' {
  if (before && before.state !== 'invited') return 'ALREADY_MEMBER';
  return {
    ...(before ?? invitation({ ...of, role }, now)),
    ...of,
    role,
    invitedUntil: now + INVITATION_MS,
    invitationMail: isMailed ? { state: 'queued', at: now } : null,
  };
}

/** Whether an invitation was mailed a moment ago with this role, as by a form that is sent twice. */
export const isJustInvited = (
  { role, invitationMail }: Pick<Membership, 'role' | 'invitationMail'>,
  wanted: Role | undefined,
  now: number,
): boolean =>
  (wanted === undefined || wanted === role) &&
  invitationMail !== null &&
  invitationMail.state !== 'failed' &&
  now - invitationMail.at < SAME_INVITATION_MS;

/**
 * What has become of the mail of an invitation. One that is queued for longer than the queue tries has failed: the
 * process ended before its message was stored, or the message was lost.
 */
export const mailStateOf = ({ state, at }: InvitationMail, now: number): InvitationMail['state'] =>
  state === 'queued' && now - at >= MAX_QUEUED_MS ? 'failed' : state;

/** Whether an invitation has ended: it is offered and accepted no more. */
export const isExpired = ({ state, invitedUntil }: Pick<Membership, 'state' | 'invitedUntil'>, now: number): boolean =>
  state === 'invited' && invitedUntil !== null && invitedUntil <= now;

/**
 * The membership after a user's first login: an invitation counts as accepted, and without one, or after its end, the
 * user gets the first role.
 */
export function joined(
  before: Membership | undefined,
  { tenant, userName, era, now }: Pick<Membership, 'tenant' | 'userName' | 'era'> & { now: number },
): Membership {
  const isInvited = before !== undefined && !isExpired(before, now);
  return {
    ...(before ?? { tenant, userName, createdAt: now, lastLoginAt: null }),
    ...NO_INVITATION,
    role: isInvited ? before.role : FIRST_ROLE,
    invitedBy: isInvited ? before.invitedBy : null,
    state: 'active',
    era,
  };
}

/** A new era, so that no session of an earlier membership continues in this one. */
export const accepted = (before: Membership | undefined, era: string, now: number): MembershipChange =>
  before?.state === 'invited' && !isExpired(before, now)
    ? { ...before, ...NO_INVITATION, state: 'active', era }
    : 'NO_MEMBERSHIP';

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

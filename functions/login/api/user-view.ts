import * as v from 'valibot';
import { failureOf } from '../../platform/http/api.ts';
import { refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import { MEMBERSHIP_STATES, type Membership, type MembershipRefusal, mailStateOf } from '../domain/membership.ts';
import { ROLES } from '../domain/roles.ts';

/** A user as admins of the tenant see them: nothing of it is about other tenants. */
export const ShownUser = v.object({
  userName: v.string(),
  role: v.picklist(ROLES),
  state: v.pipe(
    v.picklist(MEMBERSHIP_STATES),
    v.description('`invited`: not accepted yet, without any rights. `disabled`: by an admin.'),
  ),
  createdAt: v.pipe(Time, v.description('Time of the invitation, or of the first login.')),
  lastLoginAt: v.pipe(v.nullable(Time), v.description('Time of the latest login to this tenant.')),
  invitedBy: v.pipe(v.nullable(v.string()), v.description('Who invited the user; null for a first login.')),
  invitedUntil: v.pipe(
    v.nullable(Time),
    v.description('When the invitation ends; null for one without an end, and for members.'),
  ),
  invitationMail: v.pipe(
    v.nullable(v.picklist(['queued', 'sent', 'failed'])),
    v.description('Whether the invitation was mailed; null if it is not mailed, and for members.'),
  ),
});
export type ShownUser = v.InferOutput<typeof ShownUser>;

/** A membership as such a user; `now`: epoch ms. */
export const userView = (
  { userName, role, state, invitedBy, invitationMail, ...times }: Membership,
  now: number,
): ShownUser => ({
  userName,
  role,
  state,
  createdAt: isoText(times.createdAt),
  lastLoginAt: isoTextOrNull(times.lastLoginAt),
  invitedBy,
  invitedUntil: isoTextOrNull(times.invitedUntil),
  invitationMail: invitationMail && mailStateOf(invitationMail, now),
});

/** Why a membership does not change, in the order of the checks. */
export const MEMBERSHIP_REFUSALS = {
  NO_MEMBERSHIP: refusal(404, 'NOT_FOUND', 'there is no such user'),
  NOT_ACCEPTED: refusal(409, 'NOT_ACCEPTED', 'the user has not accepted the invitation; it can be changed or removed'),
  LAST_ADMIN: refusal(
    409,
    'LAST_ADMIN',
    'this is the last active admin of the tenant; give another member the role admin first',
  ),
} as const satisfies Record<MembershipRefusal, unknown>;

/** The response to a change that was refused, in plain JSON. */
export const refusedChange = <Refused extends MembershipRefusal>(refused: Refused) =>
  failureOf<(typeof MEMBERSHIP_REFUSALS)[Refused]['code']>(MEMBERSHIP_REFUSALS[refused]);

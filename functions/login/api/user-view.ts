import { type ApiResponse, failure } from '../../platform/http/api.ts';
import { refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import type { Membership, MembershipRefusal } from '../domain/membership.ts';

/** A user as admins of the tenant see them: nothing of it is about other tenants. */
export const userView = ({ userName, role, state, createdAt, lastLoginAt, invitedBy }: Membership) => ({
  userName,
  role,
  state,
  createdAt: isoText(createdAt),
  lastLoginAt: isoTextOrNull(lastLoginAt),
  invitedBy,
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
export function refusedChange(refused: MembershipRefusal): ApiResponse {
  const { status, code, message } = MEMBERSHIP_REFUSALS[refused];
  return failure(status, code, message);
}

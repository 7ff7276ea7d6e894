import { consoleErrors } from '../../../platform/http/api.ts';
import { refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import type { MembershipRefusal } from '../../domain/membership.ts';
import { MEMBERSHIP_REFUSALS } from '../user-view.ts';

/** The same for a tenant that does not exist and for one that the user does not belong to. */
export const NOT_YOURS = refusal(404, 'NOT_FOUND', 'you have no such membership or invitation');
export const { LAST_ADMIN } = MEMBERSHIP_REFUSALS;

/** The response to a user whose own membership does not change. */
export function refusedMembership(refused: MembershipRefusal, now: number) {
  const row = refused === 'LAST_ADMIN' ? LAST_ADMIN : NOT_YOURS;
  return { status: row.status, body: consoleErrors(row, now) };
}

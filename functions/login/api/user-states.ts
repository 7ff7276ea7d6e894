import { type ApiRequest, type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import type { AuditAction } from '../domain/audit.ts';
import type { Membership, MembershipRefusal } from '../domain/membership.ts';
import { readUserName } from '../domain/user-name.ts';
import type { LoginServices } from '../services.ts';
import { refusedChange, userView } from './user-view.ts';
import { disableUserDoc, enableUserDoc, removeUserDoc } from './users.doc.ts';

type Services = Pick<LoginServices, 'users' | 'audit'>;

const path = '/api/users/{userName}';

/** Applies a change to a user of the caller's tenant; it is in the audit log. */
async function changed(
  { params, caller }: ApiRequest,
  audit: Services['audit'],
  action: AuditAction,
  change: (userName: string, tenant: string) => Promise<Membership | null | MembershipRefusal>,
) {
  const userName = readUserName(params.userName);
  if (userName === null) return refusedChange('NO_MEMBERSHIP');
  const user = await change(userName, caller.tenant);
  if (typeof user === 'string') return refusedChange(user);
  await audit.note(caller, action, { userName });
  return ok(user === null ? { userName } : userView(user));
}

/** Suspends a member: every session in this tenant ends, and none begins. */
export const disableUser: Endpoint<Services> = {
  method: 'POST',
  path: `${path}/disable`,
  scope: 'admin',
  errors: plainErrors,
  doc: disableUserDoc,
  answer: (request, { users, audit }) => changed(request, audit, 'user.disabled', users.disable),
};

/** Enables a disabled member; earlier sessions stay ended. */
export const enableUser: Endpoint<Services> = {
  method: 'POST',
  path: `${path}/enable`,
  scope: 'admin',
  errors: plainErrors,
  doc: enableUserDoc,
  answer: (request, { users, audit }) => changed(request, audit, 'user.enabled', users.enable),
};

/** Ends a membership with its sessions, or withdraws an invitation. */
export const removeUser: Endpoint<Services> = {
  method: 'DELETE',
  path,
  scope: 'admin',
  errors: plainErrors,
  doc: removeUserDoc,
  answer: (request, { users, audit }) => changed(request, audit, 'user.removed', users.remove),
};

import * as v from 'valibot';
import { answers, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { succeeds } from '../../platform/http/documents/shown-schemas.ts';
import { ROLES } from '../domain/roles.ts';
import { MEMBERSHIP_REFUSALS, ShownUser } from './user-view.ts';

const User = named('User', ShownUser);
const userExample = (role: string, state = 'active') => ({
  userName: EXAMPLE.userName,
  role,
  state,
  createdAt: EXAMPLE.time,
  lastLoginAt: EXAMPLE.time,
  invitedBy: null,
  invitedUntil: null,
  invitationMail: null,
});
const Named = v.object({ userName: v.string() });
const { NO_MEMBERSHIP, NOT_ACCEPTED, LAST_ADMIN } = MEMBERSHIP_REFUSALS;

/** The body that sets a role. */
export const RoleInput = v.object({ role: v.picklist(ROLES) });
/** The refusal of another body. */
export const INVALID_ROLE = refusal(400, 'INVALID_USER', `role must be one of ${ROLES.join(', ')}`);

/** What the OpenAPI document says of users (docs/login.md). */
export const userDocs = docs('Keys and users', {
  listUsers: listDoc(User, userExample('member'), {
    summary: 'List the users of the tenant',
    description: 'Members and pending invitations, oldest first. Users of other tenants are not listed.',
  }),
  readUser: { summary: 'Read a user', responses: answers(User, userExample('member')), refusals: [NO_MEMBERSHIP] },
  changeRole: {
    summary: 'Set the role of a user, or invite a user',
    description:
      'The new role applies from the next request on. A user who is not a member of the tenant is invited: `state` is `invited`. An invitation grants nothing until the user accepts it at a login. The first login to the service accepts an invitation of the tenant `default`. This invitation has no end and is not mailed.',
    request: json(RoleInput, { role: 'viewer' }),
    responses: answers(User, { ...userExample('viewer', 'invited'), lastLoginAt: null, invitedBy: 'admin-key' }),
    refusals: [INVALID_ROLE, LAST_ADMIN],
  },
  disableUser: {
    summary: 'Disable a user',
    description:
      'All sessions of the user in this tenant end immediately. Other tenants and API keys of the tenant are not affected.',
    responses: answers(User, userExample('member', 'disabled')),
    refusals: [NO_MEMBERSHIP, NOT_ACCEPTED, LAST_ADMIN],
  },
  enableUser: {
    summary: 'Enable a user',
    description: 'The user can log in again. Earlier sessions stay ended.',
    responses: answers(User, userExample('member')),
    refusals: [NO_MEMBERSHIP, NOT_ACCEPTED],
  },
  removeUser: {
    summary: 'Remove a user',
    description:
      'Ends the membership and all sessions of the user in this tenant, or withdraws the invitation. The user returns only by a new invitation.',
    responses: answers(Named, { userName: EXAMPLE.userName }),
    refusals: [NO_MEMBERSHIP, LAST_ADMIN],
  },
  endSessions: {
    summary: 'End all sessions of a user',
    description:
      'Every token of the user for this tenant is refused from now on. The user can log in again. API keys belong to the tenant and stay valid.',
    responses: succeeds(Named, { userName: EXAMPLE.userName }),
    refusals: [NO_MEMBERSHIP],
  },
});

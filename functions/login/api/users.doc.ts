import * as v from 'valibot';
import { type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { listDoc } from '../../platform/http/documents/page-docs.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { successExample, successOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { MEMBERSHIP_STATES } from '../domain/membership.ts';
import { ROLES } from '../domain/roles.ts';
import { MEMBERSHIP_REFUSALS } from './user-view.ts';

const User = named(
  'User',
  v.object({
    userName: v.string(),
    role: v.picklist(ROLES),
    state: v.pipe(
      v.picklist(MEMBERSHIP_STATES),
      v.description('`invited`: not accepted yet, without any rights. `disabled`: by an admin.'),
    ),
    createdAt: v.pipe(Time, v.description('Time of the invitation, or of the first login.')),
    lastLoginAt: v.pipe(v.nullable(Time), v.description('Time of the latest login to this tenant.')),
    invitedBy: v.pipe(v.nullable(v.string()), v.description('Who invited the user; null for a first login.')),
  }),
);
const userExample = (role: string, state = 'active') => ({
  userName: EXAMPLE.userName,
  role,
  state,
  createdAt: EXAMPLE.time,
  lastLoginAt: EXAMPLE.time,
  invitedBy: null,
});
const { NO_MEMBERSHIP, NOT_ACCEPTED, LAST_ADMIN } = MEMBERSHIP_REFUSALS;

/** Documentation of the endpoint that lists the users of a tenant (docs/login.md). */
export const listUsersDoc = listDoc(User, userExample('member'), {
  id: 'listUsers',
  tag: 'Keys and users',
  summary: 'List the users of the tenant',
  description: 'Members and pending invitations, oldest first. Users of other tenants are not listed.',
});

/** Documentation of the endpoint that reads a user (docs/login.md). */
export const readUserDoc: EndpointDoc = {
  id: 'readUser',
  tag: 'Keys and users',
  summary: 'Read a user',
  responses: { 200: json(User, userExample('member')) },
  refusals: [NO_MEMBERSHIP],
};

/** Documentation of the endpoint that sets a user's role (docs/login.md); `body` is the endpoint's schema. */
export const changeRoleDoc = (body: v.GenericSchema): EndpointDoc => ({
  id: 'changeRole',
  tag: 'Keys and users',
  summary: 'Set the role of a user, or invite a user',
  description:
    'The new role applies from the next request on. A user who is not a member of the tenant is invited: `state` is `invited`. An invitation grants nothing until the user accepts it at a login. The first login to the service accepts an invitation of the tenant `default`.',
  request: json(body, { role: 'viewer' }),
  responses: {
    200: json(User, { ...userExample('viewer', 'invited'), lastLoginAt: null, invitedBy: 'admin-key' }),
  },
  refusals: [refusal(400, 'INVALID_USER', `role must be one of ${ROLES.join(', ')}`), LAST_ADMIN],
});

/** Documentation of the endpoint that disables a member (docs/login.md). */
export const disableUserDoc: EndpointDoc = {
  id: 'disableUser',
  tag: 'Keys and users',
  summary: 'Disable a user',
  description:
    'All sessions of the user in this tenant end immediately. Other tenants and API keys of the tenant are not affected.',
  responses: { 200: json(User, userExample('member', 'disabled')) },
  refusals: [NO_MEMBERSHIP, NOT_ACCEPTED, LAST_ADMIN],
};

/** Documentation of the endpoint that enables a user (docs/login.md). */
export const enableUserDoc: EndpointDoc = {
  id: 'enableUser',
  tag: 'Keys and users',
  summary: 'Enable a user',
  description: 'The user can log in again. Earlier sessions stay ended.',
  responses: { 200: json(User, userExample('member')) },
  refusals: [NO_MEMBERSHIP, NOT_ACCEPTED],
};

/** Documentation of the endpoint that removes a user (docs/login.md). */
export const removeUserDoc: EndpointDoc = {
  id: 'removeUser',
  tag: 'Keys and users',
  summary: 'Remove a user',
  description:
    'Ends the membership and all sessions of the user in this tenant, or withdraws the invitation. The user returns only by a new invitation.',
  responses: { 200: json(v.object({ userName: v.string() }), { userName: EXAMPLE.userName }) },
  refusals: [NO_MEMBERSHIP, LAST_ADMIN],
};

/** Documentation of the endpoint that ends a user's sessions (docs/login.md). */
export const endSessionsDoc: EndpointDoc = {
  id: 'endSessions',
  tag: 'Keys and users',
  summary: 'End all sessions of a user',
  description:
    'Every token of the user for this tenant is refused from now on. The user can log in again. API keys belong to the tenant and stay valid.',
  responses: {
    200: json(successOf(v.object({ userName: v.string() })), successExample({ userName: EXAMPLE.userName })),
  },
  refusals: [NO_MEMBERSHIP],
};

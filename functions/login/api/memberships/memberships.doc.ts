import * as v from 'valibot';
import { type EndpointDoc, json, named, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { successExample, successOf, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { MEMBERSHIP_STATES } from '../../domain/membership.ts';
import { ROLES } from '../../domain/roles.ts';
import { Done, Tokens, tokensOf, UNKNOWN_USER } from '../login.doc.ts';
import { LOGIN_TICKET } from './person-of.ts';
import { LAST_ADMIN, NOT_YOURS } from './refused-membership.ts';

const Mine = v.object({
  userName: v.string(),
  tenantId: v.pipe(v.string(), v.description('The tenant of the session.')),
  memberships: v.array(
    named(
      'Membership',
      v.object({
        tenantId: v.string(),
        name: v.nullable(v.string()),
        role: v.picklist(ROLES),
        state: v.picklist(MEMBERSHIP_STATES),
        current: v.boolean(),
        createdAt: Time,
        lastLoginAt: v.nullable(Time),
        invitedBy: v.nullable(v.string()),
      }),
    ),
  ),
});

const tenantId: ParameterDocs = {
  tenantId: { schema: v.string(), description: 'Id of a tenant.', example: 'shop-eu' },
};

const session: ParameterDocs = {
  'access-token': {
    schema: v.string(),
    description: 'An access token of the user. Guests and API keys are refused.',
    example: '<access token>',
  },
};

const sessionOrTicket: ParameterDocs = {
  ...session,
  [LOGIN_TICKET]: {
    schema: v.string(),
    description: 'Replaces the access token: the `loginTicket` of a login that led to no tenant.',
  },
};

/** Documentation of the endpoint that lists the caller's memberships (docs/login.md). */
export const listMembershipsDoc: EndpointDoc = {
  id: 'listMemberships',
  tag: 'Login',
  summary: 'List your tenants and invitations',
  headers: session,
  responses: {
    200: json(
      successOf(Mine),
      successExample({
        userName: EXAMPLE.userName,
        tenantId: 'default',
        memberships: [
          {
            tenantId: 'default',
            name: null,
            role: 'member',
            state: 'active',
            current: true,
            createdAt: EXAMPLE.time,
            lastLoginAt: EXAMPLE.time,
            invitedBy: null,
          },
        ],
      }),
    ),
  },
  refusals: [UNKNOWN_USER],
};

/** Documentation of the endpoint that begins a session in another tenant (docs/login.md). */
export const switchTenantDoc: EndpointDoc = {
  id: 'switchTenant',
  tag: 'Login',
  summary: 'Switch to another of your tenants',
  description: 'Returns tokens of a new session in that tenant. The current session stays active in its own tenant.',
  params: tenantId,
  headers: session,
  responses: { 200: json(successOf(Tokens), tokensOf(EXAMPLE.userName)) },
  refusals: [UNKNOWN_USER, NOT_YOURS],
};

/** Documentation of the endpoint that ends one of the caller's memberships (docs/login.md). */
export const leaveTenantDoc: EndpointDoc = {
  id: 'leaveTenant',
  tag: 'Login',
  summary: 'Leave a tenant',
  description: 'All sessions of the user in that tenant end. You need an invitation to return.',
  params: tenantId,
  headers: session,
  responses: { 200: json(successOf(Done), successExample({ success: true })) },
  refusals: [UNKNOWN_USER, NOT_YOURS, LAST_ADMIN],
};

/** Documentation of the endpoint that accepts an invitation (docs/login.md). */
export const acceptInvitationDoc: EndpointDoc = {
  id: 'acceptInvitation',
  tag: 'Login',
  summary: 'Accept an invitation',
  description: 'Returns tokens of a new session in that tenant.',
  params: tenantId,
  headers: sessionOrTicket,
  responses: { 200: json(successOf(Tokens), tokensOf(EXAMPLE.userName)) },
  refusals: [UNKNOWN_USER, NOT_YOURS],
};

/** Documentation of the endpoint that declines an invitation (docs/login.md). */
export const declineInvitationDoc: EndpointDoc = {
  id: 'declineInvitation',
  tag: 'Login',
  summary: 'Decline an invitation',
  params: tenantId,
  headers: sessionOrTicket,
  responses: { 200: json(successOf(Done), successExample({ success: true })) },
  refusals: [UNKNOWN_USER, NOT_YOURS],
};

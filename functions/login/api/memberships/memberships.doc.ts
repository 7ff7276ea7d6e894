import * as v from 'valibot';
import { answers, docs, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { succeeds, successOf } from '../../../platform/http/documents/shown-schemas.ts';
import { Done, UNKNOWN_USER } from '../login.doc.ts';
import { LoginAnswer, tokensOf } from '../shown-login.ts';
import { LOGIN_TICKET } from './person-of.ts';
import { LAST_ADMIN, NOT_YOURS } from './refused-membership.ts';
import { MEMBERSHIPS_EXAMPLE, ShownMemberships } from './shown-memberships.ts';

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

/** What the OpenAPI document says of memberships (docs/login.md). */
export const membershipDocs = docs('Login', {
  listMemberships: {
    summary: 'List your tenants and invitations',
    headers: session,
    responses: succeeds(ShownMemberships, MEMBERSHIPS_EXAMPLE),
    refusals: [UNKNOWN_USER],
  },
  switchTenant: {
    summary: 'Switch to another of your tenants',
    description: 'Returns tokens of a new session in that tenant. The current session stays active in its own tenant.',
    params: tenantId,
    headers: session,
    responses: answers(successOf(LoginAnswer), tokensOf(EXAMPLE.userName)),
    refusals: [UNKNOWN_USER, NOT_YOURS],
  },
  leaveTenant: {
    summary: 'Leave a tenant',
    description: 'All sessions of the user in that tenant end. You need an invitation to return.',
    params: tenantId,
    headers: session,
    responses: succeeds(Done, { success: true }),
    refusals: [UNKNOWN_USER, NOT_YOURS, LAST_ADMIN],
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description: 'Returns tokens of a new session in that tenant.',
    params: tenantId,
    headers: sessionOrTicket,
    responses: answers(successOf(LoginAnswer), tokensOf(EXAMPLE.userName)),
    refusals: [UNKNOWN_USER, NOT_YOURS],
  },
  declineInvitation: {
    summary: 'Decline an invitation',
    params: tenantId,
    headers: sessionOrTicket,
    responses: succeeds(Done, { success: true }),
    refusals: [UNKNOWN_USER, NOT_YOURS],
  },
});

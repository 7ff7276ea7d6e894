import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { successExample, Time } from '../../platform/http/documents/shown-schemas.ts';
import { ROLES } from '../domain/roles.ts';

const ShownInvitation = v.object({
  tenantId: v.string(),
  name: v.nullable(v.string()),
  role: v.picklist(ROLES),
  invitedBy: v.nullable(v.string()),
});

/** Tokens, or why there are none (interface 4.8). */
export const LoginAnswer = named(
  'LoginAnswer',
  v.object({
    success: v.boolean(),
    reason: v.nullable(v.string()),
    userName: v.nullable(v.string()),
    accessToken: v.nullable(v.string()),
    refreshToken: v.nullable(v.string()),
    expiresAt: v.nullable(Time),
    invitations: v.optional(
      v.pipe(
        v.array(ShownInvitation),
        v.description('Pending invitations to other tenants. Absent without invitations.'),
      ),
    ),
    loginTicket: v.optional(
      v.pipe(
        v.string(),
        v.description('For a user without a tenant. Accepts or declines an invitation, for ten minutes.'),
      ),
    ),
  }),
);
export type LoginAnswer = v.InferOutput<typeof LoginAnswer>;

/** An example of this user's tokens. */
export const tokensOf = (userName: string) =>
  successExample({
    success: true,
    reason: null,
    userName,
    accessToken: '<access token>',
    refreshToken: '<refresh token>',
    expiresAt: '2026-11-20T13:00:00.000Z',
  } satisfies LoginAnswer);

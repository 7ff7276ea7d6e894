import * as v from 'valibot';
import { type EndpointDoc, json, named, type ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { ConsoleRefusal, successExample, successOf, Time } from '../../platform/http/documents/shown-schemas.ts';
import { ROLES } from '../domain/roles.ts';
import { CodeInput, GuestInput } from './login-input.ts';

/** The body of a call that answers nothing else. */
export const Done = v.object({ success: v.boolean() });

const Invitation = v.object({
  tenantId: v.string(),
  name: v.nullable(v.string()),
  role: v.picklist(ROLES),
  invitedBy: v.nullable(v.string()),
});

/** The schema of tokens, or of why there are none. */
export const Tokens = named(
  'LoginAnswer',
  v.object({
    success: v.boolean(),
    reason: v.nullable(v.string()),
    userName: v.nullable(v.string()),
    accessToken: v.nullable(v.string()),
    refreshToken: v.nullable(v.string()),
    expiresAt: v.nullable(Time),
    invitations: v.optional(
      v.pipe(v.array(Invitation), v.description('Pending invitations to other tenants. Absent without invitations.')),
    ),
    loginTicket: v.optional(
      v.pipe(
        v.string(),
        v.description('For a user without a tenant. Accepts or declines an invitation, for ten minutes.'),
      ),
    ),
  }),
);

/** An example of this user's tokens. */
export const tokensOf = (userName: string) =>
  successExample({
    success: true,
    reason: null,
    userName,
    accessToken: '<access token>',
    refreshToken: '<refresh token>',
    expiresAt: '2026-11-20T13:00:00.000Z',
  });

/** The refusal of a request without a valid token of a user. */
export const UNKNOWN_USER = {
  status: 401,
  code: 'UNAUTHENTICATED',
  message: 'Authentication verification failed',
  responseCode: 4,
};

/** The token headers that identify a session. */
const tokenHeaders = (example: boolean): ParameterDocs => ({
  'access-token': { schema: v.string(), description: 'An access token of the session.' },
  'refresh-token': {
    schema: v.string(),
    description: 'A refresh token of the session. One of the two tokens is enough.',
    ...(example && { example: '<refresh token>' }),
  },
});

/** Documentation of the endpoint that requests a verification code (spec 4.8). */
export const getVerificationCodeDoc: EndpointDoc = {
  id: 'getVerificationCode',
  tag: 'Login',
  summary: 'Request a login code by mail',
  description:
    'Answers the same for every address. A code has 6 digits, is valid for 10 minutes, and works once. A user gets 5 codes an hour and 5 attempts per code.',
  hasSideEffect: true,
  responses: { 200: json(successOf(Done), successExample({ success: true })) },
};

/** Documentation of the endpoint that verifies a code (spec 4.8). */
export const verifyCodeDoc: EndpointDoc = {
  id: 'verifyCode',
  tag: 'Login',
  summary: 'Exchange a code for tokens',
  description: 'If the code is invalid for any reason, `success` is false. A user has 20 failed attempts per day.',
  request: json(CodeInput, { userName: EXAMPLE.userName, verifyCode: '123456' }),
  responses: { 200: json(successOf(Tokens), tokensOf(EXAMPLE.userName)) },
};

/** Documentation of the endpoint that refreshes tokens (spec 4.8). */
export const refreshTokensDoc: EndpointDoc = {
  id: 'refreshTokens',
  tag: 'Login',
  summary: 'Refresh tokens',
  description:
    'Needs a valid access token or refresh token of the same user. A refresh token works once: using an old one ends the session.',
  hasSideEffect: true,
  headers: tokenHeaders(true),
  responses: { 200: json(successOf(Tokens), tokensOf(EXAMPLE.userName)) },
  refusals: [UNKNOWN_USER],
};

/** Documentation of the guest login endpoint (spec 4.8). */
export const loginAsGuestDoc: EndpointDoc = {
  id: 'loginAsGuest',
  tag: 'Login',
  summary: 'Log in as a guest',
  description:
    'Grants read access for 15 minutes. If SVC_GUEST_LOGIN is off, the response has responseCode 3 and no body.',
  request: json(GuestInput, { userName: 'guest-0a1b2c3d' }),
  responses: { 200: json(v.union([successOf(Tokens), ConsoleRefusal]), tokensOf('guest-0a1b2c3d')) },
};

/** Documentation of the logout endpoint. */
export const logoutDoc: EndpointDoc = {
  id: 'logout',
  tag: 'Login',
  summary: 'End a session',
  description: 'All tokens of the session are refused from then on.',
  headers: tokenHeaders(true),
  responses: { 200: json(successOf(Done), successExample({ success: true })) },
  refusals: [UNKNOWN_USER],
};

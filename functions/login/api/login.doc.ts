import * as v from 'valibot';
import { ERRORS } from '../../platform/http/api.ts';
import { answers, docs, json, type ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { ConsoleRefusal, succeeds, successOf } from '../../platform/http/documents/shown-schemas.ts';
import { CodeInput, GuestInput } from './login-input.ts';
import { LoginAnswer, tokensOf } from './shown-login.ts';
import { LoginOptions, OPTIONS_EXAMPLE } from './shown-options.ts';

/** The body of a call that answers nothing else. */
export const Done = v.object({ success: v.boolean() });

/** The refusal of a request without a valid token of a user. */
export const UNKNOWN_USER = ERRORS.unauthenticated;

/** The token headers that identify a session. */
const tokenHeaders = (example: boolean): ParameterDocs => ({
  'access-token': { schema: v.string(), description: 'An access token of the session.' },
  'refresh-token': {
    schema: v.string(),
    description: 'A refresh token of the session. One of the two tokens is enough.',
    ...(example && { example: '<refresh token>' }),
  },
});

/** What the OpenAPI document says of logins (spec 4.8). */
export const loginDocs = docs('Login', {
  getVerificationCode: {
    summary: 'Request a login code by mail',
    description:
      'Answers the same for every address. A code has 6 digits, is valid for 10 minutes, and works once. A user gets 5 codes an hour and 5 attempts per code.',
    hasSideEffect: true,
    responses: succeeds(Done, { success: true }),
  },
  verifyCode: {
    summary: 'Exchange a code for tokens',
    description: 'If the code is invalid for any reason, `success` is false. A user has 20 failed attempts per day.',
    request: json(CodeInput, { userName: EXAMPLE.userName, verifyCode: '123456' }),
    responses: answers(successOf(LoginAnswer), tokensOf(EXAMPLE.userName)),
  },
  refreshTokens: {
    summary: 'Refresh tokens',
    description:
      'Needs a valid access token or refresh token of the same user. A refresh token works once: using an old one ends the session.',
    hasSideEffect: true,
    headers: tokenHeaders(true),
    responses: answers(successOf(LoginAnswer), tokensOf(EXAMPLE.userName)),
    refusals: [UNKNOWN_USER],
  },
  loginAsGuest: {
    summary: 'Log in as a guest',
    description:
      'Grants read access for 15 minutes. If SVC_GUEST_LOGIN is off, the response has responseCode 3 and no body.',
    request: json(GuestInput, { userName: 'guest-0a1b2c3d' }),
    responses: answers(v.union([successOf(LoginAnswer), ConsoleRefusal]), tokensOf('guest-0a1b2c3d')),
  },
  loginOptions: {
    summary: 'Read which logins can succeed',
    description:
      'Says what the login page shows to everyone, and the version of the service. It names no mail domain. `replay doctor --server` reads it.',
    responses: answers(successOf(LoginOptions), OPTIONS_EXAMPLE),
  },
  logout: {
    summary: 'End a session',
    description: 'All tokens of the session are refused from then on.',
    headers: tokenHeaders(true),
    responses: succeeds(Done, { success: true }),
    refusals: [UNKNOWN_USER],
  },
});

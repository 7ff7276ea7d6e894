import * as v from 'valibot';
import { ERRORS } from '../../platform/http/api.ts';
import { answers, docs, json, type ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { ConsoleRefusal, successExample, successOf } from '../../platform/http/documents/shown-schemas.ts';
import { OauthType } from '../domain/oauth-type.ts';
import { unusableText } from './login-answer.ts';
import { BROWSER_SECRET } from './oauth-cookie.ts';
import { OauthLoginInput } from './oauth-input.ts';
import { LoginAnswer, tokensOf } from './shown-login.ts';

const REDIRECT = 'http://127.0.0.1:8090/console/login/callback';

const Info = v.object({ clientId: v.string(), oauthUri: v.string(), state: v.string() });

const unusableField = (field: string) => ({ ...ERRORS.invalidJson, message: unusableText(field) });

/** Header that binds a login to its browser (interface 4.8). */
const browserSecret: ParameterDocs = {
  [BROWSER_SECRET]: {
    schema: v.string(),
    description:
      'A secret of the browser or client, new for each login, of 32 characters or more. If oauthInfo gets one, oauthLogin needs the same one. No other client can then use the state.',
  },
};

/** What the OpenAPI document says of logins at a provider (spec 4.8). */
export const oauthDocs = docs('Login', {
  oauthInfo: {
    summary: 'Start a login at a provider',
    description:
      'Redirect the browser to `oauthUri` and keep `state`, which works once and for ten minutes. Continue only if the provider returns the same `state`. A provider that is not configured gets responseCode 3 and no body, an unreachable one 2.',
    params: { oauthType: { schema: OauthType, description: 'The provider.', example: 'github' } },
    query: {
      redirectUri: {
        schema: v.string(),
        description:
          'Where the provider redirects the browser to: a path below SVC_PUBLIC_URL, without a query. Default: `/console/login/callback`. Register exactly this address with the provider.',
      },
    },
    headers: browserSecret,
    responses: answers(
      v.union([successOf(Info), ConsoleRefusal]),
      successExample({
        clientId: 'Iv1.8a61f9b3a7aba766',
        oauthUri: `https://github.com/login/oauth/authorize?${new URLSearchParams({ response_type: 'code', state: 'rro_…' })}`,
        state: 'rro_…',
      }),
    ),
    refusals: [unusableField('redirectUri')],
  },
  oauthLogin: {
    summary: 'Exchange the code of a provider for tokens',
    description:
      'Logs in the email address that the provider has verified, if its domain is in SVC_LOGIN_DOMAINS. Otherwise `success` is false, and `reason` says why. A state works for one attempt. A provider that is not configured gets responseCode 3 and no body.',
    headers: browserSecret,
    request: json(OauthLoginInput, { oauthType: 'github', code: '<code>', redirectUri: REDIRECT, state: '<state>' }),
    responses: answers(v.union([successOf(LoginAnswer), ConsoleRefusal]), tokensOf(EXAMPLE.userName)),
    refusals: [unusableField('the field')],
  },
});

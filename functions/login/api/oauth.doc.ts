import * as v from 'valibot';
import { ERRORS } from '../../platform/http/api.ts';
import { type EndpointDoc, json, type ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { ConsoleRefusal, successExample, successOf } from '../../platform/http/documents/shown-schemas.ts';
import { OauthType } from '../domain/oauth-type.ts';
import { Tokens, tokensOf } from './login.doc.ts';
import { unusableText } from './login-answer.ts';
import { BROWSER_SECRET } from './oauth-cookie.ts';
import { OauthLoginInput } from './oauth-input.ts';

const REDIRECT = 'http://127.0.0.1:8090/console/login/callback';

const Info = v.object({ clientId: v.string(), oauthUri: v.string(), state: v.string() });

const unusableField = (field: string) => ({ ...ERRORS.invalidJson, message: unusableText(field) });

/** Header that binds a login to its browser (interface 4.8). */
const browserSecret: ParameterDocs = {
  [BROWSER_SECRET]: {
    schema: v.string(),
    description:
      'A secret of the browser or client, new for each login, 32 characters or more. If oauthInfo gets one, oauthLogin needs the same, so that no other client can use the state.',
  },
};

/** Documentation of the endpoint that starts a login at a provider (spec 4.8). */
export const oauthInfoDoc: EndpointDoc = {
  id: 'oauthInfo',
  tag: 'Login',
  summary: 'Begin a login at a provider',
  description:
    'Lead the browser to `oauthUri` and keep `state`, which is good once and for ten minutes; go on only where the provider sends the same one back. A provider that is not configured: responseCode 3 and no body; one that cannot be asked now: 2.',
  params: {
    oauthType: { schema: OauthType, description: 'The provider.', example: 'github' },
  },
  query: {
    redirectUri: {
      schema: v.string(),
      description:
        'Where the provider sends the browser back to: a path below SVC_PUBLIC_URL, without a query. Default: `/console/login/callback`. It has to be registered with the provider, letter for letter.',
    },
  },
  headers: browserSecret,
  responses: {
    200: json(
      v.union([successOf(Info), ConsoleRefusal]),
      successExample({
        clientId: 'Iv1.8a61f9b3a7aba766',
        oauthUri: `https://github.com/login/oauth/authorize?${new URLSearchParams({ response_type: 'code', state: 'rro_…' })}`,
        state: 'rro_…',
      }),
    ),
  },
  refusals: [unusableField('redirectUri')],
};

/** Documentation of the endpoint that completes a login at a provider (spec 4.8). */
export const oauthLoginDoc: EndpointDoc = {
  id: 'oauthLogin',
  tag: 'Login',
  summary: 'Exchange the code of a provider for tokens',
  description:
    'For the mail address that the provider has verified, of a domain of SVC_LOGIN_DOMAINS. What opens nothing: `success` false, and `reason` says why. A state is used up by its first try. A provider that is not configured: responseCode 3 and no body.',
  headers: browserSecret,
  request: json(OauthLoginInput, {
    oauthType: 'github',
    code: '<code>',
    redirectUri: REDIRECT,
    state: '<state>',
  }),
  responses: { 200: json(v.union([successOf(Tokens), ConsoleRefusal]), tokensOf(EXAMPLE.userName)) },
  refusals: [unusableField('the field')],
};

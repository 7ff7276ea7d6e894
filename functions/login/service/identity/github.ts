import { type AuthorizationServer, processAuthorizationCodeResponse, protectedResourceRequest } from 'oauth4webapi';
import * as v from 'valibot';
import type { ProviderKind } from './provider-kind.ts';

/** What GitHub documents in place of metadata; the issuer is the one it returns in the redirect (RFC 9207). */
const SERVER: AuthorizationServer = {
  issuer: 'https://github.com/login/oauth',
  authorization_endpoint: 'https://github.com/login/oauth/authorize',
  token_endpoint: 'https://github.com/login/oauth/access_token',
  token_endpoint_auth_methods_supported: ['client_secret_post'],
};

const EMAILS = new URL('https://api.github.com/user/emails?per_page=100');
/** GitHub rejects requests without a User-Agent. */
const HEADERS = {
  accept: 'application/vnd.github+json',
  'user-agent': 'replay-regression-service',
  'x-github-api-version': '2022-11-28',
};

const Emails = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** GitHub, which identifies users through its API: the primary address, if it is verified. */
export const github: ProviderKind = {
  scope: 'user:email',
  hasIdToken: false,
  server: async () => SERVER,

  async verifiedMail({ server, client, providerFetch }, tokenAnswer) {
    const { access_token } = await processAuthorizationCodeResponse(server, client, tokenAnswer);
    const answer = await protectedResourceRequest(
      access_token,
      'GET',
      EMAILS,
      new Headers(HEADERS),
      null,
      providerFetch,
    );
    if (answer.status !== 200) throw new Error('the provider returned no email addresses');
    const emails = v.parse(Emails, await answer.json());
    return emails.find(({ primary, verified }) => primary && verified)?.email ?? null;
  },
};

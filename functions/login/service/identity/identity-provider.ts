import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  validateAuthResponse,
} from 'oauth4webapi';
import { guardedFetch } from '../../../platform/outbound/guarded-fetch.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import type { OauthClient } from '../../../platform/settings/config.ts';
import type { World } from '../../../platform/world.ts';
import type { OauthType } from '../../domain/oauth-type.ts';
import { cached } from './cached.ts';
import type { ProviderFetch, ProviderKind } from './provider-kind.ts';
import { reasonOf } from './reason-of.ts';

/** Timeout of each request of a login, so that the caller gets a response before giving up. */
const ANSWER_TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The parameters of an authorization request (RFC 6749 4.1, RFC 7636, OpenID Connect Core 3.1). */
interface Authorization {
  redirectUri: string;
  state: string;
  verifier: string;
  nonce: string;
}

/** What the provider returns through the browser. */
interface AuthorizationAnswer extends Authorization {
  code: string;
  /** The issuer that the redirect states (RFC 9207); null if it states none. */
  iss: string | null;
}

type ProviderResult = Result<string, 'NO_PROVIDER' | 'NOT_CONFIRMED' | 'MAIL_NOT_VERIFIED'>;

/** A provider that verifies a person's identity; no method throws because of the provider's behaviour. */
export interface IdentityProvider {
  clientId: string;
  /** The URI to redirect the browser to. */
  authorizationUri(asked: Authorization): Promise<ProviderResult>;
  /** The mail address of the person, verified by the provider. */
  verifiedMail(answer: AuthorizationAnswer): Promise<ProviderResult>;
}

/** Creates a provider of this kind: authorization code with PKCE (RFC 9700 2.1.1), called through the egress policy. */
export function identityProvider(
  kind: ProviderKind,
  { oauthType, clientId, clientSecret, isLocal }: OauthClient & { oauthType: OauthType; isLocal: boolean },
  { http, log, now }: Pick<World, 'http' | 'log' | 'now'>,
): IdentityProvider {
  const send = guardedFetch(http, { timeoutMs: ANSWER_TIMEOUT_MS, maxBodyBytes: MAX_ANSWER_BYTES });
  const providerFetch: ProviderFetch = {
    // To fetch, an option that is undefined is absent.
    [customFetch]: (url, options) => send(url, options as RequestInit),
    [allowInsecureRequests]: isLocal,
  };
  const serverOf = cached(() => kind.server(providerFetch), now);
  /** The world's clock is the only one. */
  const client = (): Client => ({ client_id: clientId, [clockSkew]: (now() - Date.now()) / 1000 });

  const guarded = (refusal: () => ProviderResult, work: () => Promise<ProviderResult>): Promise<ProviderResult> =>
    work().catch((fault: unknown) => {
      log.warn('a login provider returned no identity', { provider: oauthType, ...reasonOf(fault) });
      return refusal();
    });

  return {
    clientId,

    authorizationUri: ({ redirectUri, state, verifier, nonce }) =>
      guarded(
        () => refuse('NO_PROVIDER', 'the provider is not available now'),
        async () => {
          const { authorization_endpoint: endpoint = '' } = await serverOf();
          const challenge = await calculatePKCECodeChallenge(verifier);
          return accept(
            requestUri(endpoint, isLocal, {
              response_type: 'code',
              client_id: clientId,
              redirect_uri: redirectUri,
              scope: kind.scope,
              state,
              code_challenge: challenge,
              code_challenge_method: 'S256',
              ...(kind.hasIdToken && { nonce }),
            }),
          );
        },
      ),

    verifiedMail: ({ code, iss, redirectUri, state, verifier, nonce }) =>
      guarded(
        () => refuse('NOT_CONFIRMED', 'the provider did not confirm your identity'),
        async () => {
          const [server, us] = [await serverOf(), client()];
          const sent = new URLSearchParams({ code, state, ...(iss !== null && { iss }) });
          const good = validateAuthResponse(server, us, sent, state);
          const secret = clientAuth(server, clientSecret);
          const answer = await authorizationCodeGrantRequest(
            server,
            us,
            secret,
            good,
            redirectUri,
            verifier,
            providerFetch,
          );
          const mail = await kind.verifiedMail({ server, client: us, providerFetch }, answer, nonce);
          return mail === null
            ? refuse('MAIL_NOT_VERIFIED', 'the provider has no verified email address for this account')
            : accept(mail);
        },
      ),
  };
}

/** The URI of an authorization request; throws if the endpoint is not safe. */
function requestUri(endpoint: string, isLocal: boolean, parameters: Readonly<Record<string, string>>): string {
  const uri = new URL(endpoint);
  if (uri.protocol !== 'https:' && !(isLocal && uri.protocol === 'http:'))
    throw new Error('the authorization endpoint is not https');
  for (const [name, value] of Object.entries(parameters)) uri.searchParams.set(name, value);
  return uri.href;
}

/** How the client proves its secret: in the form if the provider supports that, else in a header. */
const clientAuth = (server: AuthorizationServer, clientSecret: string): ClientAuth =>
  (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? ClientSecretPost : ClientSecretBasic)(
    clientSecret,
  );

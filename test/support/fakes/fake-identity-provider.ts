import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type JWTPayload, SignJWT } from 'jose';
import type { Http } from '../../../functions/platform/outbound/http.ts';
import { randomBytes } from '../test-random.ts';
import { json, openTarget, type SeenRequest } from './recorded-target.ts';

/** An account at the provider. */
export interface Account {
  sub: string;
  email?: string;
  email_verified?: unknown;
}

/** Deviations of the provider from the protocol. Absent members behave correctly. */
export interface Misbehaviour {
  metadata?: Record<string, unknown>;
  /** Changes the claims before they are signed. Undefined removes one. */
  claims?: { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined };
  /** Creates the id token itself. Null omits it. */
  idToken?: (claims: JWTPayload) => Promise<string | null> | string | null;
  /** Response of the userinfo endpoint. */
  userInfo?: unknown;
  /** Email addresses of the GitHub account. */
  emails?: unknown;
  /** Replaces responses, by path. */
  answers?: Record<string, (response: ServerResponse) => void>;
}

export interface FakeProviderOptions {
  /** Its stated issuer. Default: its own address. */
  issuer?: string;
  clientId: string;
  clientSecret: string;
  /** Registered redirect addresses. */
  redirectUris: readonly string[];
  /** The clock of the test, epoch ms. */
  now: () => number;
}

/** Shared by the providers of a test, because generating one is slow. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'RS256', use: 'sig' };

export type FakeIdentityProvider = Awaited<ReturnType<typeof openFakeIdentityProvider>>;

/**
 * A provider on loopback, both GitHub and an issuer of OpenID Connect. It checks the client, PKCE, redirect addresses
 * and codes as the RFCs require.
 */
export async function openFakeIdentityProvider(options: FakeProviderOptions) {
  const { clientId, clientSecret, redirectUris, now } = options;
  const codes = new Map<string, { account: Account; parameters: URLSearchParams }>();
  const accounts = new Map<string, Account>();
  const misbehaviour: Misbehaviour = {};

  const target = await openTarget((seen, response) => void answer(seen, response));
  const issuer = options.issuer ?? target.url;

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...misbehaviour.metadata,
  });

  async function answer(seen: SeenRequest, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(seen.url, 'http://provider');
    const other = misbehaviour.answers?.[pathname];
    if (other) return other(response);
    const account = accounts.get((seen.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (pathname === '/.well-known/openid-configuration') return json(response, metadata());
    if (pathname === '/jwks') return json(response, { keys: [jwk] });
    if (pathname === '/token') return token(seen, response, 400);
    if (pathname === '/login/oauth/access_token') return token(seen, response, 200);
    if (pathname === '/userinfo' && account) return json(response, misbehaviour.userInfo ?? account);
    if (pathname === '/user/emails' && account && seen.headers['user-agent']) {
      const { email, email_verified: verified } = account;
      return json(response, misbehaviour.emails ?? [{ email, primary: true, verified, visibility: null }]);
    }
    json(response, { error: 'not_found' }, 404);
  }

  /** GitHub returns its errors with status 200. */
  async function token(seen: SeenRequest, response: ServerResponse, refused: number): Promise<void> {
    const sent = new URLSearchParams(seen.body.toString());
    const [, basic = ''] = /^Basic (.*)$/.exec(seen.headers.authorization ?? '') ?? [];
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [sent.get('client_id'), sent.get('client_secret')];
    if (id !== clientId || secret !== clientSecret) return json(response, { error: 'invalid_client' }, refused);
    const code = sent.get('code') ?? '';
    const of = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      sent.get('grant_type') === 'authorization_code' &&
      of?.parameters.get('redirect_uri') === sent.get('redirect_uri') &&
      of?.parameters.get('code_challenge') === challenge;
    if (!of || !isGood) return json(response, { error: 'invalid_grant' }, refused);
    const accessToken = randomBytes(16).toString('hex');
    accounts.set(accessToken, of.account);
    const idToken = of.parameters.get('scope')?.includes('openid') ? await idTokenOf(of) : null;
    json(response, { access_token: accessToken, token_type: 'Bearer', ...(idToken !== null && { id_token: idToken }) });
  }

  async function idTokenOf({ account, parameters }: { account: Account; parameters: URLSearchParams }) {
    const seconds = Math.floor(now() / 1000);
    // A claim that is undefined is left out of the token's JSON.
    const claims = {
      iss: issuer,
      aud: clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: parameters.get('nonce'),
      ...account,
      ...misbehaviour.claims,
    } as JWTPayload;
    return misbehaviour.idToken ? misbehaviour.idToken(claims) : signed(claims);
  }

  const signed = (
    claims: JWTPayload,
    header: { alg: string; kid?: string; jwk?: object } = { alg: 'RS256', kid: 'key-1' },
    key: KeyObject = privateKey,
  ) => new SignJWT(claims).setProtectedHeader(header).sign(key);

  return {
    url: target.url,
    issuer,
    seen: target.seen,
    close: target.close,
    misbehaviour,
    jwk,
    signed,
    /** Requests to this path. */
    asked: (path: string) => target.seen.filter(({ url }) => new URL(url, 'http://provider').pathname === path),

    /**
     * Signs in and returns what the provider sends back through the browser. Throws if it would show an error page
     * instead.
     */
    signIn(oauthUri: string, account: Account): { code: string; state: string; iss: string } {
      const { searchParams: parameters } = new URL(oauthUri);
      const asked = Object.fromEntries(parameters);
      if (asked.client_id !== clientId || asked.response_type !== 'code') throw new Error('unknown client');
      if (!redirectUris.includes(asked.redirect_uri ?? '')) throw new Error('redirect address is not registered');
      if (asked.code_challenge_method !== 'S256' || asked.code_challenge?.length !== 43) throw new Error('no PKCE');
      const code = randomBytes(16).toString('hex');
      codes.set(code, { account, parameters });
      return { code, state: asked.state ?? '', iss: issuer };
    },

    /** An HTTP client that sends requests for the provider's public hosts to this server. */
    through: ({ send }: Pick<Http, 'send'>): Pick<Http, 'send'> => ({
      send: (request) =>
        send({
          ...request,
          url: request.url.replace(/^https:\/\/(accounts\.google\.com|github\.com|api\.github\.com)(?=\/)/, target.url),
        }),
    }),
  };
}

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface ProviderOptions {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The mail address of whom the provider logs in, without asking. */
  email: string;
}

/** An OpenID Connect provider on loopback with one client and one account. */
export async function openIdentityProvider({ clientId, clientSecret, redirectUri, email }: ProviderOptions) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // of a TCP server
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['the key of a test'] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: object, { uid }: { uid: string }) => `${ENTER}${uid}` },
    findAccount: (_: object, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email, email_verified: true }),
    }),
    loadExistingGrant: async () => {
      const grant = new provider.Grant({ clientId, accountId: ACCOUNT });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith(ENTER)) return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: ACCOUNT } });
  });
  return {
    url,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const ENTER = '/enter/';
const ACCOUNT = 'account-1';

import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import type { Http } from '../../../functions/platform/outbound/http.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { type Account, openFakeIdentityProvider } from '../../support/fakes/fake-identity-provider.ts';
import { loginStage } from '../../support/stages/login-stage.ts';

export const REDIRECT = 'http://127.0.0.1:8090/console/login/callback';
export const CLIENT = { clientId: 'client-1', clientSecret: 'client-secret-0123456789' };
export const ANN: Account = { sub: 'ann-1', email: 'Ann@Shop.test', email_verified: true };
export type OauthKind = 'github' | 'google' | 'oidc';

/** A provider of each kind and a service that uses them. `send` replaces the HTTP client. */
export async function oauthStage(env: Record<string, string> = {}, send?: Http['send']) {
  const clock = { now: 0 };
  const providerOf = (issuer?: string) =>
    openFakeIdentityProvider({ ...CLIENT, redirectUris: [REDIRECT], now: () => clock.now, ...(issuer && { issuer }) });
  const providers = {
    github: await providerOf('https://github.com/login/oauth'),
    google: await providerOf('https://accounts.google.com'),
    oidc: await providerOf(),
  };
  const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
  const out = outboundHttp({ policy, log: silentLog });
  const way: Pick<Http, 'send'> = {
    send: (request) => {
      const kind = request.url.includes('google.com') ? 'google' : 'github';
      return (send ?? providers[kind].through(out).send)(request);
    },
  };
  const { clientId, clientSecret } = CLIENT;
  const stage = loginStage(
    {
      SVC_OAUTH_GITHUB_ID: clientId,
      SVC_OAUTH_GITHUB_SECRET: clientSecret,
      SVC_OAUTH_GOOGLE_ID: clientId,
      SVC_OAUTH_GOOGLE_SECRET: clientSecret,
      SVC_OIDC_ID: clientId,
      SVC_OIDC_SECRET: clientSecret,
      SVC_OIDC_ISSUER: providers.oidc.url,
      ...env,
    },
    way,
  );
  clock.now = stage.clock.now;

  const info = (oauthType: string, query = '', headers: Record<string, string> = {}) =>
    stage.call('GET', `/api/login/oauthInfo/${oauthType}${query}`, undefined, headers);

  const login = (body: unknown, headers: Record<string, string> = {}) =>
    stage.call('POST', '/api/login/oauthLogin', body, headers);

  /** Starts a login and signs in at the provider. Returns the body that completes it. */
  async function atProvider(oauthType: OauthKind, account: Account = ANN, headers: Record<string, string> = {}) {
    const { body } = await info(oauthType, '', headers);
    const back = providers[oauthType].signIn(body.body.oauthUri, account);
    return { oauthType, redirectUri: REDIRECT, ...back };
  }

  return {
    ...stage,
    providers,
    info,
    login,
    atProvider,
    /** Advances both clocks. */
    wait(ms: number) {
      stage.clock.now += ms;
      clock.now = stage.clock.now;
    },
    /** A complete login, with the service's response. */
    loginBy: async (oauthType: OauthKind, account?: Account) =>
      (await login(await atProvider(oauthType, account))).body.body,
    async close() {
      await out.close();
      for (const provider of Object.values(providers)) await provider.close();
      await stage.close();
    },
  };
}

export type OauthStage = Awaited<ReturnType<typeof oauthStage>>;

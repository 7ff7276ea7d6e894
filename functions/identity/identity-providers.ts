import type { Config } from '../config.ts';
import type { OauthType } from '../domain/login/oauth-type.ts';
import type { World } from '../world.ts';
import { github } from './github.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';
import { openId } from './open-id.ts';
import type { ProviderKind } from './provider-kind.ts';

const GOOGLE = 'https://accounts.google.com';

/** Who says who people are; null where the settings name nobody. */
export type IdentityProviders = Readonly<Record<OauthType, IdentityProvider | null>>;

/** The providers of the settings (interface 1, SVC_OAUTH_* and SVC_OIDC_*), the same in both worlds. */
export function identityProviders(
  world: Pick<World, 'http' | 'log' | 'now'>,
  { oauth }: Pick<Config, 'oauth'>,
): IdentityProviders {
  const of = (kind: ProviderKind, isLocal: boolean, client: typeof oauth.github) =>
    client && identityProvider(kind, { ...client, isLocal }, world);
  return {
    github: of(github, false, oauth.github),
    google: of(openId(GOOGLE), false, oauth.google),
    oidc: oauth.oidc && of(openId(oauth.oidc.issuer), oauth.oidc.issuer.startsWith('http:'), oauth.oidc),
  };
}

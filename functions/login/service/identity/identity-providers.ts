import type { Config } from '../../../platform/settings/config.ts';
import type { World } from '../../../platform/world.ts';
import type { OauthType } from '../../domain/oauth-type.ts';
import { github } from './github.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';
import { openId } from './open-id.ts';
import type { ProviderKind } from './provider-kind.ts';

const GOOGLE = 'https://accounts.google.com';

/** Providers by type; null for those that are not configured. */
export type IdentityProviders = Readonly<Record<OauthType, IdentityProvider | null>>;

/** Creates the providers of the settings (interface 1, SVC_OAUTH_* and SVC_OIDC_*), the same in both worlds. */
export function identityProviders(
  world: Pick<World, 'http' | 'log' | 'now'>,
  { oauth }: Pick<Config, 'oauth'>,
): IdentityProviders {
  const { issuer } = oauth.oidc ?? { issuer: '' };
  const of = (oauthType: OauthType, kind: ProviderKind, isLocal = false) => {
    const client = oauth[oauthType];
    return client && identityProvider(kind, { ...client, oauthType, isLocal }, world);
  };
  return {
    github: of('github', github),
    google: of('google', openId(GOOGLE)),
    oidc: of('oidc', openId(issuer), issuer.startsWith('http:')),
  };
}

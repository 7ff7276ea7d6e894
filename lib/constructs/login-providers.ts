import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../../functions/platform/settings/config.ts';
import { issuedSecret } from './issued-secret.ts';

/** A provider of logins (spec 4.8). */
export type LoginProvider = keyof Config['oauth'];

/**
 * What names each provider in `settings` (interface 1), our id there first, and what the stack adds: the secret that
 * proves who we are to it.
 */
const PROVIDERS = {
  github: { settings: ['SVC_OAUTH_GITHUB_ID'], secret: 'SVC_OAUTH_GITHUB_SECRET', id: 'GithubSecret' },
  google: { settings: ['SVC_OAUTH_GOOGLE_ID'], secret: 'SVC_OAUTH_GOOGLE_SECRET', id: 'GoogleSecret' },
  oidc: { settings: ['SVC_OIDC_ID', 'SVC_OIDC_ISSUER'], secret: 'SVC_OIDC_SECRET', id: 'OidcSecret' },
} as const satisfies Record<LoginProvider, object>;

const providers = Object.entries(PROVIDERS) as [LoginProvider, (typeof PROVIDERS)[LoginProvider]][]; // entries() widens the keys

/**
 * Whether a variable is of a provider, and so for the functions alone that people log in by: it stops the start of
 * others, which have no secret.
 */
export const isProviderSecret = (name: string): boolean =>
  providers.some(([, { settings }]) => settings.some((setting) => setting === name));

/**
 * Texts in place of the secrets of the providers that are named, to see before a deployment whether the functions could
 * start.
 */
export const pendingSecrets = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    providers.flatMap(([, { settings, secret }]) => (environment[settings[0]] ? [[secret, 'to-come']] : [])),
  );

/** Whether people log in by any provider. */
export const usesProviders = ({ oauth }: Pick<Config, 'oauth'>): boolean =>
  Object.values(oauth).some((client) => client !== null);

export interface ProviderSecretsProps {
  readonly config: Pick<Config, 'oauth'>;
  readonly encryptionKey: IKey;
  /** VersionIds that the functions are given; the current one where empty or absent. */
  readonly versions: Readonly<Partial<Record<LoginProvider, string>>>;
}

/**
 * A secret for each provider that is set, as a variable of those who ask it (docs/operator-runbook.md#login-providers).
 */
export function providerSecrets(
  scope: Construct,
  { config, encryptionKey, versions }: ProviderSecretsProps,
): Readonly<Record<`SVC_${string}`, string>> {
  const isSet = providers.filter(([provider]) => config.oauth[provider] !== null);
  return Object.fromEntries(
    isSet.map(([provider, { secret, id }]) => [
      secret,
      issuedSecret(scope, id, {
        encryptionKey,
        description: `${secret}: proves who we are to a provider of logins`,
        issuer: 'It is issued by the provider (docs/operator-runbook.md#login-providers).',
        versionId: versions[provider],
      }),
    ]),
  );
}

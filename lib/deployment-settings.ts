import type { Node } from 'constructs';
import { type Config, ConfigError, DEPLOYED_SETTINGS, deployedConfig } from '../functions/platform/settings/config.ts';
import { isProviderSecret, type LoginProvider, pendingSecrets } from './constructs/login-providers.ts';
import { choiceOf, numberOf, refuseUnknownKeys, textOf } from './context-keys.ts';
import { type NetworkSettings, networkSettings } from './network-settings.ts';

/** What one deployment decides, from the context of cdk.json or `--context`. */
export interface DeploymentSettings {
  readonly network: NetworkSettings;
  /** SVC_… variables of interface 1 for every function, as the standalone service takes them from its environment. */
  readonly environment: Readonly<Record<`SVC_${string}`, string>>;
  /** Those of them that name providers of logins, for the functions that people log in by; without secrets. */
  readonly providerEnvironment: Readonly<Record<`SVC_${string}`, string>>;
  /** What the functions make of both, for what the stack has to agree with; secrets of providers are yet to come. */
  readonly config: Config;
  /** VersionId of the admin key's secret that the functions are given; the current one when absent. */
  readonly adminKeyVersion?: string;
  /** Whether the Open API asks for a token, and the VersionId of its secret, likewise. */
  readonly openApiToken: boolean;
  readonly openApiTokenVersion?: string;
  /** VersionId of the secret of the model's key, likewise. */
  readonly modelKeyVersion?: string;
  /** VersionIds of the secrets of providers of logins; the current one where empty. */
  readonly providerSecretVersions: Readonly<Record<LoginProvider, string>>;
  /**
   * Logs of API Gateway: none, those of a stage whose account has a role for them, or those and the role itself, which all
   * stacks of the account and region share.
   */
  readonly apiLogs: 'off' | 'on' | 'accountRole';
  /** Executions of the workers of replays that Lambda reserves; null: the account's. A new account has ten in all. */
  readonly replayConcurrency: number | null;
  /** Topic that every alarm is sent to; none when absent. */
  readonly alarmTopicArn?: string;
}

/**
 * Reads the context of cdk.json by the names of the settings; a key that is absent has the value here. Throws ConfigError
 * for a key that is unknown, and for a setting that the functions could not start with.
 */
export function deploymentSettings(node: Node): DeploymentSettings {
  refuseUnknownKeys(node);
  const alarmTopicArn = textOf(node, 'alarmTopicArn');
  const adminKeyVersion = textOf(node, 'adminKeyVersion');
  const modelKeyVersion = textOf(node, 'modelKeyVersion');
  const openApiTokenVersion = textOf(node, 'openApiTokenVersion');
  const given = assignments(node).map((setting) => assignment(setting));
  const environment = Object.fromEntries(given.filter(([name]) => !isProviderSecret(name)));
  const providerEnvironment = Object.fromEntries(given.filter(([name]) => isProviderSecret(name)));
  return {
    network: networkSettings(node),
    environment,
    providerEnvironment,
    config: deployedConfig({ ...environment, ...providerEnvironment, ...pendingSecrets(providerEnvironment) }),
    ...(adminKeyVersion && { adminKeyVersion }),
    openApiToken: choiceOf(node, 'openApiToken', ['off', 'on']) === 'on',
    ...(openApiTokenVersion && { openApiTokenVersion }),
    ...(modelKeyVersion && { modelKeyVersion }),
    providerSecretVersions: {
      github: textOf(node, 'githubSecretVersion'),
      google: textOf(node, 'googleSecretVersion'),
      oidc: textOf(node, 'oidcSecretVersion'),
    },
    apiLogs: choiceOf(node, 'apiLogs', ['off', 'on', 'accountRole']),
    replayConcurrency: numberOf(node, 'replayConcurrency', { min: 1, max: 1000 }),
    ...(alarmTopicArn && { alarmTopicArn }),
  };
}

/** On the command line a comma ends a setting only where the next one begins: values have commas too. */
function assignments(node: Node): string[] {
  const value: unknown = node.tryGetContext('settings') ?? [];
  const list = Array.isArray(value) ? value.map(String) : String(value).split(/,(?=\s*SVC_\w+=)/);
  return list.map((setting) => setting.trim()).filter((setting) => setting !== '');
}

function assignment(setting: string): [`SVC_${string}`, string] {
  const [, name, value] = /^SVC_(\w+)=(.*)$/.exec(setting) ?? [];
  if (name === undefined || value === undefined) throw new Error('context "settings" is a list of SVC_NAME=value');
  if (!DEPLOYED_SETTINGS.includes(`SVC_${name}`)) throw new ConfigError(`SVC_${name} is not a deployment setting`);
  return [`SVC_${name}`, value];
}

import type { Node } from 'constructs';
import { type Config, ConfigError, DEPLOYED_SETTINGS, deployedConfig } from '../functions/platform/settings/config.ts';
import { isProviderSecret, type LoginProvider, pendingSecrets } from './constructs/login-providers.ts';
import type { NetworkSettings } from './constructs/network.ts';

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
  /** Topic that every alarm is sent to; none when absent. */
  readonly alarmTopicArn?: string;
}

/** Reads the context of cdk.json by the names of the settings; a key that is absent has the value here. Throws ConfigError for a setting that the functions could not start with. */
export function deploymentSettings(node: Node): DeploymentSettings {
  const numbers = (key: string, fallback: string) => words(node, key, fallback).map(Number);
  const alarmTopicArn = text(node, 'alarmTopicArn', '');
  const adminKeyVersion = text(node, 'adminKeyVersion', '');
  const modelKeyVersion = text(node, 'modelKeyVersion', '');
  const openApiTokenVersion = text(node, 'openApiTokenVersion', '');
  const given = assignments(node).map((setting) => assignment(setting));
  const environment = Object.fromEntries(given.filter(([name]) => !isProviderSecret(name)));
  const providerEnvironment = Object.fromEntries(given.filter(([name]) => isProviderSecret(name)));
  return {
    network: {
      vpcRange: text(node, 'vpcRange', '10.20.0.0/16'),
      callerRanges: words(node, 'callerRanges', text(node, 'vpcRange', '10.20.0.0/16')),
      targetRanges: words(node, 'targetRanges', '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16'),
      targetPorts: numbers('targetPorts', '80,443'),
      receiverRanges: words(node, 'receiverRanges', '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16'),
      receiverPorts: numbers('receiverPorts', '80,443'),
      gatewayPrefixLists: words(node, 'gatewayPrefixLists', ''),
    },
    environment,
    providerEnvironment,
    config: deployedConfig({ ...environment, ...providerEnvironment, ...pendingSecrets(providerEnvironment) }),
    ...(adminKeyVersion && { adminKeyVersion }),
    openApiToken: isOn(node, 'openApiToken'),
    ...(openApiTokenVersion && { openApiTokenVersion }),
    ...(modelKeyVersion && { modelKeyVersion }),
    providerSecretVersions: {
      github: text(node, 'githubSecretVersion', ''),
      google: text(node, 'googleSecretVersion', ''),
      oidc: text(node, 'oidcSecretVersion', ''),
    },
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

function isOn(node: Node, key: string): boolean {
  const value = text(node, key, 'off');
  if (value !== 'on' && value !== 'off') throw new ConfigError(`context "${key}" is neither on nor off`);
  return value === 'on';
}

function text(node: Node, key: string, fallback: string): string {
  const value: unknown = node.tryGetContext(key);
  return value === undefined ? fallback : String(value);
}

/** A list in cdk.json is an array, on the command line words with commas between them. */
function words(node: Node, key: string, fallback: string): string[] {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  const list = Array.isArray(value) ? value.map(String) : String(value).split(',');
  return list.map((word) => word.trim()).filter((word) => word !== '');
}

import type { Node } from 'constructs';
import { type Config, DEPLOYED_SETTINGS, deployedConfig } from '../functions/platform/settings/config.ts';
import { ConfigError } from '../functions/platform/settings/read-variables.ts';
import { type AddressSettings, addressSettings } from './address-settings.ts';
import { isProviderSecret, type LoginProvider, pendingSecrets } from './constructs/login-providers.ts';
import { choiceOf, formOf, numberOf, refuseUnknownKeys, textOf } from './context-keys.ts';
import { type NetworkSettings, networkSettings } from './network-settings.ts';

/** The settings of the functions, but for the address: it may be known with the deployment only. */
export type SynthesisConfig = Omit<Config, 'publicUrl'>;

/** What one deployment decides, from the context of cdk.json or `--context`. */
export interface DeploymentSettings {
  readonly network: NetworkSettings;
  readonly address: AddressSettings;
  /**
   * SVC_… variables of interface 1 for every function, as the standalone service takes them from its environment,
   * without the address.
   */
  readonly environment: Readonly<Record<`SVC_${string}`, string>>;
  /** Those of them that name providers of logins, for the functions that people log in by; without secrets. */
  readonly providerEnvironment: Readonly<Record<`SVC_${string}`, string>>;
  /** What the functions make of both, for what the stack has to agree with; secrets of providers are yet to come. */
  readonly config: SynthesisConfig;
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
   * Logs of API Gateway: none, those of a stage whose account has a role for them, or those and the role itself, which
   * all stacks of the account and region share.
   */
  readonly apiLogs: 'off' | 'on' | 'accountRole';
  /** Executions of the workers of replays that Lambda reserves; null: the account's. A new account has ten in all. */
  readonly replayConcurrency: number | null;
  /** A restored table that the service uses instead of the stack's own; none when absent. */
  readonly tableArn?: string;
  /** What is kept of audit entries and ledger events for good; nothing when absent. */
  readonly archive?: ArchiveSettings;
  /** Topic that every alarm is sent to; none when absent. */
  readonly alarmTopicArn?: string;
}

/** A bucket with Object Lock for originals of audit entries and ledger events. */
export interface ArchiveSettings {
  readonly years: number;
  /** Who may shorten that time: roles with a right of their own, or none at all. */
  readonly mode: 'governance' | 'compliance';
  /** The stream of a restored table. */
  readonly tableStreamArn?: string;
}

/**
 * Reads the context of cdk.json by the names of the settings; a key that is absent has the value here. Throws
 * ConfigError for a key that is unknown, and for a setting that the functions could not start with.
 */
export function deploymentSettings(node: Node): DeploymentSettings {
  refuseUnknownKeys(node);
  const alarmTopicArn = textOf(node, 'alarmTopicArn');
  const tableArn = formOf(node, 'tableArn', TABLE_ARN);
  const archive = archiveSettings(node, tableArn);
  const adminKeyVersion = textOf(node, 'adminKeyVersion');
  const modelKeyVersion = textOf(node, 'modelKeyVersion');
  const openApiTokenVersion = textOf(node, 'openApiTokenVersion');
  const given = assignments(node).map((setting) => assignment(setting));
  const { SVC_PUBLIC_URL: publicUrl, ...environment }: Record<`SVC_${string}`, string> = Object.fromEntries(
    given.filter(([name]) => !isProviderSecret(name)),
  );
  const providerEnvironment = Object.fromEntries(given.filter(([name]) => isProviderSecret(name)));
  const { publicUrl: _, ...config } = deployedConfig({
    SVC_PUBLIC_URL: publicUrl ?? PENDING_ADDRESS,
    ...environment,
    ...providerEnvironment,
    ...pendingSecrets(providerEnvironment),
  });
  const network = networkSettings(node);
  refuseUnreachableProxy(config, network);
  return {
    network,
    address: addressSettings(node, publicUrl),
    environment,
    providerEnvironment,
    config,
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
    ...(tableArn && { tableArn }),
    ...(archive && { archive }),
    ...(alarmTopicArn && { alarmTopicArn }),
  };
}

/** Stands for the address of the stage, which the deployment makes. */
const PENDING_ADDRESS = 'https://address.invalid';

/** Functions connect to the proxy as to targets and receivers, whose ports their security groups open. */
function refuseUnreachableProxy(
  { egress: { proxy } }: Pick<Config, 'egress'>,
  { targetPorts, receiverPorts }: NetworkSettings,
): void {
  if (proxy === null) return;
  const { port: given, protocol } = new URL(proxy);
  const port = given === '' ? { 'http:': 80, 'https:': 443 }[protocol] : Number(given);
  for (const [key, ports] of Object.entries({ targetPorts, receiverPorts }))
    if (port === undefined || !ports.includes(port))
      throw new ConfigError(`context "${key}" lacks ${port}, the port of SVC_EGRESS_PROXY`);
}

/** An ARN of a table, in any partition; of an index or a backup it is longer. */
const TABLE_ARN = {
  pattern: /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]{3,255}$/,
  called: 'the ARN of a table',
};

/** The stream of such a table. */
const STREAM_ARN = {
  pattern: /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\dT:.-]+$/,
  called: 'the ARN of the stream of a table',
};

/** Keys that say something of an archive. */
const OF_ARCHIVE = ['archiveMode', 'tableStreamArn'] as const;

function archiveSettings(node: Node, tableArn: string | undefined): ArchiveSettings | undefined {
  const years = numberOf(node, 'archiveYears', { min: 1, max: 100 });
  const tableStreamArn = formOf(node, 'tableStreamArn', STREAM_ARN);
  if (years === null) {
    for (const key of OF_ARCHIVE)
      if (textOf(node, key) !== '') throw new ConfigError(`context "${key}" needs "archiveYears"`);
    return undefined;
  }
  if (tableStreamArn?.startsWith(`${tableArn}/`) === false || (tableArn !== undefined && tableStreamArn === undefined))
    throw new ConfigError(
      'context "tableStreamArn" is the stream of "tableArn", and "archiveYears" needs both or none',
    );
  return {
    years,
    mode: choiceOf(node, 'archiveMode', ['governance', 'compliance']),
    ...(tableStreamArn && { tableStreamArn }),
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

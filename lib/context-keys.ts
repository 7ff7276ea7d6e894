import type { Node } from 'constructs';
import { ConfigError } from '../functions/platform/settings/read-variables.ts';

/** The keys of cdk.json and `--context` that decide about a deployment (docs/deploy-aws.md). @internal */
export const CONTEXT_KEYS = [
  'vpcRange',
  'subnetMask',
  'natGateways',
  'vpcId',
  'subnetIds',
  'availabilityZones',
  'routeTableIds',
  'interfaceEndpoints',
  'endpointRanges',
  'gatewayEndpoints',
  'gatewayPrefixLists',
  'apiEndpointId',
  'apiPrivateDns',
  'apiLogs',
  'callerRanges',
  'lookupVpcIds',
  'targetRanges',
  'targetPorts',
  'receiverRanges',
  'receiverPorts',
  'replayConcurrency',
  'tableArn',
  'tableStreamArn',
  'archiveYears',
  'archiveMode',
  'settings',
  'adminKeyVersion',
  'openApiToken',
  'openApiTokenVersion',
  'modelKeyVersion',
  'githubSecretVersion',
  'googleSecretVersion',
  'oidcSecretVersion',
  'alarmTopicArn',
  'domainName',
  'certificateArn',
  'hostedZoneId',
  'hostedZoneName',
] as const;
export type ContextKey = (typeof CONTEXT_KEYS)[number];

/** Keys of the CDK itself: feature flags, what the toolkit passes on, and cached lookups. */
const isOfToolkit = (key: string): boolean => key.startsWith('@') || key.includes(':');

/** Throws ConfigError for a key that no setting has: a typing error must not deploy something else. */
export function refuseUnknownKeys(node: Node): void {
  const known: ReadonlySet<string> = new Set(CONTEXT_KEYS);
  const unknown = Object.keys(node.getAllContext()).filter((key) => !known.has(key) && !isOfToolkit(key));
  if (unknown.length > 0) throw new ConfigError(`context "${unknown[0]}" is not a setting of the deployment`);
}

/** The text of a key; the fallback where it is absent or empty. */
export function textOf(node: Node, key: ContextKey, fallback = ''): string {
  const value: unknown = node.tryGetContext(key);
  return value === undefined || value === '' ? fallback : String(value);
}

/** One of some texts, of which the first is the default. Throws ConfigError for another. */
export function choiceOf<const Choice extends string>(
  node: Node,
  key: ContextKey,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const value = textOf(node, key, choices[0]);
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new ConfigError(`context "${key}" is not one of ${choices.join(', ')}`);
  return choice;
}

/** A text of a form; undefined where the key is absent or empty. Throws ConfigError for another. */
export function formOf(
  node: Node,
  key: ContextKey,
  { pattern, called }: { pattern: RegExp; called: string },
): string | undefined {
  const text = textOf(node, key);
  if (text === '') return undefined;
  if (!pattern.test(text)) throw new ConfigError(`context "${key}" is not ${called}`);
  return text;
}

/** A whole number; null where the key is absent or empty. Throws ConfigError for one that is out of range. */
export function numberOf(node: Node, key: ContextKey, { min, max }: { min: number; max: number }): number | null {
  const text = textOf(node, key);
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`context "${key}" is not a whole number from ${min} to ${max}`);
  return value;
}

/** A list: an array in cdk.json, words with commas between them on the command line. */
export function listOf(node: Node, key: ContextKey, fallback = ''): string[] {
  const value: unknown = node.tryGetContext(key) ?? fallback;
  const list = Array.isArray(value) ? value.map(String) : String(value).split(',');
  return list.map((word) => word.trim()).filter((word) => word !== '');
}

import type { Node } from 'constructs';
import { ConfigError } from '../functions/platform/settings/read-variables.ts';
import { choiceOf, listOf, numberOf, textOf } from './context-keys.ts';

/** A VPC of the owner, by what cannot be looked up offline. */
interface GivenVpc {
  readonly vpcId: string;
  /** Each stands in the zone of the same position. */
  readonly subnetIds: readonly string[];
  readonly availabilityZones: readonly string[];
  /** The route table of each subnet; those that gateway endpoints of the service are entered in. */
  readonly routeTableIds: readonly string[];
}

/** A VPC that the stack makes. */
interface NewVpc {
  /** Bits of the prefix of a subnet; the rest of the range is left for others. */
  readonly subnetMask: number;
  /** NAT gateways, and with them a public subnet in each zone. None: there is no way to the internet. */
  readonly natGateways: number;
  /** Zones by name; two that the toolkit chooses when empty. */
  readonly availabilityZones: readonly string[];
}

/** Where the service sits in the network of its owner; every address is an IPv4 CIDR. */
export interface NetworkSettings {
  /** Addresses of the VPC itself. */
  readonly vpcRange: string;
  readonly vpc: { readonly given: GivenVpc } | { readonly made: NewVpc };
  /** Whether the stack makes the interface endpoints of AWS services, or the VPC shares some at these addresses. */
  readonly interfaceEndpoints: 'own' | { readonly sharedAt: readonly string[] };
  /** Whether the stack makes the gateway endpoints of DynamoDB and S3, or the route tables have some. */
  readonly gatewayEndpoints: 'own' | 'shared';
  /**
   * The region's prefix lists of DynamoDB and S3 (`pl-…`); without them, any address on 443 where no route leads
   * outside.
   */
  readonly gatewayPrefixLists: readonly string[];
  /** A shared execute-api endpoint; null: one of the stack. */
  readonly apiEndpointId: string | null;
  /** Whether the endpoint of the API takes over the names of every API of the VPC. */
  readonly apiPrivateDns: boolean;
  /** Who may call the API, through the VPC endpoint. */
  readonly callerRanges: readonly string[];
  /** Other VPCs whose endpoints of S3 may read log rows at signed addresses; that of the service always may. */
  readonly lookupVpcIds: readonly string[];
  /** Where instances under test answer, and on which TCP ports. */
  readonly targetRanges: readonly string[];
  readonly targetPorts: readonly number[];
  /** Where webhooks, bots and providers of logins answer, and on which TCP ports. */
  readonly receiverRanges: readonly string[];
  readonly receiverPorts: readonly number[];
}

const PRIVATE_RANGES = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16';

/** Reads the network of a deployment. Throws ConfigError for keys that contradict each other, and names them. */
export function networkSettings(node: Node): NetworkSettings {
  const vpcRange = textOf(node, 'vpcRange', '10.20.0.0/16');
  const vpc = vpcOf(node);
  const gatewayPrefixLists = listOf(node, 'gatewayPrefixLists');
  const mayLeadOutside = 'given' in vpc || vpc.made.natGateways > 0;
  if (mayLeadOutside && gatewayPrefixLists.length === 0)
    throw new ConfigError(
      'context "gatewayPrefixLists" is missing: in a VPC with routes, functions would reach any address on 443 without it',
    );
  return {
    vpcRange,
    vpc,
    interfaceEndpoints: interfaceEndpointsOf(node),
    gatewayEndpoints: choiceOf(node, 'gatewayEndpoints', ['own', 'shared']),
    gatewayPrefixLists,
    apiEndpointId: textOf(node, 'apiEndpointId') || null,
    apiPrivateDns: choiceOf(node, 'apiPrivateDns', ['on', 'off']) === 'on',
    callerRanges: listOf(node, 'callerRanges', vpcRange),
    lookupVpcIds: vpcIdsOf(node, 'lookupVpcIds'),
    targetRanges: listOf(node, 'targetRanges', PRIVATE_RANGES),
    targetPorts: portsOf(node, 'targetPorts'),
    receiverRanges: listOf(node, 'receiverRanges', PRIVATE_RANGES),
    receiverPorts: portsOf(node, 'receiverPorts'),
  };
}

/** Keys that say something of a VPC that the stack makes, and of one that is given. */
const OF_NEW = ['subnetMask', 'natGateways'] as const;
const OF_GIVEN = ['subnetIds', 'routeTableIds', 'gatewayEndpoints', 'interfaceEndpoints'] as const;

function vpcOf(node: Node): NetworkSettings['vpc'] {
  const vpcId = textOf(node, 'vpcId');
  const availabilityZones = listOf(node, 'availabilityZones');
  for (const key of vpcId === '' ? OF_GIVEN : OF_NEW)
    if (listOf(node, key).length > 0)
      throw new ConfigError(`context "${key}" ${vpcId === '' ? 'needs "vpcId"' : 'contradicts "vpcId"'}`);
  return vpcId === ''
    ? { made: madeVpc(node, availabilityZones) }
    : { given: givenVpc(node, vpcId, availabilityZones) };
}

const madeVpc = (node: Node, availabilityZones: string[]): NewVpc => ({
  subnetMask: numberOf(node, 'subnetMask', { min: 16, max: 28 }) ?? 20,
  natGateways: numberOf(node, 'natGateways', { min: 0, max: 3 }) ?? 0,
  availabilityZones,
});

function givenVpc(node: Node, vpcId: string, availabilityZones: string[]): GivenVpc {
  const subnetIds = listOf(node, 'subnetIds');
  const routeTableIds = listOf(node, 'routeTableIds');
  if (subnetIds.length === 0) throw new ConfigError('context "subnetIds" is missing: "vpcId" needs it');
  if (availabilityZones.length !== subnetIds.length)
    throw new ConfigError('context "availabilityZones" names the zone of each of "subnetIds", in their order');
  const needsTables = choiceOf(node, 'gatewayEndpoints', ['own', 'shared']) === 'own';
  if (routeTableIds.length !== subnetIds.length && (needsTables || routeTableIds.length > 0))
    throw new ConfigError(
      'context "routeTableIds" names the route table of each of "subnetIds"; only with "gatewayEndpoints" shared it may be absent',
    );
  return { vpcId, subnetIds, availabilityZones, routeTableIds };
}

function interfaceEndpointsOf(node: Node): NetworkSettings['interfaceEndpoints'] {
  const sharedAt = listOf(node, 'endpointRanges');
  const isShared = choiceOf(node, 'interfaceEndpoints', ['own', 'shared']) === 'shared';
  if (isShared !== sharedAt.length > 0)
    throw new ConfigError('context "interfaceEndpoints" shared and "endpointRanges" belong together');
  return isShared ? { sharedAt } : 'own';
}

/** A wrong id would admit no caller, and say so nowhere. */
function vpcIdsOf(node: Node, key: 'lookupVpcIds'): string[] {
  const ids = listOf(node, key);
  if (ids.some((id) => !/^vpc-[0-9a-f]+$/.test(id))) throw new ConfigError(`context "${key}" is a list of ids of VPCs`);
  return ids;
}

function portsOf(node: Node, key: 'targetPorts' | 'receiverPorts'): number[] {
  const ports = listOf(node, key, '80,443').map(Number);
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535))
    throw new ConfigError(`context "${key}" is a list of TCP ports`);
  return ports;
}

import { Aws } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  GatewayVpcEndpointAwsService,
  type IInterfaceVpcEndpointService,
  InterfaceVpcEndpoint,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  type IVpcEndpoint,
  Peer,
  Port,
  SecurityGroup,
  type SubnetSelection,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { NetworkSettings } from '../network-settings.ts';
import { ServiceLogGroup } from './observability/service-log-group.ts';

/**
 * What may pass each interface endpoint; nothing else of the service, and no other account's resources. Keys are asked
 * for channel urls and secrets only; AWS itself seals what is stored, and takes logs and traces of a function outside
 * the VPC.
 */
const INTERFACES = {
  kms: ['kms:GenerateDataKey', 'kms:Decrypt'],
  sqs: ['sqs:SendMessage', 'sqs:DeleteMessage'],
  states: ['states:StartExecution', 'states:DescribeExecution', 'states:SendTaskSuccess'],
} as const;

const GATEWAYS = {
  dynamodb: [
    'dynamodb:GetItem',
    'dynamodb:BatchGetItem',
    'dynamodb:Query',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:BatchWriteItem',
    'dynamodb:ConditionCheckItem',
  ],
  s3: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:ListBucket'],
} as const;

export interface NetworkProps extends NetworkSettings {
  readonly key: IKey;
  /** Whether functions ask a language model of Bedrock. */
  readonly asksBedrock: boolean;
  /** Whether the notifier mails codes by SES. */
  readonly mailsCodes: boolean;
}

/**
 * A VPC of the stack or of its owner: AWS through endpoints, targets and receivers in the ranges that the owner routes,
 * callers through one endpoint.
 */
export class Network extends Construct {
  readonly vpc: IVpc;
  readonly subnets: SubnetSelection;
  /** The only door of the API. */
  readonly apiEndpoint: IVpcEndpoint;
  /** Functions that call AWS only. */
  readonly inside: SecurityGroup;
  /** Functions that call instances under test as well. */
  readonly toTargets: SecurityGroup;
  /**
   * The notifier, which also calls receivers of notifications, and functions that ask login providers, which are
   * reached the same way.
   */
  readonly toReceivers: SecurityGroup;

  constructor(scope: Construct, id: string, props: NetworkProps) {
    super(scope, id);
    const { asksBedrock, mailsCodes, callerRanges, targetRanges, targetPorts, receiverRanges, receiverPorts } = props;
    const { interfaceEndpoints, gatewayPrefixLists } = props;

    this.vpc = vpcOf(this, props);
    this.subnets = 'given' in props.vpc ? { subnets: this.vpc.privateSubnets } : { subnetGroupName: SUBNETS };

    this.inside = this.group('Inside', 'Functions that call AWS only');
    this.toTargets = this.group('ToTargets', 'Functions that call AWS and instances under test');
    this.toReceivers = this.group('ToReceivers', 'The notifier, which calls AWS and receivers of notifications');

    // Their ids differ by region and cannot be looked up offline.
    const gateways =
      gatewayPrefixLists.length > 0 ? gatewayPrefixLists.map((list) => Peer.prefixList(list)) : [Peer.anyIpv4()];
    const awsDoor =
      interfaceEndpoints === 'own' ? this.group('AwsEndpoints', 'Interface endpoints of AWS services') : null;
    for (const group of [this.inside, this.toTargets, this.toReceivers]) {
      awsDoor?.addIngressRule(group, Port.tcp(443), 'Functions of the service');
      const doors = interfaceEndpoints === 'own' ? [] : interfaceEndpoints.sharedAt.map((range) => Peer.ipv4(range));
      for (const door of awsDoor === null ? doors : [awsDoor])
        group.addEgressRule(door, Port.tcp(443), 'Interface endpoints');
      for (const gateway of gateways)
        group.addEgressRule(gateway, Port.tcp(443), 'Gateway endpoints of DynamoDB and S3');
    }
    for (const range of targetRanges) {
      for (const port of targetPorts) {
        this.toTargets.addEgressRule(Peer.ipv4(range), Port.tcp(port), 'Instances under test');
      }
    }

    for (const range of receiverRanges) {
      for (const port of receiverPorts) {
        this.toReceivers.addEgressRule(Peer.ipv4(range), Port.tcp(port), 'Receivers of notifications');
      }
    }

    if (awsDoor !== null) this.addInterfaceEndpoints(awsDoor, { asksBedrock, mailsCodes });
    if (props.gatewayEndpoints === 'own') this.addGatewayEndpoints();
    this.apiEndpoint =
      props.apiEndpointId === null
        ? this.addApiEndpoint(callerRanges, props.apiPrivateDns)
        : InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(this, 'ApiDoor', {
            vpcEndpointId: props.apiEndpointId,
            port: 443,
          });
  }

  private addInterfaceEndpoints(
    door: SecurityGroup,
    { asksBedrock, mailsCodes }: Pick<NetworkProps, 'asksBedrock' | 'mailsCodes'>,
  ): void {
    const add = (name: string, service: IInterfaceVpcEndpointService, policy: PolicyStatement) =>
      this.vpc
        .addInterfaceEndpoint(name, { service, subnets: this.subnets, securityGroups: [door], open: false })
        .addToPolicy(policy);
    for (const [name, actions] of Object.entries(INTERFACES))
      add(name, new InterfaceVpcEndpointAwsService(name), ownResources(actions));
    // Models belong to AWS: of them the roles say which.
    const ofAccount = { StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID } };
    const asksModels = { principals: [new AnyPrincipal()], actions: ['bedrock:InvokeModel'], resources: ['*'] };
    if (asksBedrock)
      add(
        'bedrock-runtime',
        InterfaceVpcEndpointAwsService.BEDROCK_RUNTIME,
        new PolicyStatement({ ...asksModels, conditions: ofAccount }),
      );
    if (mailsCodes) add('email', InterfaceVpcEndpointAwsService.EMAIL, ownResources(['ses:SendEmail']));
  }

  private addGatewayEndpoints(): void {
    for (const [name, actions] of Object.entries(GATEWAYS)) {
      const endpoint = this.vpc.addGatewayEndpoint(name, {
        service: new GatewayVpcEndpointAwsService(name),
        subnets: [this.subnets],
      });
      endpoint.addToPolicy(ownResources(actions));
    }
  }

  private addApiEndpoint(callerRanges: readonly string[], privateDnsEnabled: boolean): InterfaceVpcEndpoint {
    const door = this.group('ApiEndpoint', 'The endpoint that callers of the API use');
    for (const range of callerRanges) door.addIngressRule(Peer.ipv4(range), Port.tcp(443), 'Callers of the API');
    const endpoint = this.vpc.addInterfaceEndpoint('execute-api', {
      service: InterfaceVpcEndpointAwsService.APIGATEWAY,
      subnets: this.subnets,
      securityGroups: [door],
      open: false,
      privateDnsEnabled,
    });
    // Callers of the Open API have no identity (spec 5): what limits them is the API's own policy and this account.
    endpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: [`arn:${Aws.PARTITION}:execute-api:${Aws.REGION}:${Aws.ACCOUNT_ID}:*`],
      }),
    );
    return endpoint;
  }

  private group(id: string, description: string): SecurityGroup {
    return new SecurityGroup(this, id, { vpc: this.vpc, description, allowAllOutbound: false });
  }
}

/** The subnets of the functions and endpoints in a VPC that the stack makes. */
const SUBNETS = 'Isolated';

function vpcOf(scope: Construct, { key, vpcRange, vpc: vpcSettings }: NetworkProps): IVpc {
  if ('given' in vpcSettings) {
    const { vpcId, subnetIds, availabilityZones, routeTableIds } = vpcSettings.given;
    return Vpc.fromVpcAttributes(scope, 'Vpc', {
      vpcId,
      vpcCidrBlock: vpcRange,
      availabilityZones: [...availabilityZones],
      privateSubnetIds: [...subnetIds],
      ...(routeTableIds.length > 0 && { privateSubnetRouteTableIds: [...routeTableIds] }),
    });
  }
  const { subnetMask: cidrMask, natGateways, availabilityZones } = vpcSettings.made;
  const hasNat = natGateways > 0;
  const vpc = new Vpc(scope, 'Vpc', {
    ipAddresses: IpAddresses.cidr(vpcRange),
    ...(availabilityZones.length > 0 ? { availabilityZones: [...availabilityZones] } : { maxAzs: 2 }),
    natGateways,
    subnetConfiguration: [
      { name: SUBNETS, cidrMask, subnetType: hasNat ? SubnetType.PRIVATE_WITH_EGRESS : SubnetType.PRIVATE_ISOLATED },
      ...(hasNat ? [{ name: 'Public', cidrMask: 28, subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }] : []),
    ],
  });
  vpc.addFlowLog('FlowLog', {
    destination: FlowLogDestination.toCloudWatchLogs(
      new ServiceLogGroup(scope, 'FlowLogs', { encryptionKey: key, kind: 'flow' }),
    ),
  });
  // Optional members of the class may be undefined, which those of its interface must not.
  return vpc as IVpc;
}

/** Only principals of this account, and only resources of this account. */
function ownResources(actions: readonly string[]): PolicyStatement {
  return new PolicyStatement({
    principals: [new AnyPrincipal()],
    actions: [...actions],
    resources: ['*'],
    conditions: {
      StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID, 'aws:ResourceAccount': Aws.ACCOUNT_ID },
    },
  });
}

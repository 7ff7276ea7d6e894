import { Aws } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  GatewayVpcEndpointAwsService,
  type InterfaceVpcEndpoint,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
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
import { ServiceLogGroup } from './service-log-group.ts';

/**
 * What may pass each interface endpoint; nothing else of the service, and no other account's resources. Keys are asked for channel
 * urls and secrets only; AWS itself seals what is stored, and takes logs and traces of a function outside the VPC.
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

/** Where the service sits in the network of its owner; every address is an IPv4 CIDR. */
export interface NetworkSettings {
  /** Addresses of the VPC itself. */
  readonly vpcRange: string;
  /** Who may call the API, through the VPC endpoint. */
  readonly callerRanges: readonly string[];
  /** Where instances under test answer, and on which TCP ports. */
  readonly targetRanges: readonly string[];
  readonly targetPorts: readonly number[];
  /** Where webhooks, bots and providers of logins answer, and on which TCP ports; beyond the VPC only where its owner routes it. */
  readonly receiverRanges: readonly string[];
  readonly receiverPorts: readonly number[];
  /** The region's prefix lists of DynamoDB and S3 (`pl-…`); without them, any address on 443 that the routes allow. */
  readonly gatewayPrefixLists: readonly string[];
}

export interface NetworkProps extends NetworkSettings {
  readonly key: IKey;
  /** Whether functions ask a language model of Bedrock. */
  readonly asksBedrock: boolean;
  /** Whether the notifier mails codes by SES. */
  readonly mailsCodes: boolean;
}

/** A VPC without a way to the internet: AWS through endpoints, targets in private ranges, callers through one endpoint. */
export class Network extends Construct {
  readonly vpc: Vpc;
  readonly subnets: SubnetSelection = { subnetType: SubnetType.PRIVATE_ISOLATED };
  /** The only door of the API. */
  readonly apiEndpoint: InterfaceVpcEndpoint;
  /** Functions that call AWS only. */
  readonly inside: SecurityGroup;
  /** Functions that call instances under test as well. */
  readonly toTargets: SecurityGroup;
  /** The notifier, which also calls receivers of notifications, and functions that ask login providers, which are reached the same way. */
  readonly toReceivers: SecurityGroup;

  constructor(scope: Construct, id: string, props: NetworkProps) {
    super(scope, id);
    const {
      key,
      asksBedrock,
      mailsCodes,
      vpcRange,
      callerRanges,
      targetRanges,
      targetPorts,
      receiverRanges,
      receiverPorts,
      gatewayPrefixLists,
    } = props;

    this.vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(vpcRange),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED }],
    });
    this.vpc.addFlowLog('FlowLog', {
      destination: FlowLogDestination.toCloudWatchLogs(new ServiceLogGroup(this, 'FlowLogs', key)),
    });

    const awsDoor = this.group('AwsEndpoints', 'Interface endpoints of AWS services');
    const apiDoor = this.group('ApiEndpoint', 'The endpoint that callers of the API use');
    this.inside = this.group('Inside', 'Functions that call AWS only');
    this.toTargets = this.group('ToTargets', 'Functions that call AWS and instances under test');
    this.toReceivers = this.group('ToReceivers', 'The notifier, which calls AWS and receivers of notifications');

    // Their ids differ by region and cannot be looked up offline.
    const gateways =
      gatewayPrefixLists.length > 0 ? gatewayPrefixLists.map((list) => Peer.prefixList(list)) : [Peer.anyIpv4()];
    for (const range of callerRanges) apiDoor.addIngressRule(Peer.ipv4(range), Port.tcp(443), 'Callers of the API');
    for (const group of [this.inside, this.toTargets, this.toReceivers]) {
      awsDoor.addIngressRule(group, Port.tcp(443), 'Functions of the service');
      group.addEgressRule(awsDoor, Port.tcp(443), 'Interface endpoints');
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

    for (const [name, actions] of Object.entries(INTERFACES)) {
      const endpoint = this.vpc.addInterfaceEndpoint(name, {
        service: new InterfaceVpcEndpointAwsService(name),
        subnets: this.subnets,
        securityGroups: [awsDoor],
        open: false,
      });
      endpoint.addToPolicy(ownResources(actions));
    }
    if (asksBedrock) {
      const endpoint = this.vpc.addInterfaceEndpoint('bedrock-runtime', {
        service: InterfaceVpcEndpointAwsService.BEDROCK_RUNTIME,
        subnets: this.subnets,
        securityGroups: [awsDoor],
        open: false,
      });
      // Models belong to AWS: of them the roles say which.
      endpoint.addToPolicy(
        new PolicyStatement({
          principals: [new AnyPrincipal()],
          actions: ['bedrock:InvokeModel'],
          resources: ['*'],
          conditions: { StringEquals: { 'aws:PrincipalAccount': Aws.ACCOUNT_ID } },
        }),
      );
    }
    if (mailsCodes) {
      const endpoint = this.vpc.addInterfaceEndpoint('email', {
        service: InterfaceVpcEndpointAwsService.EMAIL,
        subnets: this.subnets,
        securityGroups: [awsDoor],
        open: false,
      });
      endpoint.addToPolicy(ownResources(['ses:SendEmail']));
    }
    for (const [name, actions] of Object.entries(GATEWAYS)) {
      const endpoint = this.vpc.addGatewayEndpoint(name, {
        service: new GatewayVpcEndpointAwsService(name),
        subnets: [this.subnets],
      });
      endpoint.addToPolicy(ownResources(actions));
    }

    this.apiEndpoint = this.vpc.addInterfaceEndpoint('execute-api', {
      service: InterfaceVpcEndpointAwsService.APIGATEWAY,
      subnets: this.subnets,
      securityGroups: [apiDoor],
      open: false,
    });
    // Callers of the Open API have no identity (spec 5): what limits them is the API's own policy and this account.
    this.apiEndpoint.addToPolicy(
      new PolicyStatement({
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: [`arn:${Aws.PARTITION}:execute-api:${Aws.REGION}:${Aws.ACCOUNT_ID}:*`],
      }),
    );
  }

  private group(id: string, description: string): SecurityGroup {
    return new SecurityGroup(this, id, { vpc: this.vpc, description, allowAllOutbound: false });
  }
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

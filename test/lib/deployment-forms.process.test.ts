import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../functions/platform/settings/read-variables.ts';
import { deployedService } from './deployed-service.ts';

const GIVEN = {
  vpcId: 'vpc-1',
  vpcRange: '10.9.0.0/16',
  subnetIds: 'subnet-a,subnet-b',
  availabilityZones: 'eu-west-1a,eu-west-1b',
  routeTableIds: 'rtb-a,rtb-b',
  gatewayPrefixLists: 'pl-1,pl-2',
};
const SHARED = {
  ...GIVEN,
  routeTableIds: '',
  interfaceEndpoints: 'shared',
  endpointRanges: '10.9.200.0/24',
  gatewayEndpoints: 'shared',
  apiEndpointId: 'vpce-1',
};

const RESTORED = 'arn:aws:dynamodb:eu-west-1:123456789012:table/ReplayService-restored';

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

/** Forms of a deployment: the context, and how many VPCs, endpoints and NAT gateways its stack makes. */
const FORMS: [form: string, context: Record<string, unknown>, made: [vpcs: number, endpoints: number, nats: number]][] =
  [
    ['a new VPC without a way to the internet', {}, [1, 6, 0]],
    ['a new VPC with NAT', { natGateways: 1, gatewayPrefixLists: 'pl-1,pl-2' }, [1, 6, 1]],
    ['named zones', { availabilityZones: 'eu-west-1a,eu-west-1b,eu-west-1c' }, [1, 6, 0]],
    ['a given VPC with the routes of its owner', GIVEN, [0, 6, 0]],
    ['a given VPC with shared endpoints', SHARED, [0, 0, 0]],
    ['logs of API Gateway and a role of the account', { apiLogs: 'accountRole', replayConcurrency: 50 }, [1, 6, 0]],
  ];

describe.for(FORMS)('%s', ([, context, [vpcs, endpoints, nats]]) => {
  const { app, stack, template, ofType } = deployedService(context);

  test('makes only the resources that it needs', () => {
    template.resourceCountIs('AWS::EC2::VPC', vpcs);
    template.resourceCountIs('AWS::EC2::VPCEndpoint', endpoints);
    template.resourceCountIs('AWS::EC2::NatGateway', nats);
    template.resourceCountIs('AWS::ApiGateway::Account', context.apiLogs === 'accountRole' ? 1 : 0);
  });

  test('opens security groups to the internet only if no route leads there', () => {
    const rules = JSON.stringify([
      ...ofType('AWS::EC2::SecurityGroup'),
      ...ofType('AWS::EC2::SecurityGroupEgress'),
      ...ofType('AWS::EC2::SecurityGroupIngress'),
    ]);
    expect(rules.includes('"0.0.0.0/0"')).toBe(vpcs === 1 && nats === 0);
    for (const { Properties } of ofType('AWS::EC2::Subnet')) expect(Properties.MapPublicIpOnLaunch).toBe(false);
  });

  test('has no unexplained finding of the security rules', () => {
    const { violations } = new AwsSolutionsChecks(app).validateScope(stack);
    expect(violations.map(({ ruleName, violatingResources: [one] }) => [ruleName, one?.constructPath])).toEqual([]);
  });

  test('reserves executions for replays only where the deployment says so', () => {
    const reserved = ofType('AWS::Lambda::Function').flatMap(
      ({ Properties }) => Properties.ReservedConcurrentExecutions ?? [],
    );
    expect(reserved).toEqual('replayConcurrency' in context ? [50] : []);
  });

  test('keeps table, bucket and keys, with their names, when the stack is deleted', () => {
    const names = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key'].flatMap((type) =>
      ofType(type).map(({ name, DeletionPolicy }) => `${name} ${DeletionPolicy}`),
    );
    expect(names.toSorted()).toEqual([
      'BlobsBucket1038ED5D RetainExceptOnCreate',
      'ChannelKey9E96DBE5 RetainExceptOnCreate',
      'Key9BCD29C7 RetainExceptOnCreate',
      'RowsTable6849E2FC RetainExceptOnCreate',
    ]);
  });

  test('states the network and the addresses of the API', () => {
    const outputs = template.toJSON().Outputs;
    expect(Object.keys(outputs).toSorted()).toEqual([
      'ApiAddress',
      'ApiAddressOfEndpoint',
      'ApiEndpointId',
      'AvailabilityZones',
      'PublicUrl',
      'SubnetIds',
      'VpcId',
    ]);
    const [scheme, ...rest] = outputs.ApiAddressOfEndpoint.Value['Fn::Join'][1];
    expect(scheme).toBe('https://');
    expect(JSON.stringify(rest)).toMatch(/^\[\{"Ref":"Api\w+"\},"-.*\.execute-api\..*\/live"\]$/);
  });
});

test('the template takes the names of a partition from the deployment', () => {
  const { template } = deployedService();
  expect(JSON.stringify(template.toJSON())).not.toMatch(/arn:aws:(?!cloudformation)/);
});

describe('a restored table (docs/deploy-aws.md, Restore)', () => {
  const own = deployedService();
  const restored = deployedService({ tableArn: RESTORED });
  const named = (type: string, deployed = restored) => deployed.ofType(type).map(({ name }) => name);

  test('takes the place of the own table, and all other resources stay', () => {
    restored.template.resourceCountIs('AWS::DynamoDB::Table', 0);
    const types = new Set(Object.values<{ Type: string }>(own.template.toJSON().Resources).map(({ Type }) => Type));
    for (const type of types) if (type !== 'AWS::DynamoDB::Table') expect(named(type), type).toEqual(named(type, own));
  });

  test('is the table of every function, which may use its rows and indexes and no other table', () => {
    const functions = restored.ofType('AWS::Lambda::Function');
    for (const { Properties } of functions)
      expect(Properties.Environment).toMatchObject({ Variables: { SVC_TABLE_NAME: 'ReplayService-restored' } });
    const resources = restored
      .ofType('AWS::IAM::Policy')
      .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement) // untyped JSON
      .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('dynamodb:')))
      .map(({ Resource }) => Resource);
    expect(resources.length).toBeGreaterThanOrEqual(functions.length);
    const indexes = ['i1', 'i2', 'i3'].map((index) => `${RESTORED}/index/${index}-index`);
    expect(new Set(resources.flat())).toEqual(new Set([RESTORED, ...indexes]));
  });

  test('raises the alarm of a throttled table', () => {
    const alarm = restored.ofType('AWS::CloudWatch::Alarm').find(({ name }) => name.startsWith('RowsThrottled'));
    expect(JSON.stringify(alarm?.Properties.Metrics)).toContain(
      '{"Name":"TableName","Value":"ReplayService-restored"}',
    );
  });

  test('has no unexplained finding of the security rules', () => {
    const { violations } = new AwsSolutionsChecks(restored.app).validateScope(restored.stack);
    expect(violations.map(({ ruleName, violatingResources: [one] }) => [ruleName, one?.constructPath])).toEqual([]);
  });
});

describe('a contradictory context', () => {
  test.for<[key: string, context: Record<string, unknown>]>([
    ['vpcID', { vpcID: 'vpc-1' }],
    ['vpcCidr', { vpcCidr: '10.0.0.0/16' }],
    ['subnetIds', { vpcId: 'vpc-1' }],
    ['subnetIds', { subnetIds: 'subnet-a' }],
    ['availabilityZones', { ...GIVEN, availabilityZones: 'eu-west-1a' }],
    ['routeTableIds', { ...GIVEN, routeTableIds: 'rtb-a' }],
    ['routeTableIds', { ...GIVEN, routeTableIds: '' }],
    ['natGateways', { ...GIVEN, natGateways: 1 }],
    ['natGateways', { natGateways: 4, gatewayPrefixLists: 'pl-1' }],
    ['natGateways', { natGateways: 'two' }],
    ['subnetMask', { subnetMask: 15 }],
    ['gatewayPrefixLists', { ...GIVEN, gatewayPrefixLists: '' }],
    ['gatewayPrefixLists', { natGateways: 1 }],
    ['endpointRanges', { ...GIVEN, interfaceEndpoints: 'shared' }],
    ['endpointRanges', { ...GIVEN, endpointRanges: '10.0.0.0/24' }],
    ['interfaceEndpoints', { ...GIVEN, interfaceEndpoints: 'mine' }],
    ['gatewayEndpoints', { gatewayEndpoints: 'shared' }],
    ['apiPrivateDns', { apiPrivateDns: 'yes' }],
    ['lookupVpcIds', { lookupVpcIds: 'vpc-1,10.0.0.0/16' }],
    ['apiLogs', { apiLogs: 'yes' }],
    ['targetPorts', { targetPorts: '80,0' }],
    ['receiverPorts', { receiverPorts: 'https' }],
    ['replayConcurrency', { replayConcurrency: 0 }],
    ['targetPorts', { settings: 'SVC_EGRESS_PROXY=http://proxy.test:3128' }],
    ['receiverPorts', { settings: 'SVC_EGRESS_PROXY=http://proxy.test:3128', targetPorts: '80,3128' }],
    ['tableArn', { tableArn: 'ReplayService-restored' }],
    ['tableArn', { tableArn: `${RESTORED}/index/i1-index` }],
    ['tableArn', { tableArn: RESTORED.replace('dynamodb', 's3') }],
  ])('is refused with the key %s: %j', ([key, context]) => {
    const deploy = () => deployedService(context);
    expect(deploy).toThrow(ConfigError);
    expect(deploy).toThrow(`"${key}"`);
  });
});

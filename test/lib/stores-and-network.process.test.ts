import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { BLOB_FAMILIES } from '../../functions/platform/values/families/blob-families.ts';
import { deployedService } from './deployed-service.ts';

/** A VPC of the owner. */
const GIVEN = {
  vpcId: 'vpc-1',
  subnetIds: 'subnet-a',
  availabilityZones: 'eu-west-1a',
  routeTableIds: 'rtb-a',
  gatewayPrefixLists: 'pl-1,pl-2',
};

const { template, ofType } = deployedService({
  targetPorts: '8080',
  receiverRanges: '10.70.0.0/16',
  receiverPorts: '8443',
  targetRanges: '10.50.0.0/16',
  callerRanges: '10.60.0.0/16',
});

describe('the table', () => {
  test('has the keys, the sparse indexes and the expiry that the Table port needs', () => {
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: ['i1', 'i2', 'i3'].map((index) =>
        Match.objectLike({
          IndexName: `${index}-index`,
          KeySchema: [
            { AttributeName: `${index}pk`, KeyType: 'HASH' },
            { AttributeName: `${index}sk`, KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        }),
      ),
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  test('can be restored, is protected from deletion, and has a limit of requests', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
        BillingMode: 'PAY_PER_REQUEST',
        OnDemandThroughput: { MaxReadRequestUnits: 10_000, MaxWriteRequestUnits: 10_000 },
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      },
    });
  });
});

test('an operator is notified of a table that throttles any request of the Table port', () => {
  const alarm = ofType('AWS::CloudWatch::Alarm').find(({ name }) => name.startsWith('RowsThrottled'));
  const counted = [...JSON.stringify(alarm?.Properties.Metrics).matchAll(/"Name":"Operation","Value":"(\w+)"/g)];
  expect(counted.map(([, operation]) => operation).toSorted()).toEqual([
    'BatchGetItem',
    'BatchWriteItem',
    'DeleteItem',
    'GetItem',
    'PutItem',
    'Query',
    'TransactWriteItems',
    'UpdateItem',
  ]);
});

test('KMS rotates every key of the stack', () => {
  const keys = ofType('AWS::KMS::Key');
  expect(keys).toHaveLength(2);
  for (const { Properties } of keys) expect(Properties.EnableKeyRotation).toBe(true);
});

describe('the bucket', () => {
  test('is sealed, closed to the public and to plain HTTP, and remains when the stack is deleted', () => {
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            Match.objectLike({ ServerSideEncryptionByDefault: Match.objectLike({ SSEAlgorithm: 'aws:kms' }) }),
          ],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    });
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  test.for<[context: Record<string, unknown>, vpcs: unknown[]]>([
    [{}, [{ Ref: 'NetworkVpc7FB7348F' }]],
    [{ lookupVpcIds: 'vpc-2,vpc-3' }, [{ Ref: 'NetworkVpc7FB7348F' }, 'vpc-2', 'vpc-3']],
    [{ ...GIVEN, lookupVpcIds: 'vpc-2' }, ['vpc-1', 'vpc-2']],
  ])('gives log rows of lookups only to networks that the deployment names: %j', ([context, vpcs]) => {
    const policies = deployedService(context).ofType('AWS::S3::BucketPolicy');
    const statements = policies.flatMap(
      ({ Properties }) => (Properties.PolicyDocument as { Statement: Record<string, unknown>[] }).Statement, // untyped JSON
    );
    const denied = statements.filter(({ Effect, Action }) => Effect === 'Deny' && Action === 's3:GetObject');
    expect(denied).toEqual([
      {
        Sid: 'LogRowsStayInside',
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 's3:GetObject',
        Resource: {
          'Fn::Join': ['', [{ 'Fn::GetAtt': ['BlobsBucket1038ED5D', 'Arn'] }, `/${BLOB_FAMILIES.lookups}`]],
        },
        Condition: { StringNotEquals: { 'aws:SourceVpc': vpcs } },
      },
    ]);
  });

  test.for<[string, Record<string, unknown>, number, number]>([
    ['the defaults of interface 1', {}, 6, 92],
    [
      'the hours and days that are set',
      { settings: ['SVC_CASE_RETENTION_HOURS=25', 'SVC_PLAN_RETENTION_DAYS=7'] },
      4,
      9,
    ],
  ])('deletes blobs after their rows: %s', ([, context, cases, plans]) => {
    const { template: set } = context.settings === undefined ? { template } : deployedService(context);
    set.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ Prefix: 'cases/', ExpirationInDays: cases }),
          Match.objectLike({ Prefix: 'plans/', ExpirationInDays: plans }),
          Match.objectLike({ Prefix: 'evaluation/', ExpirationInDays: 92 }),
          Match.objectLike({ Prefix: 'uploads/', ExpirationInDays: 3 }),
        ]),
      },
    });
  });
});

describe('the queue', () => {
  test('gives up after five deliveries and keeps the message', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      RedrivePolicy: { maxReceiveCount: 5, deadLetterTargetArn: Match.anyValue() },
      VisibilityTimeout: 360,
    });
    const queues = ofType('AWS::SQS::Queue');
    for (const { Properties } of queues.filter(({ name }) => name.startsWith('Notifications'))) {
      expect(Properties).toMatchObject({
        KmsMasterKeyId: expect.anything(),
        MaximumMessageSize: 262_144,
        MessageRetentionPeriod: 1_209_600,
      });
    }
    expect(ofType('AWS::SQS::QueuePolicy')).toHaveLength(queues.length);
  });
});

describe('the network', () => {
  test('has no way to the internet', () => {
    for (const type of ['AWS::EC2::InternetGateway', 'AWS::EC2::NatGateway']) template.resourceCountIs(type, 0);
    for (const { Properties } of ofType('AWS::EC2::Subnet')) expect(Properties.MapPublicIpOnLaunch).toBe(false);
  });

  test('has a policy that names actions on every endpoint, limited to this account except on that of the API', () => {
    const endpoints = ofType('AWS::EC2::VPCEndpoint');
    expect(endpoints.map(({ name }) => name.replace(/^NetworkVpc|[0-9A-F]{8}$/g, '')).toSorted()).toEqual([
      'dynamodb',
      'executeapi',
      'kms',
      's3',
      'sqs',
      'states',
    ]);
    for (const { name, Properties } of endpoints) {
      const policy = JSON.stringify(Properties.PolicyDocument);
      expect(policy).not.toMatch(/"Action":"?\[?"[\w-]*:?\*"/);
      if (!name.includes('executeapi')) expect(policy).toContain('aws:ResourceAccount');
    }
  });

  test('lets no one read notifications from inside, since Lambda delivers them', () => {
    const sqs = ofType('AWS::EC2::VPCEndpoint').find(({ name }) => name.startsWith('NetworkVpcsqs'));
    const policy = JSON.stringify(sqs?.Properties.PolicyDocument);
    expect(policy).toContain('"Action":["sqs:SendMessage","sqs:DeleteMessage"]');
  });

  test('lets callers in and workers out only where the deployment says so', () => {
    const groups = ofType('AWS::EC2::SecurityGroup').map(({ Properties }) => Properties);
    expect(groups.flatMap(({ SecurityGroupIngress }) => SecurityGroupIngress ?? [])).toEqual([
      expect.objectContaining({ CidrIp: '10.60.0.0/16', FromPort: 443, ToPort: 443 }),
    ]);
    const toTargets = groups.find(({ GroupDescription }) => String(GroupDescription).includes('under test'));
    expect(toTargets?.SecurityGroupEgress).toEqual([
      expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 }),
      expect.objectContaining({ CidrIp: '10.50.0.0/16', FromPort: 8080, ToPort: 8080 }),
    ]);
    const toReceivers = groups.find(({ GroupDescription }) => String(GroupDescription).includes('receivers'));
    expect(toReceivers?.SecurityGroupEgress).toEqual([
      expect.objectContaining({ CidrIp: '0.0.0.0/0', FromPort: 443, ToPort: 443 }),
      expect.objectContaining({ CidrIp: '10.70.0.0/16', FromPort: 8443, ToPort: 8443 }),
    ]);
  });

  test('replaces the open rule to the gateway endpoints with known prefix lists', () => {
    const { ofType: listed } = deployedService({ gatewayPrefixLists: ['pl-1', 'pl-2'] });
    const rules = JSON.stringify(listed('AWS::EC2::SecurityGroup').concat(listed('AWS::EC2::SecurityGroupEgress')));
    expect(rules).toContain('pl-1');
    expect(rules).not.toContain('"CidrIp":"0.0.0.0/0"');
  });
});

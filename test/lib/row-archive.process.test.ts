import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../functions/platform/settings/read-variables.ts';
import { deployedService, type Resource } from './deployed-service.ts';

const without = deployedService();
const kept = deployedService({ archiveYears: '7', archiveMode: 'compliance' });
const RESTORED = 'arn:aws:dynamodb:eu-west-1:123456789012:table/ReplayService-restored';
const STREAM = `${RESTORED}/stream/2026-11-28T09:30:00.000`;

const resourcesOf = ({ template }: typeof kept): Record<string, Resource> => template.toJSON().Resources;
const ofArchive = (type: string, deployed = kept) => {
  const [found] = deployed.ofType(type).filter(({ name }) => name.startsWith('Archive'));
  return found?.Properties ?? {};
};

describe('a deployment without archiveYears', () => {
  test('has no archive and no stream', () => {
    expect(Object.keys(resourcesOf(without)).filter((name) => name.startsWith('Archive'))).toEqual([]);
    expect(JSON.stringify(without.template.toJSON())).not.toContain('StreamSpecification');
  });
});

describe('the archive (docs/deploy-aws.md)', () => {
  test('is added to a deployment, which replaces and renames nothing for it', () => {
    const [before, after] = [resourcesOf(without), resourcesOf(kept)];
    for (const [name, resource] of Object.entries(before)) {
      // Besides the alarms of all functions that work in the background, which have one more, and the queries of their
      // logs.
      if (/^(BackgroundFunctions|\w+Query)/.test(name)) continue;
      const now = structuredClone(after[name]);
      if (resource.Type === 'AWS::DynamoDB::Table') {
        expect(now?.Properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
        delete now?.Properties.StreamSpecification;
      }
      expect(now, name).toEqual(resource);
    }
    const added = Object.keys(after).filter((name) => !(name in before));
    expect(added.filter((name) => !/^Archive/.test(name))).toEqual([]);
  });

  test.for([
    ['governance', 'GOVERNANCE', 1],
    ['compliance', 'COMPLIANCE', 7],
  ] as const)('locks objects for the years that are set, in the mode %s', ([archiveMode, Mode, years]) => {
    const deployed = deployedService({ archiveYears: String(years), archiveMode });
    expect(ofArchive('AWS::S3::Bucket', deployed)).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode, Days: years * 366 } },
      },
      VersioningConfiguration: { Status: 'Enabled' },
    });
  });

  test('is in governance mode unless the deployment says compliance', () => {
    const bucket = ofArchive('AWS::S3::Bucket', deployedService({ archiveYears: 1 }));
    expect(JSON.stringify(bucket.ObjectLockConfiguration)).toContain('"GOVERNANCE"');
  });

  test('is sealed, closed to the public, and remains when the stack is deleted', () => {
    const bucket = kept.ofType('AWS::S3::Bucket').find(({ name }) => name.startsWith('Archive'));
    expect(bucket?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(JSON.stringify(bucket?.Properties.BucketEncryption)).toContain('"SSEAlgorithm":"aws:kms"');
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

  test('takes an object from no caller who could replace another', () => {
    const { PolicyDocument } = ofArchive('AWS::S3::BucketPolicy') as { PolicyDocument: { Statement: object[] } }; // untyped JSON
    expect(PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:PutObject',
        Principal: { AWS: '*' },
        Condition: { Null: { 's3:if-none-match': 'true' } },
      }),
    );
  });

  test('reads the stream from its begin, tries a record for 20 hours, and then keeps its place for an operator', () => {
    const stream = { 'Fn::GetAtt': ['RowsTable6849E2FC', 'StreamArn'] };
    const [lost] = kept.ofType('AWS::SQS::Queue').filter(({ name }) => name.startsWith('ArchiveLost'));
    expect(ofArchive('AWS::Lambda::EventSourceMapping')).toMatchObject({
      EventSourceArn: stream,
      StartingPosition: 'TRIM_HORIZON',
      MaximumRecordAgeInSeconds: 72_000,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [lost?.name, 'Arn'] } } },
    });
  });

  test('raises alarms for rows that are lost, late or changed', () => {
    const alarms = kept.ofType('AWS::CloudWatch::Alarm').filter(({ name }) => name.startsWith('Archive'));
    expect(alarms).toHaveLength(3);
    for (const { Properties } of alarms) expect(Properties.AlarmDescription).toContain('operator-runbook.md#archive');
    expect(kept.ofType('AWS::CloudWatch::Alarm').length).toBeLessThanOrEqual(25);
  });

  test('follows a restored table by the stream that the deployment names', () => {
    const deployed = deployedService({ archiveYears: 7, tableArn: RESTORED, tableStreamArn: STREAM });
    expect(ofArchive('AWS::Lambda::EventSourceMapping', deployed).EventSourceArn).toBe(STREAM);
    expect(deployed.ofType('AWS::DynamoDB::Table')).toEqual([]);
  });

  test.for([kept, deployedService({ archiveYears: 7, tableArn: RESTORED, tableStreamArn: STREAM })])(
    'has no unexplained finding of the security rules',
    ({ app, stack }) => {
      const { violations } = new AwsSolutionsChecks(app).validateScope(stack);
      expect(violations.map(({ ruleName, violatingResources: [one] }) => [ruleName, one?.constructPath])).toEqual([]);
    },
  );

  test.for<[key: string, context: Record<string, unknown>]>([
    ['archiveYears', { archiveYears: 0 }],
    ['archiveYears', { archiveYears: 101 }],
    ['archiveYears', { archiveYears: 'on' }],
    ['archiveMode', { archiveYears: 1, archiveMode: 'none' }],
    ['archiveMode', { archiveMode: 'compliance' }],
    ['tableStreamArn', { tableStreamArn: STREAM }],
    ['tableStreamArn', { archiveYears: 1, tableStreamArn: STREAM }],
    ['tableStreamArn', { archiveYears: 1, tableArn: RESTORED }],
    ['tableStreamArn', { archiveYears: 1, tableArn: RESTORED, tableStreamArn: RESTORED }],
    ['tableStreamArn', { archiveYears: 1, tableArn: `${RESTORED}-2`, tableStreamArn: STREAM }],
  ])('is refused with the key %s: %j', ([key, context]) => {
    const deploy = () => deployedService(context);
    expect(deploy).toThrow(ConfigError);
    expect(deploy).toThrow(`"${key}"`);
  });
});

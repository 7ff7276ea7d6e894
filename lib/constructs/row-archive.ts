import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { AnyPrincipal, Effect, Grant, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  ARCHIVED_FAMILIES,
  type ArchivedFamily,
  CHANGED,
} from '../../functions/platform/values/families/archived-families.ts';
import type { ArchiveSettings } from '../deployment-settings.ts';
import { acknowledge } from './acknowledge.ts';
import { grantObjects } from './grant-objects.ts';
import { lostQueue, waitingIn } from './lost-queue.ts';
import { RunbookAlarm } from './observability/runbook-alarm.ts';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

export interface RowArchiveProps extends ServiceFunctionSurroundings {
  readonly archive: ArchiveSettings;
  /** The stream of the table. */
  readonly streamArn: string;
}

/** What the stream of the table brings of each family. Filters compare no middle of a key: the function looks again. */
const FILTERS: Readonly<Record<ArchivedFamily, object>> = {
  audit: { Keys: { pk: { S: [{ suffix: '#AUDIT' }] } } },
  // A run has its events as well; those of the ledger have a number as sort key.
  ledgerEvents: {
    Keys: { sk: { S: FilterRule.beginsWith('0') } },
    NewImage: { prev_chain_digest: { S: FilterRule.exists() } },
  },
};

/** A record stays in the stream for a day. */
const MAX_AGE = Duration.hours(20);
const MAX_LATE = Duration.hours(1);

/** The lock counts days; a leap day more keeps a year whole. */
const DAYS_OF_A_YEAR = 366;

/**
 * Keeps originals of audit entries and ledger events in a bucket with Object Lock, as the stream of the table brings
 * them.
 */
export class RowArchive extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, { archive, streamArn, ...surroundings }: RowArchiveProps) {
    super(scope, id);
    const { key, environment } = surroundings;
    const bucket = this.bucket(archive, key);
    this.function = new ServiceFunction(this, 'ArchiveRows', {
      ...surroundings,
      environment: { ...environment, SVC_ARCHIVE_BUCKET_NAME: bucket.bucketName },
      entry: 'evaluation/archiver',
      reach: 'inside',
      timeout: Duration.minutes(1),
      memorySize: 512,
    });
    const { role } = this.function;
    const lost = lostQueue(this, key, { role, owner: 'the archiver' });
    // Constructs of the library would let the function read other streams, and use the key in ways that it does not
    // need.
    Grant.addToPrincipal({
      grantee: role,
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:GetRecords', 'dynamodb:ListStreams'],
      resourceArns: [streamArn],
    });
    // It adds objects below the names of the families, and cannot read, replace or remove any.
    grantObjects(
      role,
      bucket,
      's3:PutObject',
      ARCHIVED_FAMILIES.map((family) => `${family}/*`),
    );
    const mapping = this.function.function.addEventSourceMapping('Stream', {
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(5),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      maxRecordAge: MAX_AGE,
      filters: ARCHIVED_FAMILIES.map((family) =>
        FilterCriteria.filter({ eventName: FilterRule.or('INSERT', 'MODIFY'), dynamodb: FILTERS[family] }),
      ),
      onFailure: { bind: () => ({ destination: lost.queueArn }) },
    });
    mapping.node.addDependency(role);
    this.alarms(lost);
  }

  private bucket({ years, mode }: ArchiveSettings, encryptionKey: IKey): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey,
      bucketKeyEnabled: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention[mode](Duration.days(years * DAYS_OF_A_YEAR)),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // The lock keeps versions; this keeps a second one from taking the place of the first.
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'FirstWriteOnly',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('*')],
        conditions: { Null: { 's3:if-none-match': 'true' } },
      }),
    );
    acknowledge(bucket, {
      'AwsSolutions-S1': 'Only the archiver writes to it; CloudTrail data events can serve as the access log.',
    });
    return bucket;
  }

  private alarms(lost: Queue): void {
    const common = { runbook: 'archive' };
    new RunbookAlarm(this, 'RowsLost', {
      ...common,
      metric: waitingIn(lost),
      summary: 'Originals of audit entries or ledger events were not archived within 20 hours.',
    });
    new RunbookAlarm(this, 'Late', {
      ...common,
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'IteratorAge',
        dimensionsMap: { FunctionName: this.function.function.functionName },
        statistic: 'Maximum',
        period: Duration.minutes(5),
      }),
      above: MAX_LATE.toMilliseconds(),
      summary: 'Originals of audit entries or ledger events wait for more than an hour.',
    });
    new RunbookAlarm(this, 'Changed', {
      ...common,
      metric: new MetricFilter(this, 'Changes', {
        logGroup: this.function.logGroup,
        filterPattern: FilterPattern.stringValue('$.message', '=', CHANGED),
        metricNamespace: Stack.of(this).stackName,
        metricName: 'ArchivedRowChanged',
        metricValue: '1',
      }).metric({ statistic: 'Sum', period: Duration.minutes(5) }),
      summary: 'An audit entry or a ledger event was changed after it was written.',
    });
  }
}

import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface ServiceBlobsProps {
  readonly key: IKey;
  /** SVC_CASE_RETENTION_HOURS and SVC_PLAN_RETENTION_DAYS, in whole days. */
  readonly caseDays: number;
  readonly planDays: number;
}

/** First segments of the keys. */
const RETENTION_CLASSES = ['cases', 'plans', 'evaluation', 'uploads', 'kept'] as const;

/** Bytes of evaluations are kept for so long after they were committed (evaluation 4). */
const EVALUATION_DAYS = 90;

/** What was uploaded and never committed is forgotten after so long (evaluation 3.5). */
const UPLOAD_DAYS = 1;

/** A row that points to a blob is gone before its blob: S3 deletes this many days later. */
const MARGIN_DAYS = 2;

/** What is too large for a row; the first segment of a key is its retention class (functions/platform/world.ts, Blobs). */
export class ServiceBlobs extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { key, caseDays, planDays }: ServiceBlobsProps) {
    super(scope, id);

    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // A blob is written once and never changed; old versions would only outlive their retention.
      versioned: false,
      lifecycleRules: [
        { id: 'cases', prefix: 'cases/', expiration: Duration.days(caseDays + MARGIN_DAYS) },
        { id: 'plans', prefix: 'plans/', expiration: Duration.days(planDays + MARGIN_DAYS) },
        { id: 'evaluation', prefix: 'evaluation/', expiration: Duration.days(EVALUATION_DAYS + MARGIN_DAYS) },
        { id: 'uploads', prefix: 'uploads/', expiration: Duration.days(UPLOAD_DAYS + MARGIN_DAYS) },
        { id: 'parts', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Only the functions of this stack can reach the bucket; CloudTrail data events can serve as the access log.',
    });
  }

  /** Reads, writes and removes blobs, and gets 404 for a missing one. */
  grantBlobs(grantee: Role): void {
    const objects = RETENTION_CLASSES.map((retention) => `${retention}/*`);
    Grant.addToPrincipal({
      grantee,
      actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      resourceArns: objects.map((keys) => this.bucket.arnForObjects(keys)),
    });
    // Without it S3 says of a missing blob that access is denied. No condition on a prefix: a read has none, and the retention
    // classes are all that the bucket holds.
    Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] });
    const bucket = this.bucket.node.defaultChild;
    const name = bucket instanceof CfnBucket ? Stack.of(this).getLogicalId(bucket) : '';
    acknowledge(
      grantee,
      Object.fromEntries(
        objects.map((keys) => [
          `AwsSolutions-IAM5[Resource::<${name}.Arn>/${keys}]`,
          'Blobs are named when they are written; these are all of one retention class.',
        ]),
      ),
    );
  }
}

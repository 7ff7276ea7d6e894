import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, Grant, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { BlobRights } from '../../functions/platform/function-uses.ts';
import { BLOB_FAMILIES } from '../../functions/platform/values/families/blob-families.ts';
import { acknowledge } from './acknowledge.ts';
import { grantObjects } from './grant-objects.ts';

export interface ServiceBlobsProps {
  readonly key: IKey;
  /** SVC_CASE_RETENTION_HOURS and SVC_PLAN_RETENTION_DAYS, in whole days. */
  readonly caseDays: number;
  readonly planDays: number;
  /** VPCs whose endpoints of S3 may read log rows of lookups, by their ids. */
  readonly lookupVpcIds: readonly string[];
}

/** What the Blobs port does, by the rights that functions declare. */
const ACTIONS = {
  reads: 's3:GetObject',
  writes: 's3:PutObject',
  removes: 's3:DeleteObject',
} as const satisfies Record<keyof BlobRights, string>;

/** Bytes of evaluations are kept for so long after they were committed (evaluation 4). */
const EVALUATION_DAYS = 90;

/** What was uploaded and never committed is forgotten after so long (evaluation 3.5). */
const UPLOAD_DAYS = 1;

/** A row that points to a blob is gone before its blob: S3 deletes this many days later. */
const MARGIN_DAYS = 2;

/**
 * What is too large for a row; the first segment of a key is its retention class (functions/platform/world.ts, Blobs).
 */
export class ServiceBlobs extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { key, caseDays, planDays, lookupVpcIds }: ServiceBlobsProps) {
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
    // A signed address is good for its holder anywhere, so that the bucket says where log rows may go.
    this.bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LogRowsStayInside',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject'],
        resources: [this.bucket.arnForObjects(BLOB_FAMILIES.lookups)],
        conditions: { StringNotEquals: { 'aws:SourceVpc': lookupVpcIds } },
      }),
    );
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Only the functions of this stack can reach the bucket; CloudTrail data events can serve as the access log.',
    });
  }

  /** Does with blobs what a function declares, by their keys, and gets 404 for a missing one. */
  grantBlobs(grantee: Role, rights: BlobRights): void {
    for (const kind of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
      // its keys
      const keys = (rights[kind] ?? []).map((family) => BLOB_FAMILIES[family]);
      if (keys.length > 0) grantObjects(grantee, this.bucket, ACTIONS[kind], keys);
    }
    // Without it S3 says of a missing blob that access is denied. No condition on a prefix: a read has none.
    if (rights.reads?.length)
      Grant.addToPrincipal({ grantee, actions: ['s3:ListBucket'], resourceArns: [this.bucket.bucketArn] });
  }
}

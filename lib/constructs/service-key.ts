import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/** The customer key that seals everything the service stores: table, blobs, queues, logs and settings. */
export class ServiceKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);

    this.key = new Key(this, 'Key', {
      description: 'Replay regression service: table, blobs, queues, logs and settings',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });

    const { partition, region, account } = Stack.of(this);
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LogsOfThisAccount',
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: [
          'kms:Encrypt',
          'kms:Decrypt',
          'kms:GenerateDataKey',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
          'kms:DescribeKey',
        ],
        resources: ['*'],
        conditions: {
          ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
        },
      }),
    );
  }
}

/** What seals with the key in the name of a function. */
type SealingService = 'dynamodb' | 's3' | 'sqs' | 'lambda';

/**
 * Lets services of AWS seal and open with the key what a role stores or sends by them; the role itself can do neither.
 */
export function grantSealing(grantee: IGrantable, key: IKey, services: readonly SealingService[]): void {
  const { region } = Stack.of(key);
  Grant.addToPrincipal({
    grantee,
    actions: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:DescribeKey'],
    resourceArns: [key.keyArn],
    // The domain of AWS has another end in some partitions.
    conditions: { StringLike: { 'kms:ViaService': services.map((service) => `${service}.${region}.amazonaws.com*`) } },
  });
}

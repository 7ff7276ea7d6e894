import { RemovalPolicy } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/**
 * The key that seals what is secret at rest. Channel urls and secrets: functions that save one may seal, and only the
 * notifier may open (facts: auth, channel secrets at rest). What the service seals for itself goes by the name of its
 * subject.
 */
export class ChannelKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Replay regression service: urls and secrets of notification channels, keys of access tokens',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** Makes data keys, and so seals; opens nothing that is stored. */
  grantSeal(grantee: IGrantable): void {
    Grant.addToPrincipal({ grantee, actions: ['kms:GenerateDataKey'], resourceArns: [this.key.keyArn] });
  }

  /** Opens urls and secrets of a named tenant's channels, and nothing else that is sealed. */
  grantOpen(grantee: IGrantable): void {
    Grant.addToPrincipal({
      grantee,
      actions: ['kms:Decrypt'],
      resourceArns: [this.key.keyArn],
      conditions: {
        Null: { 'kms:EncryptionContext:tenant': 'false' },
        StringEquals: { 'kms:EncryptionContext:field': ['url', 'secret'] },
      },
    });
  }

  /** Seals what is of this subject, and nothing else. */
  grantSealOf(grantee: IGrantable, subject: string): void {
    this.grantOf(grantee, subject, 'kms:GenerateDataKey');
  }

  /** Opens what was sealed of this subject, and nothing else. */
  grantOpenOf(grantee: IGrantable, subject: string): void {
    this.grantOf(grantee, subject, 'kms:Decrypt');
  }

  private grantOf(grantee: IGrantable, subject: string, action: string): void {
    Grant.addToPrincipal({
      grantee,
      actions: [action],
      resourceArns: [this.key.keyArn],
      conditions: {
        StringEquals: { 'kms:EncryptionContext:tenant': 'system', 'kms:EncryptionContext:subject': subject },
      },
    });
  }
}

import { RemovalPolicy } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

/** The key that seals channel urls and secrets: whoever saves one may seal, and the notifier alone may open (facts: auth, channel secrets at rest). */
export class ChannelKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Replay regression service: urls and secrets of notification channels',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  /** Makes data keys, and so seals; opens nothing that is stored. */
  grantSeal(grantee: IGrantable): void {
    Grant.addToPrincipal({ grantee, actions: ['kms:GenerateDataKey'], resourceArns: [this.key.keyArn] });
  }

  /** Opens what was sealed for a named tenant, channel and field. */
  grantOpen(grantee: IGrantable): void {
    Grant.addToPrincipal({
      grantee,
      actions: ['kms:Decrypt'],
      resourceArns: [this.key.keyArn],
      conditions: { Null: { 'kms:EncryptionContext:tenant': 'false', 'kms:EncryptionContext:field': 'false' } },
    });
  }
}

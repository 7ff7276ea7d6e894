import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { grantSealing } from './service-key.ts';

/**
 * A queue for what a function could not do, which Lambda puts there in the name of its role. `owner`: whose it is, for
 * the record.
 */
export function lostQueue(scope: Construct, key: IKey, { role, owner }: { role: Role; owner: string }): Queue {
  const lost = new Queue(scope, 'Lost', {
    encryption: QueueEncryption.KMS,
    encryptionMasterKey: key,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: RemovalPolicy.RETAIN,
  });
  acknowledge(lost, { 'AwsSolutions-SQS3': `It is the dead-letter queue of ${owner}.` });
  Grant.addToPrincipal({ grantee: role, actions: ['sqs:SendMessage'], resourceArns: [lost.queueArn] });
  grantSealing(role, key, ['sqs']);
  return lost;
}

/** How many messages wait in a queue. */
export const waitingIn = (queue: Queue): Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' });

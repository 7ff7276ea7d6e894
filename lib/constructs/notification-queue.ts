import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { RunbookAlarm } from './observability/runbook-alarm.ts';

/** What a delivery may take; the queue hides a message six times as long. */
export const DELIVERY_TIMEOUT = Duration.seconds(60);

export interface NotificationQueueProps {
  readonly key: IKey;
}

/** Notifications on their way out: ids only, five deliveries, then a dead letter. */
export class NotificationQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { key }: NotificationQueueProps) {
    super(scope, id);

    const sealed = {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      dataKeyReuse: Duration.minutes(5),
      enforceSSL: true,
      maxMessageSizeBytes: 256 * 1024,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.RETAIN,
    };
    this.deadLetters = new Queue(this, 'DeadLetters', sealed);
    this.queue = new Queue(this, 'Queue', {
      ...sealed,
      visibilityTimeout: Duration.seconds(6 * DELIVERY_TIMEOUT.toSeconds()),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });

    new RunbookAlarm(this, 'DeadLettered', {
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      summary: 'A notification could not be handled in five attempts.',
      runbook: 'dead-letters',
    });
  }

  /** Puts unreadable messages aside. */
  grantDeadLetter(grantee: IGrantable): void {
    Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [this.deadLetters.queueArn] });
  }

  /** Lets Lambda receive notifications in the name of a function. */
  grantReceive(grantee: IGrantable): void {
    Grant.addToPrincipal({
      grantee,
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resourceArns: [this.queue.queueArn],
    });
  }

  /** Queues notifications; cannot read or remove them. */
  grantSend(grantee: IGrantable): void {
    Grant.addToPrincipal({ grantee, actions: ['sqs:SendMessage'], resourceArns: [this.queue.queueArn] });
  }
}

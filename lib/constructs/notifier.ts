import { Duration, Names, Stack } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { DELIVERY_TIMEOUT, type NotificationQueue } from './notification-queue.ts';
import { RunbookAlarm } from './observability/runbook-alarm.ts';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

/** How a delivery may end (functions/domain/notify), each counted from log lines. */
const OUTCOMES = ['SENT', 'FAILED', 'UNKNOWN', 'DROPPED_RATE'] as const;

/** The longest that a message is put off at a time (SQS: 15 minutes), and time to be taken. */
const MAX_WAIT = Duration.minutes(25);

export interface NotifierProps extends ServiceFunctionSurroundings {
  readonly queue: NotificationQueue;
  /** Closes as UNKNOWN what a notifier that died was sending (functions/notifications/service/close-interrupted.ts). */
  readonly sweeper: ServiceFunction;
}

/**
 * Sends notifications: ten messages at a time, each on its own; what fails is received again, and the others are not.
 */
export class Notifier extends Construct {
  readonly function: ServiceFunction;
  /** Deliveries by how they ended. */
  readonly outcomes: Readonly<Record<(typeof OUTCOMES)[number], Metric>>;

  constructor(scope: Construct, id: string, { queue, sweeper, ...surroundings }: NotifierProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, 'Deliver', {
      ...surroundings,
      entry: 'notifications/notifier',
      reach: 'toReceivers',
      timeout: DELIVERY_TIMEOUT,
      memorySize: 1024,
    });
    // The event source of the library would let the function use the key in ways that it does not need.
    this.function.function.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.queue.node)}`, {
      eventSourceArn: queue.queue.queueArn,
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency: 50,
    });
    queue.grantReceive(this.function.role);

    const counted = (outcome: (typeof OUTCOMES)[number], { logGroup }: ServiceFunction, filterId: string = outcome) =>
      new MetricFilter(this, filterId, {
        logGroup,
        filterPattern: FilterPattern.stringValue('$.outcome', '=', outcome),
        metricNamespace: Stack.of(this).stackName,
        metricName: `Notify${outcome}`,
        metricValue: '1',
      }).metric({ statistic: 'Sum', period: Duration.minutes(15) });
    this.outcomes = {
      SENT: counted('SENT', this.function),
      FAILED: counted('FAILED', this.function),
      UNKNOWN: counted('UNKNOWN', this.function),
      DROPPED_RATE: counted('DROPPED_RATE', this.function),
    };

    // The sweeper's go into the same metric.
    counted('UNKNOWN', sweeper, 'UNKNOWNBySweeper');

    const { SENT: sent, FAILED: failed, UNKNOWN: unknown } = this.outcomes;
    new RunbookAlarm(this, 'Failed', {
      metric: new MathExpression({
        expression: '100 * (FILL(failed, 0) + FILL(unknown, 0)) / (FILL(sent, 0) + FILL(failed, 0) + FILL(unknown, 0))',
        usingMetrics: { sent, failed, unknown },
        period: Duration.minutes(15),
      }),
      above: 20,
      summary: 'More than 20 % of the notifications of 15 minutes were not delivered.',
      runbook: 'notifications-failed',
    });
    new RunbookAlarm(this, 'Late', {
      metric: queue.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'Maximum' }),
      above: MAX_WAIT.toSeconds(),
      summary: 'A notification has waited longer than the maximum retry delay.',
      runbook: 'notifications-late',
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard as CloudWatchDashboard, GraphWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Outcomes } from './outcomes.ts';

export interface DashboardProps {
  readonly api: SpecRestApi;
  readonly stateMachine: StateMachine;
  readonly worker: IFunction;
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
  /** What replays came to. */
  readonly outcomes: Outcomes;
  /** Notifications by how they ended. */
  readonly deliveries: Readonly<Record<string, IMetric>>;
}

/** What replays came to, and one row for each stage that a replay passes: API, workflow, workers, queue. */
export class Dashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { api, stateMachine, worker, queue, deadLetters, outcomes, deliveries }: DashboardProps,
  ) {
    super(scope, id);
    const sum = { period: Duration.minutes(5), statistic: 'Sum' };
    const high = { period: Duration.minutes(5), statistic: 'Maximum' };
    const slow = { period: Duration.minutes(5), statistic: 'p99' };

    new CloudWatchDashboard(this, 'Dashboard', {
      widgets: [
        row(
          graph('Outcomes: runs by state', outcomes.runs),
          graph('Outcomes: ms to the result', ...outcomes.resultTimes),
          graph('Outcomes: cases per second', outcomes.casesPerSecond),
          graph('Outcomes: calls without a recorded call', outcomes.misses),
        ),
        row(
          graph('API: requests', api.metricCount(sum)),
          graph('API: refused and failed', api.metricClientError(sum), api.metricServerError(sum)),
          graph('API: latency', api.metricLatency(slow)),
        ),
        row(
          graph('Replays: started and ended', stateMachine.metricStarted(sum), stateMachine.metricSucceeded(sum)),
          graph('Replays: failed', stateMachine.metricFailed(sum), stateMachine.metricTimedOut(sum)),
          graph('Replays: duration', stateMachine.metricTime(slow)),
        ),
        row(
          graph('Workers: chunks', worker.metricInvocations(sum)),
          graph('Workers: errors and throttles', worker.metricErrors(sum), worker.metricThrottles(sum)),
          graph('Workers: duration', worker.metricDuration(slow)),
        ),
        row(
          graph('Notifications: how they ended', ...Object.values(deliveries)),
          graph('Notifications: oldest waiting', queue.metricApproximateAgeOfOldestMessage(high)),
          graph('Notifications: dead letters', deadLetters.metricApproximateNumberOfMessagesVisible(high)),
        ),
      ],
    });
  }
}

/** Up to four in a row, which is 24 wide. */
const row = (...graphs: [string, ...IMetric[]][]): IWidget[] =>
  graphs.map(([title, ...left]) => new GraphWidget({ title, left, width: 24 / graphs.length }));

const graph = (title: string, ...left: IMetric[]): [string, ...IMetric[]] => [title, ...left];

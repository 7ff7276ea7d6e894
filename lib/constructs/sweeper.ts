import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { lostQueue, waitingIn } from './lost-queue.ts';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';
import { type MachineName, machineOf } from './workflow.ts';

export interface SweeperProps extends ServiceFunctionSurroundings {
  /** The name of the function (functions/composition/aws/function-entries.ts). */
  readonly entry: string;
  /** What the function is called. */
  readonly name: string;
  /** The machine whose executions it looks after. */
  readonly machine: MachineName;
}

/**
 * Starts what its creator died before starting, and ends what an execution left without an end: at its event, or at the
 * next sweep where that was lost.
 */
export class Sweeper extends Construct {
  readonly function: ServiceFunction;
  /** What the sweeper could not process: sweeps, and events of executions that died. */
  readonly lost: Queue;
  /** How many those are. */
  readonly lostSweeps: Metric;

  constructor(scope: Construct, id: string, { machine, name, ...props }: SweeperProps) {
    super(scope, id);

    const { key } = props;
    this.function = new ServiceFunction(this, name, {
      ...props,
      reach: 'inside',
      // It settles rounds, and decides gates.
      timeout: Duration.minutes(15),
      memorySize: 1024,
    });
    this.lost = lostQueue(this, key, { role: this.function.role, owner: 'the sweeper' });
    this.function.function.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(6),
      // The construct of the library would let the function use the key in ways that it does not need.
      onFailure: { bind: () => ({ destination: this.lost.queueArn }) },
    });
    this.lostSweeps = waitingIn(this.lost);
    const tries = { retryAttempts: 10, maxEventAge: Duration.hours(6) };
    new Rule(this, 'EveryFiveMinutes', {
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: [
        new LambdaFunction(this.function.function, { event: RuleTargetInput.fromObject({}), retryAttempts: 0 }),
      ],
    });
    new Rule(this, 'ExecutionDied', {
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: { stateMachineArn: [machineOf(this, machine).arn], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      targets: [new LambdaFunction(this.function.function, tries)],
    });
  }
}

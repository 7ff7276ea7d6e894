import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { replayMachine } from './replay-workflow.ts';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

/** Starts plans whose creator died, and ends the round of an execution that Step Functions gave up. */
export class PlanSweeper extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, surroundings: ServiceFunctionSurroundings) {
    super(scope, id);

    this.function = new ServiceFunction(this, 'ResumePlans', {
      ...surroundings,
      entry: 'functions/replay-steps/handler.ts',
      handler: 'resumePlans',
      reach: 'inside',
      timeout: Duration.minutes(5),
      memorySize: 1024,
    });
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
        detail: { stateMachineArn: [replayMachine(this).arn], status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
      },
      targets: [new LambdaFunction(this.function.function, tries)],
    });
  }
}

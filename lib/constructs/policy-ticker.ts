import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

/**
 * Does each minute what is due of online policies and backfills (evaluation 3.15). No queue stands between: ticks may overlap, each
 * takes what no other is at, and what one leaves behind is due again when its claim has run out.
 */
export class PolicyTicker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, surroundings: ServiceFunctionSurroundings) {
    super(scope, id);

    this.function = new ServiceFunction(this, 'TickPolicies', {
      ...surroundings,
      entry: 'evaluation/policy-ticker',
      reach: 'inside',
      timeout: Duration.minutes(15),
      memorySize: 1024,
    });
    // The next minute is the next try.
    this.function.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new LambdaFunction(this.function.function, { event: RuleTargetInput.fromObject({}), retryAttempts: 0 }),
      ],
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

export interface TickerProps extends ServiceFunctionSurroundings {
  /** The name of the function (functions/composition/aws/function-entries.ts). */
  readonly entry: string;
  /** What the function is called. */
  readonly name: string;
}

/**
 * Invokes a function each minute. No queue stands between: ticks may overlap, and each takes what no other is at. What
 * one leaves behind is due again at the next.
 */
export class Ticker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, { name, ...props }: TickerProps) {
    super(scope, id);

    this.function = new ServiceFunction(this, name, {
      ...props,
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

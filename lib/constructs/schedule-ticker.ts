import { Duration, Stack } from 'aws-cdk-lib';
import { Grant, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { ServiceFunction, type ServiceFunctionSurroundings } from './service-function.ts';

/**
 * Starts each minute the replays of schedules that are due (interface 10). One schedule of EventBridge Scheduler serves
 * all rows: times, pauses and deletions stay in the table, as on the standalone service, and no function needs the
 * right to create and remove schedules in the account. The finest unit of cron is the minute as well.
 */
export class ScheduleTicker extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, surroundings: ServiceFunctionSurroundings) {
    super(scope, id);

    this.function = new ServiceFunction(this, 'StartSchedules', {
      ...surroundings,
      entry: 'replay/schedule-ticker',
      reach: 'inside',
      timeout: Duration.minutes(15),
      memorySize: 1024,
    });
    // The next minute is the next try.
    this.function.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    const { functionArn } = this.function.function;
    Grant.addToPrincipal({ grantee: role, actions: ['lambda:InvokeFunction'], resourceArns: [functionArn] });
    new Schedule(this, 'EveryMinute', {
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      // The target of the library would let the role invoke every version of the function.
      target: {
        bind: () => ({
          arn: functionArn,
          role,
          input: ScheduleTargetInput.fromObject({}),
          retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
        }),
      },
    });
  }
}

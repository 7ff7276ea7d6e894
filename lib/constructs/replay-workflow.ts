import { join } from 'node:path';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Grant, Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct, type IConstruct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { StepName } from './replay-steps.ts';
import { RunbookAlarm } from './runbook-alarm.ts';
import { ServiceLogGroup } from './service-log-group.ts';

const DEFINITION = join(import.meta.dirname, '../../state-machines/replay.asl.json');

/** Accepts that executions are named when they start, so that a policy can only name the machine that they are of. */
function acknowledgeExecutions(construct: IConstruct, ending: ':*' | '/*'): void {
  const arn = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${replayMachine(construct).name}${ending}`;
  acknowledge(construct, {
    [`AwsSolutions-IAM5[Resource::${arn}]`]:
      'Executions are named when they start; all of these are of the one machine.',
  });
}

/** Name and ARNs of the state machine, its executions and their chunks, known before it exists: its own steps are told. */
export function replayMachine(scope: IConstruct): Record<'name' | 'arn' | 'executions' | 'chunks', string> {
  const stack = Stack.of(scope);
  const name = `${stack.stackName}-replay`;
  const arnOf = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  return {
    name,
    arn: arnOf('stateMachine', name),
    executions: arnOf('execution', `${name}:*`),
    chunks: arnOf('execution', `${name}/*`),
  };
}

/** Starts replays, and asks what a name that is taken already was started with. */
export function grantStart(grantee: Role): void {
  const { arn, executions } = replayMachine(grantee);
  Grant.addToPrincipal({ grantee, actions: ['states:StartExecution'], resourceArns: [arn] });
  Grant.addToPrincipal({ grantee, actions: ['states:DescribeExecution'], resourceArns: [executions] });
  acknowledgeExecutions(grantee, ':*');
}

export interface ReplayWorkflowProps {
  readonly key: IKey;
  /** The function behind each `${…}` placeholder of state-machines/replay.asl.json. */
  readonly steps: Readonly<Record<StepName, IFunction>>;
}

/** Runs one round of a replay plan, from the choice of its cases to the notification. */
export class ReplayWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, { key, steps }: ReplayWorkflowProps) {
    super(scope, id);
    const { name, arn, chunks } = replayMachine(this);

    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: name,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromFile(DEFINITION),
      definitionSubstitutions: Object.fromEntries(
        Object.entries(steps).map(([step, { functionArn }]) => [step, functionArn]),
      ),
      tracingEnabled: true,
      // No customer key: the states hold ids only, and the sweeper reads the input of an execution from its event.
      logs: { destination: new ServiceLogGroup(this, 'Logs', key), level: LogLevel.ALL, includeExecutionData: false },
    });
    this.stateMachine.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: Object.values(steps).map(({ functionArn }) => functionArn),
      }),
    );
    // A policy of its own: the machine waits for its role's default policy, which therefore cannot name the machine.
    const distributedMap = new Policy(this, 'DistributedMap', {
      roles: [this.stateMachine.role],
      statements: [
        new PolicyStatement({ actions: ['states:StartExecution'], resources: [arn] }),
        new PolicyStatement({
          actions: ['states:DescribeExecution', 'states:StopExecution'],
          resources: [chunks],
        }),
      ],
    });
    acknowledge(this.stateMachine, {
      'AwsSolutions-IAM5[Resource::*]': 'Delivery of execution logs and X-Ray segments has no resource ARN to name.',
    });
    acknowledgeExecutions(distributedMap, '/*');

    const period = Duration.minutes(5);
    new RunbookAlarm(this, 'Failed', {
      metric: this.stateMachine.metricFailed({ period }),
      summary: 'A replay ended in a way that it could not record itself.',
      runbook: 'replay-failed',
    });
    new RunbookAlarm(this, 'TimedOut', {
      metric: this.stateMachine.metricTimedOut({ period }),
      summary: 'A replay ran into the time limit of the state machine.',
      runbook: 'replay-timed-out',
    });
    new RunbookAlarm(this, 'Throttled', {
      metric: this.stateMachine.metricThrottled({ period }),
      summary: 'Step Functions throttled a replay.',
      runbook: 'replay-throttled',
    });
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Grant, Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct, type IConstruct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { RunbookAlarm, sumOf } from './observability/runbook-alarm.ts';
import { ServiceLogGroup } from './observability/service-log-group.ts';

const DEFINITIONS = join(import.meta.dirname, '../../state-machines');

/** The state machines of the service, each a file of state-machines/. */
export type MachineName = 'replay' | 'recompare' | 'analysis' | 'evaluation';

/**
 * Name and ARNs of a state machine, its executions and their chunks, known before it exists, because its own steps need
 * them.
 */
export function machineOf(
  scope: IConstruct,
  machine: MachineName,
): Record<'name' | 'arn' | 'executions' | 'chunks', string> {
  const stack = Stack.of(scope);
  const name = `${stack.stackName}-${machine}`;
  const arnOf = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  return {
    name,
    arn: arnOf('stateMachine', name),
    executions: arnOf('execution', `${name}:*`),
    chunks: arnOf('execution', `${name}/*`),
  };
}

/** Under this prefix, AWS delivers logs without a line for each machine in the account's one policy of log delivery. */
const logGroupOf = (scope: IConstruct, machine: MachineName) =>
  `/aws/vendedlogs/states/${machineOf(scope, machine).name}`;

/** Accepts that executions are named when they start, so that a policy can only name the machine that they are of. */
function acknowledgeExecutions(construct: IConstruct, machine: MachineName, ending: ':*' | '/*'): void {
  const arn = `arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${machineOf(construct, machine).name}${ending}`;
  acknowledge(construct, {
    [`AwsSolutions-IAM5[Resource::${arn}]`]:
      'Executions are named when they start; all of these are of the one machine.',
  });
}

/** Starts executions of a machine, and asks what a name that is taken already was started with. */
export function grantStart(grantee: Role, machine: MachineName): void {
  const { arn, executions } = machineOf(grantee, machine);
  Grant.addToPrincipal({ grantee, actions: ['states:StartExecution'], resourceArns: [arn] });
  Grant.addToPrincipal({ grantee, actions: ['states:DescribeExecution'], resourceArns: [executions] });
  acknowledgeExecutions(grantee, machine, ':*');
}

/** Completes tasks of a machine that wait for their token; Step Functions asks for this right on the machine. */
export function grantComplete(grantee: Role, machine: MachineName): void {
  const { arn } = machineOf(grantee, machine);
  Grant.addToPrincipal({ grantee, actions: ['states:SendTaskSuccess'], resourceArns: [arn] });
}

/** The placeholder of the partition: ARNs of China and GovCloud have another one than the definition. */
const PARTITION = '$' + '{Partition}';

/** Names of the placeholders of a definition. */
const stepsIn = (definition: string): string[] => [
  ...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)),
];

export interface WorkflowProps {
  readonly key: IKey;
  /** Which of state-machines/<machine>.asl.json it runs. */
  readonly machine: MachineName;
  /** What its executions are called in alarms: `a replay`. */
  readonly noun: string;
  /** The functions of the steps, by the names of their `${…}` placeholders; those that the file has are taken. */
  readonly steps: Readonly<Record<string, { readonly function: IFunction }>>;
  /** Whether the file has a Distributed Map, which starts executions of its own machine. */
  readonly distributed: boolean;
}

/** One state machine of the service, with its rights, its log and its alarm. */
export class Workflow extends Construct {
  readonly machine: MachineName;
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, { key, machine, noun, steps, distributed }: WorkflowProps) {
    super(scope, id);
    this.machine = machine;
    const file = join(DEFINITIONS, `${machine}.asl.json`);
    const definition = readFileSync(file, 'utf8');
    const functions = stepsIn(definition).map((name) => {
      const step = steps[name];
      if (step === undefined) throw new Error(`${machine} names the step ${name}, which no capability has`);
      return [name, step.function] as const;
    });

    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: machineOf(this, machine).name,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(definition.replaceAll('"arn:aws:', `"arn:${PARTITION}:`)),
      definitionSubstitutions: {
        ...(definition.includes('"arn:aws:') && { Partition: Stack.of(this).partition }),
        ...Object.fromEntries(functions.map(([step, { functionArn }]) => [step, functionArn])),
      },
      tracingEnabled: true,
      // No customer key: the states hold ids only, and the sweeper reads the input of an execution from its event.
      logs: {
        destination: new ServiceLogGroup(this, 'Logs', {
          encryptionKey: key,
          kind: 'execution',
          logGroupName: logGroupOf(this, machine),
        }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.stateMachine.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [...new Set(functions.map(([, { functionArn }]) => functionArn))],
      }),
    );
    acknowledge(this.stateMachine, {
      'AwsSolutions-IAM5[Resource::*]': 'Delivery of execution logs and X-Ray segments has no resource ARN to name.',
    });
    if (distributed) this.allowDistributedMap(machine);

    const period = Duration.minutes(5);
    new RunbookAlarm(this, 'Failed', {
      metric: sumOf({
        failed: this.stateMachine.metricFailed({ period }),
        timedOut: this.stateMachine.metricTimedOut({ period }),
      }),
      summary: `${noun} failed or timed out without recording its result.`,
      runbook: `${machine}-failed`,
    });
  }

  /** A policy of its own: the machine waits for its role's default policy, which therefore cannot name the machine. */
  private allowDistributedMap(machine: MachineName): void {
    const { arn, chunks } = machineOf(this, machine);
    const policy = new Policy(this, 'DistributedMap', {
      roles: [this.stateMachine.role],
      statements: [
        new PolicyStatement({ actions: ['states:StartExecution'], resources: [arn] }),
        new PolicyStatement({
          actions: ['states:DescribeExecution', 'states:StopExecution'],
          resources: [chunks],
        }),
      ],
    });
    acknowledgeExecutions(policy, machine, '/*');
  }
}

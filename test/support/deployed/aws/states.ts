import { openTable } from '../../../../functions/platform/standalone/table.ts';
import { StateError } from '../../../../functions/platform/standalone/workflows/state-error.ts';
import { loadStateMachine, type Step } from '../../../../functions/platform/standalone/workflows/state-machine.ts';
import { type TableWorkflows, tableWorkflows } from '../../../../functions/platform/standalone/workflows/workflows.ts';
import type { Json } from '../../../../functions/platform/world.ts';
import { silentLog } from '../../../contracts/silent-log.ts';
import { newId } from '../../test-random.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Deployed } from '../template-values.ts';
import { type AwsAnswer, type AwsCall, AwsError, jsonAnswer, jsonOf } from './aws-call.ts';
import type { Surroundings } from './surroundings.ts';

/** The error of an execution that ended FAILED, as EventBridge announces it. */
export interface ExecutionEvent {
  stateMachineArn: string;
  name: string;
  status: 'FAILED';
  input: string;
}

export interface StatesOptions extends Surroundings {
  functions: Functions;
  onFailed(event: ExecutionEvent): Promise<void>;
}

interface Machine {
  arn: string;
  workflows: TableWorkflows;
  rowOf(name: string): Promise<Record<string, unknown> | undefined>;
}

/**
 * The state machines of the template, by the interpreter of the standalone service. Each Task invokes the function that
 * the template substitutes for its placeholder, if the role of the machine may. A Distributed Map runs in its own
 * execution.
 */
export function states(options: StatesOptions) {
  const { values, policies } = options;
  const machines = new Map(
    values.ofType('AWS::StepFunctions::StateMachine').map((one) => [values.arnOf(one.name), machineOf(one, options)]),
  );
  const machineAt = (arn: string): Machine => {
    const found = machines.get(arn);
    if (found === undefined) throw new AwsError('StateMachineDoesNotExist');
    return found;
  };

  async function start({ caller }: AwsCall, input: ReturnType<typeof JSON.parse>): Promise<AwsAnswer> {
    policies.hold(caller, { action: 'states:StartExecution', resource: input.stateMachineArn });
    const { workflows, arn } = machineAt(input.stateMachineArn);
    const started = await workflows.start('replay', input.name, JSON.parse(input.input)).catch((cause: unknown) => {
      throw cause instanceof Error && cause.message.includes('a different input') ? exists() : cause;
    });
    if (started === 'ended') throw exists();
    return jsonAnswer({ executionArn: executionArn(arn, input.name), startDate: Date.now() / 1000 });
  }

  async function describe({ caller }: AwsCall, { executionArn: asked }: { executionArn: string }): Promise<AwsAnswer> {
    policies.hold(caller, { action: 'states:DescribeExecution', resource: asked });
    for (const { arn, rowOf } of machines.values()) {
      const name = asked.slice(executionArn(arn, '').length);
      const row = asked.startsWith(executionArn(arn, '')) ? await rowOf(name) : undefined;
      if (row !== undefined) return jsonAnswer({ executionArn: asked, status: row.status, input: row.input });
    }
    throw new AwsError('ExecutionDoesNotExist');
  }

  async function succeed({ caller }: AwsCall, input: ReturnType<typeof JSON.parse>): Promise<AwsAnswer> {
    for (const { arn, workflows } of machines.values()) {
      if (!policies.allows(caller, { action: 'states:SendTaskSuccess', resource: arn })) continue;
      if ((await workflows.complete(input.taskToken, JSON.parse(input.output))) === 'taken') return jsonAnswer({});
    }
    throw new AwsError('TaskTimedOut');
  }

  return {
    async answer(call: AwsCall): Promise<AwsAnswer> {
      const input = jsonOf(call);
      if (call.operation === 'StartExecution') return start(call, input);
      if (call.operation === 'DescribeExecution') return describe(call, input);
      if (call.operation === 'SendTaskSuccess') return succeed(call, input);
      throw new AwsError('UnknownOperationException');
    },
    async close(): Promise<void> {
      await Promise.all([...machines.values()].map(({ workflows }) => workflows.drain()));
    },
  };
}

const exists = () => new AwsError('ExecutionAlreadyExists');
const executionArn = (arn: string, name: string) => `${arn.replace(':stateMachine:', ':execution:')}:${name}`;

function machineOf({ name, properties }: Deployed, { values, policies, functions, onFailed }: StatesOptions): Machine {
  const arn = values.arnOf(name);
  const { Partition, ...substitutions }: Record<string, string> = properties.DefinitionSubstitutions;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the definition
  const definition = JSON.parse(properties.DefinitionString.replaceAll('${Partition}', Partition ?? ''));
  const machine = loadStateMachine(definition);
  const isDistributed = JSON.stringify(definition).includes('"DISTRIBUTED"');

  const stepOf =
    (functionArn: string): Step =>
    async (input) => {
      policies.hold(name, { action: 'lambda:InvokeFunction', resource: functionArn });
      return invoked(functions, functionArn, input);
    };

  const table = openTable(':memory:', Date.now);
  const workflows = tableWorkflows({
    table,
    log: silentLog,
    now: Date.now,
    newId,
    // One machine has one table: names of executions are unique in a machine, and not among machines.
    machines: { replay: machine, recompare: machine, analysis: machine, evaluation: machine },
    steps: Object.fromEntries(Object.entries(substitutions).map(([step, to]) => [step, stepOf(to)])),
    onFailed: (_, input) =>
      onFailed({ stateMachineArn: arn, name: newId(), status: 'FAILED', input: JSON.stringify(input) }),
  });
  // A Distributed Map starts executions of its own machine.
  if (isDistributed)
    for (const [action, resource] of [
      ['StartExecution', arn],
      ['DescribeExecution', `${arn.replace(':stateMachine:', ':execution:')}/map:child`],
      ['StopExecution', `${arn.replace(':stateMachine:', ':execution:')}/map:child`],
    ] as const)
      policies.hold(name, { action: `states:${action}`, resource });
  return { arn, workflows, rowOf: (execution) => table.get({ pk: `EXECUTION#${execution}`, sk: 'EXECUTION' }) };
}

/** Fails with the name that Step Functions gives to what Lambda says. */
async function invoked(functions: Functions, arn: string, input: Json): Promise<Json> {
  try {
    const answer = await functions.invoke(arn, JSON.stringify(input));
    if (typeof answer !== 'string') throw new Error('a step does not stream');
    return JSON.parse(answer);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new StateError(cause.name, 'a function failed', { cause });
  }
}

import * as v from 'valibot';
import type { Json } from '../../world.ts';
import { type Names, type Template, template } from './state-expression.ts';
import {
  BranchDefinition,
  CALLBACK,
  CallbackArguments,
  ItemProcessorDefinition,
  StateDefinition,
} from './state-machine-schema.ts';
import type { Guard, Outcome, State, States } from './states.ts';

/** A file that uses a feature which this interpreter does not support; the message names the state and the field. */
class StateMachineError extends Error {
  override name = 'StateMachineError';
}

/** What the states of one file share while it is compiled. */
export interface Compilation {
  /** The names of all variables of the file. */
  variables: ReadonlySet<string>;
  /** Receives the steps that Tasks name. */
  steps: Set<string>;
}

type Definition<T extends StateDefinition['Type']> = Extract<StateDefinition, { Type: T }>;
type Compiler = ReturnType<typeof compilerOf>;

const INPUT = ['input', 'context'];
const RESULT = [...INPUT, 'result'];
const ERROR = [...INPUT, 'errorOutput'];

/** Compiles a machine or a branch of one; throws StateMachineError for what does not run here. */
export function compileStates(
  { StartAt, States: definitions }: { StartAt: string; States: Record<string, unknown> },
  compilation: Compilation,
): States {
  const known: Known = (name, where, field) =>
    name === undefined || Object.hasOwn(definitions, name)
      ? name
      : refuse(where, field, 'names a state that is not there');
  known(StartAt, 'the machine', 'StartAt');
  const states = Object.entries(definitions).map(
    ([name, raw]) =>
      [name, compileState(parsed(StateDefinition, raw, name), compilerOf(name, known, compilation))] as const,
  );
  return { startAt: StartAt, states: new Map(states) };
}

/** Returns a name of a state of the same branch; refuses every other one. */
type Known = (target: string | undefined, where: string, field: string) => string | undefined;

function compileState(definition: StateDefinition, compiler: Compiler): State {
  if (definition.Type !== 'Choice' && definition.Type !== 'Succeed' && definition.Type !== 'Fail')
    checkEnd(compiler.name, definition);
  switch (definition.Type) {
    case 'Task':
      return definition.Resource === CALLBACK
        ? callbackTask(definition, compiler)
        : task(definition, definition.Resource, compiler);
    case 'Map':
      return map(definition, compiler);
    case 'Parallel':
      return parallel(definition, compiler);
    case 'Choice':
      return choice(definition, compiler);
    case 'Wait':
      return wait(definition, compiler);
    case 'Fail':
      return {
        type: 'Fail',
        error: compiler.always('Error', definition.Error ?? ''),
        cause: compiler.always('Cause', definition.Cause ?? ''),
      };
    default:
      return { type: definition.Type, ...compiler.outcome(definition, INPUT) };
  }
}

/** Compiles the fields of one state; every refusal names the state and the field. */
function compilerOf(name: string, known: Known, { variables, steps }: Compilation) {
  const always = (field: string, value: Json, members: Names['members'] = INPUT): Template =>
    template(value, { members, variables }, (why) => refuse(name, field, why));
  const compile = (field: string, value: Json | undefined, members: Names['members'] = INPUT) =>
    value === undefined ? undefined : always(field, value, members);
  const outcome = ({ Assign, Output, Next }: OutcomeFields, members: Names['members'], at = ''): Outcome => ({
    assign: new Map(Object.entries(Assign ?? {}).map(([key, value]) => [key, always(`${at}Assign`, value, members)])),
    output: compile(`${at}Output`, Output, members),
    next: known(Next, name, `${at}Next`),
  });

  return {
    name,
    always,
    compile,
    outcome,

    guard({ Retry, Catch }: Definition<'Task' | 'Map' | 'Parallel'>): Guard {
      for (const [field, entries] of Object.entries({ Retry, Catch }))
        if (entries.slice(0, -1).some(({ ErrorEquals }) => ErrorEquals.includes('States.ALL')))
          refuse(name, field, 'has States.ALL before its last entry');
      return {
        retry: Retry,
        catches: Catch.map((entry) => ({ ...outcome(entry, ERROR, 'Catch.'), errorEquals: entry.ErrorEquals })),
      };
    },

    stepOf(placeholder: string): string {
      const step = placeholder.slice(2, -1);
      steps.add(step);
      return step;
    },

    branch: (schema: typeof BranchDefinition | typeof ItemProcessorDefinition, field: string, raw: unknown): States =>
      compileStates(parsed(schema, raw, `${name}.${field}`), { variables, steps }),
  };
}

interface OutcomeFields {
  Assign?: Record<string, Json> | undefined;
  Output?: Json | undefined;
  Next?: string | undefined;
}

function task(definition: Definition<'Task'>, resource: string, { compile, guard, outcome, stepOf }: Compiler): State {
  return {
    type: 'Task',
    step: stepOf(resource),
    arguments: compile('Arguments', definition.Arguments),
    timeoutSeconds: compile('TimeoutSeconds', definition.TimeoutSeconds),
    ...guard(definition),
    ...outcome(definition, RESULT),
  };
}

function callbackTask(definition: Definition<'Task'>, { name, always, guard, outcome, stepOf }: Compiler): State {
  const { FunctionName, Payload } = parsed(CallbackArguments, definition.Arguments, `${name}.Arguments`);
  const timeoutSeconds =
    definition.TimeoutSeconds ?? refuse(name, 'TimeoutSeconds', 'must be there where a token is waited for');
  return {
    type: 'CallbackTask',
    step: stepOf(FunctionName),
    arguments: always('Arguments', Payload),
    timeoutSeconds: always('TimeoutSeconds', timeoutSeconds),
    ...guard(definition),
    ...outcome(definition, RESULT),
  };
}

function map(definition: Definition<'Map'>, { always, compile, branch, guard, outcome }: Compiler): State {
  return {
    type: 'Map',
    items: compile('Items', definition.Items),
    itemSelector: compile('ItemSelector', definition.ItemSelector),
    maxConcurrency: always('MaxConcurrency', definition.MaxConcurrency),
    processor: branch(ItemProcessorDefinition, 'ItemProcessor', definition.ItemProcessor),
    ...guard(definition),
    ...outcome(definition, RESULT),
  };
}

function parallel(definition: Definition<'Parallel'>, { compile, branch, guard, outcome }: Compiler): State {
  return {
    type: 'Parallel',
    arguments: compile('Arguments', definition.Arguments),
    branches: definition.Branches.map((raw) => branch(BranchDefinition, 'Branches', raw)),
    ...guard(definition),
    ...outcome(definition, RESULT),
  };
}

function choice(definition: Definition<'Choice'>, { always, outcome }: Compiler): State {
  return {
    type: 'Choice',
    choices: definition.Choices.map((one) => ({
      ...outcome(one, INPUT, 'Choices.'),
      condition: always('Choices.Condition', one.Condition),
    })),
    hasDefault: definition.Default !== undefined,
    ...outcome({ ...definition, ...(definition.Default ? { Next: definition.Default } : {}) }, INPUT),
  };
}

function wait(definition: Definition<'Wait'>, { name, compile, outcome }: Compiler): State {
  if ((definition.Seconds === undefined) === (definition.Timestamp === undefined))
    refuse(name, 'Seconds', 'or Timestamp must be there, and not both');
  return {
    type: 'Wait',
    seconds: compile('Seconds', definition.Seconds),
    timestamp: compile('Timestamp', definition.Timestamp),
    ...outcome(definition, INPUT),
  };
}

function checkEnd(state: string, { Next, End }: { Next?: string | undefined; End?: true | undefined }): void {
  if ((Next === undefined) === (End === undefined)) refuse(state, 'Next', 'or End must be there, and not both');
}

/** A part of the file, validated. */
export function parsed<const S extends v.GenericSchema>(schema: S, value: unknown, where: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'value';
  return refuse(where, field, 'is missing, unknown or not of a kind that runs here');
}

function refuse(where: string, field: string, why: string): never {
  throw new StateMachineError(`${where}: ${field} ${why}`);
}

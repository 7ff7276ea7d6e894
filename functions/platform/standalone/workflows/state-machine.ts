import * as v from 'valibot';
import type { Json } from '../../world.ts';
import { type Names, type Template, template } from './state-expression.ts';
import {
  BranchDefinition,
  CALLBACK,
  CallbackArguments,
  ItemProcessorDefinition,
  MachineDefinition,
  type Retrier,
  StateDefinition,
} from './state-machine-schema.ts';

/**
 * The work of a Task: receives the state's arguments and returns its result; the `name` of a thrown error is the error
 * name.
 */
export type Step = (input: Json, signal: AbortSignal) => Promise<Json>;

/** A machine, or a branch of one, validated and with compiled expressions. */
export interface States {
  startAt: string;
  states: ReadonlyMap<string, State>;
}

export interface StateMachine extends States {
  timeoutSeconds: number | undefined;
  /** The steps that its Tasks name. */
  steps: ReadonlySet<string>;
}

/** How a state transforms its result; without an output it is passed unchanged. */
export interface Outcome {
  assign: ReadonlyMap<string, Template>;
  output: Template | undefined;
  /** Undefined ends the branch. */
  next: string | undefined;
}

export interface Guard {
  retry: readonly Retrier[];
  catches: readonly (Outcome & { errorEquals: readonly string[] })[];
}

export type State =
  | ({ type: 'Task'; step: string; arguments: Template | undefined; timeoutSeconds: Template | undefined } & Guard &
      Outcome)
  | ({ type: 'CallbackTask'; step: string; arguments: Template; timeoutSeconds: Template } & Guard & Outcome)
  | ({
      type: 'Map';
      items: Template | undefined;
      itemSelector: Template | undefined;
      maxConcurrency: Template;
      processor: States;
    } & Guard &
      Outcome)
  | ({ type: 'Parallel'; arguments: Template | undefined; branches: readonly States[] } & Guard & Outcome)
  | ({ type: 'Choice'; choices: readonly (Outcome & { condition: Template })[]; hasDefault: boolean } & Outcome)
  | ({ type: 'Wait'; seconds: Template | undefined; timestamp: Template | undefined } & Outcome)
  | ({ type: 'Pass' | 'Succeed' } & Outcome)
  | { type: 'Fail'; error: Template; cause: Template };

/** A file that uses a feature which this interpreter does not support; the message names the state and the field. */
class StateMachineError extends Error {
  override name = 'StateMachineError';
}

const INPUT = ['input', 'context'];
const RESULT = [...INPUT, 'result'];
const ERROR = [...INPUT, 'errorOutput'];

/**
 * Validates and compiles a state machine file: the subset of Amazon States Language with JSONata that our machines use.
 * Throws StateMachineError for anything else: an unknown type, field, function or state.
 */
export function loadStateMachine(file: unknown): StateMachine {
  const { TimeoutSeconds, ...definition } = parsed(MachineDefinition, file, 'the machine');
  const variables = new Set(assignedIn(file));
  const steps = new Set<string>();
  return { ...branch(definition), timeoutSeconds: TimeoutSeconds, steps };

  function branch({ StartAt, States }: { StartAt: string; States: Record<string, unknown> }): States {
    const known = (name: string | undefined, where: string, field: string) =>
      name === undefined || Object.hasOwn(States, name)
        ? name
        : refuse(where, field, 'names a state that is not there');
    known(StartAt, 'the machine', 'StartAt');
    const states = Object.entries(States).map(([name, raw]) => [name, state(name, raw, known)] as const);
    return { startAt: StartAt, states: new Map(states) };
  }

  function stepOf(placeholder: string): string {
    const step = placeholder.slice(2, -1);
    steps.add(step);
    return step;
  }

  function state(
    name: string,
    raw: unknown,
    known: (target: string | undefined, where: string, field: string) => string | undefined,
  ): State {
    const definition = parsed(StateDefinition, raw, name);
    const compile = (field: string, value: Json | undefined, members: Names['members'] = INPUT) =>
      value === undefined ? undefined : always(field, value, members);
    const always = (field: string, value: Json, members: Names['members'] = INPUT) =>
      template(value, { members, variables }, (why) => refuse(name, field, why));
    const outcome = (
      {
        Assign,
        Output,
        Next,
      }: { Assign?: Record<string, Json> | undefined; Output?: Json | undefined; Next?: string | undefined },
      members: Names['members'],
      at = '',
    ): Outcome => ({
      assign: new Map(Object.entries(Assign ?? {}).map(([key, value]) => [key, always(`${at}Assign`, value, members)])),
      output: compile(`${at}Output`, Output, members),
      next: known(Next, name, `${at}Next`),
    });
    const guard = ({ Retry, Catch }: Extract<StateDefinition, { Type: 'Task' | 'Map' | 'Parallel' }>): Guard => {
      for (const [field, entries] of Object.entries({ Retry, Catch }))
        if (entries.slice(0, -1).some(({ ErrorEquals }) => ErrorEquals.includes('States.ALL')))
          refuse(name, field, 'has States.ALL before its last entry');
      return {
        retry: Retry,
        catches: Catch.map((entry) => ({ ...outcome(entry, ERROR, 'Catch.'), errorEquals: entry.ErrorEquals })),
      };
    };
    if (definition.Type !== 'Choice' && definition.Type !== 'Succeed' && definition.Type !== 'Fail')
      checkEnd(name, definition);

    switch (definition.Type) {
      case 'Task': {
        const ends = { ...guard(definition), ...outcome(definition, RESULT) };
        if (definition.Resource === CALLBACK) {
          const { FunctionName, Payload } = parsed(CallbackArguments, definition.Arguments, `${name}.Arguments`);
          const timeoutSeconds =
            definition.TimeoutSeconds ?? refuse(name, 'TimeoutSeconds', 'must be there where a token is waited for');
          return {
            type: 'CallbackTask',
            step: stepOf(FunctionName),
            arguments: always('Arguments', Payload),
            timeoutSeconds: always('TimeoutSeconds', timeoutSeconds),
            ...ends,
          };
        }
        return {
          type: 'Task',
          step: stepOf(definition.Resource),
          arguments: compile('Arguments', definition.Arguments),
          timeoutSeconds: compile('TimeoutSeconds', definition.TimeoutSeconds),
          ...ends,
        };
      }
      case 'Map':
        return {
          type: 'Map',
          items: compile('Items', definition.Items),
          itemSelector: compile('ItemSelector', definition.ItemSelector),
          maxConcurrency: always('MaxConcurrency', definition.MaxConcurrency),
          processor: branch(parsed(ItemProcessorDefinition, definition.ItemProcessor, `${name}.ItemProcessor`)),
          ...guard(definition),
          ...outcome(definition, RESULT),
        };
      case 'Parallel':
        return {
          type: 'Parallel',
          arguments: compile('Arguments', definition.Arguments),
          branches: definition.Branches.map((raw) => branch(parsed(BranchDefinition, raw, `${name}.Branches`))),
          ...guard(definition),
          ...outcome(definition, RESULT),
        };
      case 'Choice':
        return {
          type: 'Choice',
          choices: definition.Choices.map((choice) => ({
            ...outcome(choice, INPUT, 'Choices.'),
            condition: always('Choices.Condition', choice.Condition),
          })),
          hasDefault: definition.Default !== undefined,
          ...outcome({ ...definition, ...(definition.Default ? { Next: definition.Default } : {}) }, INPUT),
        };
      case 'Wait':
        if ((definition.Seconds === undefined) === (definition.Timestamp === undefined))
          refuse(name, 'Seconds', 'or Timestamp must be there, and not both');
        return {
          type: 'Wait',
          seconds: compile('Seconds', definition.Seconds),
          timestamp: compile('Timestamp', definition.Timestamp),
          ...outcome(definition, INPUT),
        };
      case 'Fail':
        return {
          type: 'Fail',
          error: always('Error', definition.Error ?? ''),
          cause: always('Cause', definition.Cause ?? ''),
        };
      default:
        return { type: definition.Type, ...outcome(definition, INPUT) };
    }
  }
}

function checkEnd(state: string, { Next, End }: { Next?: string | undefined; End?: true | undefined }): void {
  if ((Next === undefined) === (End === undefined)) refuse(state, 'Next', 'or End must be there, and not both');
}

function parsed<const S extends v.GenericSchema>(schema: S, value: unknown, where: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const field = v.getDotPath(result.issues[0]) ?? 'value';
  return refuse(where, field, 'is missing, unknown or not of a kind that runs here');
}

function refuse(where: string, field: string, why: string): never {
  throw new StateMachineError(`${where}: ${field} ${why}`);
}

/** The names of all variables of the file; which are set at a given point is known only at run time. */
function assignedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === 'Assign' && typeof member === 'object' && member !== null ? Object.keys(member) : []),
    ...assignedIn(member),
  ]);
}

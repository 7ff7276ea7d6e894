import type { Json } from '../../world.ts';
import { compileStates, parsed } from './compile-state.ts';
import { MachineDefinition } from './state-machine-schema.ts';
import type { States } from './states.ts';

/**
 * The work of a Task: receives the state's arguments and returns its result; the `name` of a thrown error is the error
 * name.
 */
export type Step = (input: Json, signal: AbortSignal) => Promise<Json>;

export interface StateMachine extends States {
  timeoutSeconds: number | undefined;
  /** The steps that its Tasks name. */
  steps: ReadonlySet<string>;
}

/**
 * Validates and compiles a state machine file: the subset of Amazon States Language with JSONata that our machines use.
 * Throws StateMachineError for anything else: an unknown type, field, function or state.
 */
export function loadStateMachine(file: unknown): StateMachine {
  const { TimeoutSeconds, ...definition } = parsed(MachineDefinition, file, 'the machine');
  const steps = new Set<string>();
  const compiled = compileStates(definition, { variables: new Set(assignedIn(file)), steps });
  return { ...compiled, timeoutSeconds: TimeoutSeconds, steps };
}

/** The names of all variables of the file; which are set at a given point is known only at run time. */
function assignedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === 'Assign' && typeof member === 'object' && member !== null ? Object.keys(member) : []),
    ...assignedIn(member),
  ]);
}

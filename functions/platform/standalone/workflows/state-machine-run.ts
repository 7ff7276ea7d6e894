import { isoText } from '../../time/iso-text.ts';
import type { Json } from '../../world.ts';
import { isStorageFault } from '../faults/storage-fault.ts';
import { storageDelay } from '../faults/storage-patience.ts';
import { firstFailureStops } from './first-failure-stops.ts';
import { retryDelay } from './retry-delay.ts';
import { pause, type RunClock, within } from './run-time.ts';
import { ExecutionStopped, matchesError, StateError } from './state-error.ts';
import type { Scope, Template } from './state-expression.ts';
import type { StateMachine, Step } from './state-machine.ts';
import type { Guard, Outcome, State, States } from './states.ts';

const MAX_STATE_BYTES = 256 * 1024;
const INLINE_CONCURRENCY = 40;

/** What a run of a machine uses: steps by name, and a clock that tests can advance. */
export interface Run extends RunClock {
  steps: Readonly<Record<string, Step>>;
  execution: { name: string; startedAt: number };
  /** Creates a token and starts to wait for its completion. */
  openTask(): Promise<OpenTask>;
  /** Aborts to stop: running steps receive the signal, nothing new starts, and the run ends with ExecutionStopped. */
  signal: AbortSignal;
  /** From 0 to below 1, for jitter. */
  random(): number;
}

/** A Task that waits until its token is completed. */
export interface OpenTask {
  token: string;
  /** Resolves once it is completed. */
  completed: Promise<void>;
  /** Ends the wait and invalidates the token; returns its output, null if it was not completed. */
  close(): Promise<{ output: Json } | null>;
}

interface Frame {
  signal: AbortSignal;
  variables: Readonly<Record<string, Json>>;
  item?: { Index: number; Value: Json };
}

/**
 * Runs a machine to its end and returns its output; throws StateError when it fails and ExecutionStopped when stopped.
 */
export async function runStateMachine(machine: StateMachine, input: Json, run: Run): Promise<Json> {
  const frame = { signal: run.signal, variables: {} };
  if (machine.timeoutSeconds === undefined) return runStates(machine, input, frame, run);
  return within(
    machine.timeoutSeconds,
    (signal) => runStates(machine, input, { ...frame, signal }, run),
    frame.signal,
    run,
  );
}

async function runStates({ startAt, states }: States, given: Json, frame: Frame, run: Run): Promise<Json> {
  let { variables } = frame;
  let input = given;
  let name: string | undefined = startAt;
  while (name !== undefined) {
    const state = states.get(name);
    if (state === undefined) throw new StateError('States.Runtime', 'a state is not there');
    const done: StateEnd = await runState(state, name, input, { ...frame, variables }, run);
    variables = { ...variables, ...done.assigned };
    input = done.output;
    name = done.next;
  }
  return input;
}

interface StateEnd {
  output: Json;
  assigned: Record<string, Json>;
  next: string | undefined;
}

async function runState(state: State, name: string, input: Json, frame: Frame, run: Run): Promise<StateEnd> {
  const enteredAt = isoText(run.now());
  const scopeOf = (retryCount: number, more: Partial<Scope['states']> = {}): Scope => ({
    states: { input, context: contextOf(name, enteredAt, retryCount, frame, run, input), ...more },
    variables: frame.variables,
  });

  let storageFailures = 0;
  for (const failures: number[] = []; ; ) {
    if (frame.signal.aborted) throw new ExecutionStopped();
    const scope = scopeOf(failures.reduce((sum, count) => sum + (count ?? 0), 0));
    try {
      return await attempt(state, input, scope, frame, run);
    } catch (cause) {
      if (frame.signal.aborted || cause instanceof ExecutionStopped) throw new ExecutionStopped();
      if (isStorageFault(cause)) {
        // The disk failed, not the step: no Retry counts it, and no Catch ends the run for it.
        await pause(storageDelay(storageFailures++), frame.signal, run);
        continue;
      }
      const error = stateErrorOf(cause);
      if (!('retry' in state)) throw error;
      const delay = retryDelay(state.retry, error, failures, run.random);
      if (delay !== undefined) await pause(delay, frame.signal, run);
      else return caught(state, error, scope);
    }
  }
}

/** One attempt of a state: its work, then its Output and Assign, whose failures are the state's own. */
async function attempt(state: State, input: Json, scope: Scope, frame: Frame, run: Run): Promise<StateEnd> {
  switch (state.type) {
    case 'Task':
      return leave(state, scope, await runTask(state, input, scope, frame, run));
    case 'CallbackTask':
      return leave(state, scope, await runCallbackTask(state, scope, frame, run));
    case 'Map':
      return leave(state, scope, await runMap(state, input, scope, frame, run));
    case 'Parallel': {
      const given = await evaluated(state.arguments, scope, input);
      const work = state.branches.map(
        (branch) => (signal: AbortSignal) => runStates(branch, given, { ...frame, signal }, run),
      );
      return leave(state, scope, await firstFailureStops(work, work.length, frame.signal));
    }
    case 'Choice': {
      for (const choice of state.choices) {
        const holds = await choice.condition(scope);
        if (typeof holds !== 'boolean')
          throw new StateError('States.QueryEvaluationError', 'a condition is not a boolean');
        if (holds) return leave(choice, scope);
      }
      if (!state.hasDefault) throw new StateError('States.NoChoiceMatched', 'no choice matched');
      return leave(state, scope);
    }
    case 'Wait':
      await pause((await waitUntil(state, scope, run)) - run.now(), frame.signal, run);
      return leave(state, scope);
    case 'Fail':
      throw new StateError(String(await state.error(scope)), String(await state.cause(scope)));
    default:
      return leave(state, scope);
  }
}

async function runTask(state: Extract<State, { type: 'Task' }>, input: Json, scope: Scope, frame: Frame, run: Run) {
  const step = stepOf(state, run);
  const given = await evaluated(state.arguments, scope, input);
  const seconds = await evaluated(state.timeoutSeconds, scope, null);
  const result =
    typeof seconds === 'number'
      ? await within(seconds, (signal) => step(given, signal), frame.signal, run)
      : await step(given, frame.signal);
  return asResult(result);
}

/** Completing the token ends the state, even before the step has returned; the step's result is ignored. */
async function runCallbackTask(state: Extract<State, { type: 'CallbackTask' }>, scope: Scope, frame: Frame, run: Run) {
  const step = stepOf(state, run);
  const seconds = await state.timeoutSeconds(scope);
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 1)
    throw new StateError('States.QueryEvaluationError', 'TimeoutSeconds is not a whole number above 0');
  const task = await run.openTask();
  const wait = async (signal: AbortSignal) => {
    // `contextOf` created it as an object.
    const context = { ...(scope.states.context as Record<string, Json>), Task: { Token: task.token } };
    const given = await state.arguments({ ...scope, states: { ...scope.states, context } });
    const working = step(given, signal);
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([task.completed, stopped, working.then(() => Promise.race([task.completed, stopped]))]);
    if (signal.aborted) await working;
  };
  const failure = await within(seconds, wait, frame.signal, run).then(
    () => new ExecutionStopped(),
    (cause: unknown) => cause,
  );
  // Checked last: an accepted completion must take effect, even at the instant of the timeout.
  const closed = await task.close();
  if (closed === null) throw failure;
  return asResult(closed.output);
}

function stepOf({ step }: { step: string }, run: Run): Step {
  const found = run.steps[step];
  if (found === undefined) throw new StateError('States.Runtime', 'a step is not there');
  return found;
}

function asResult(result: Json): Json {
  const text = JSON.stringify(result) ?? 'null';
  if (Buffer.byteLength(text) > MAX_STATE_BYTES)
    throw new StateError('States.DataLimitExceeded', 'a result has above 256 KiB');
  // The result of a Lambda function also passes through JSON text.
  return JSON.parse(text) as Json;
}

async function runMap(state: Extract<State, { type: 'Map' }>, input: Json, scope: Scope, frame: Frame, run: Run) {
  const items = await evaluated(state.items, scope, input);
  const concurrency = await state.maxConcurrency(scope);
  if (!Array.isArray(items)) throw new StateError('States.QueryEvaluationError', 'Items is not an array');
  if (typeof concurrency !== 'number' || !Number.isInteger(concurrency) || concurrency < 0)
    throw new StateError('States.QueryEvaluationError', 'MaxConcurrency is not a whole number');
  const work = items.map((Value, Index) => async (signal: AbortSignal) => {
    const { context } = scope.states;
    // `contextOf` created it as an object.
    const own = { ...(context as Record<string, Json>), Map: { Item: { Index, Value } } };
    const selected = await evaluated(
      state.itemSelector,
      { ...scope, states: { ...scope.states, context: own } },
      Value,
    );
    return runStates(state.processor, selected, { ...frame, signal, item: { Index, Value } }, run);
  });
  return firstFailureStops(work, concurrency || INLINE_CONCURRENCY, frame.signal);
}

async function leave({ assign, output, next }: Outcome, scope: Scope, result?: Json): Promise<StateEnd> {
  const full = result === undefined ? scope : { ...scope, states: { ...scope.states, result } };
  const assigned: Record<string, Json> = {};
  for (const [name, value] of assign) assigned[name] = await value(full);
  return { output: await evaluated(output, full, result ?? scope.states.input), assigned, next };
}

async function caught({ catches }: Guard, error: StateError, scope: Scope): Promise<StateEnd> {
  const catcher = catches.find(({ errorEquals }) => matchesError(errorEquals, error.name));
  if (catcher === undefined) throw error;
  const errorOutput = { Error: error.name, Cause: error.message };
  const full = { ...scope, states: { ...scope.states, errorOutput } };
  const end = await leave(catcher, full);
  return catcher.output === undefined ? { ...end, output: errorOutput } : end;
}

/** The message of a step's exception may contain anything; only its name is passed on. */
function stateErrorOf(cause: unknown): StateError {
  if (cause instanceof StateError) return cause;
  return new StateError(cause instanceof Error ? cause.name : 'Error', 'a step failed', { cause });
}

const evaluated = async (template: Template | undefined, scope: Scope, otherwise: Json): Promise<Json> =>
  template === undefined ? otherwise : template(scope);

async function waitUntil(state: Extract<State, { type: 'Wait' }>, scope: Scope, run: Run): Promise<number> {
  const seconds = await evaluated(state.seconds, scope, null);
  const timestamp = await evaluated(state.timestamp, scope, null);
  const until = typeof seconds === 'number' ? run.now() + seconds * 1000 : Date.parse(String(timestamp));
  if (Number.isNaN(until)) throw new StateError('States.QueryEvaluationError', 'a wait has no time');
  return until;
}

function contextOf(name: string, enteredAt: string, retryCount: number, frame: Frame, run: Run, input: Json): Json {
  return {
    Execution: { Name: run.execution.name, StartTime: isoText(run.execution.startedAt), Input: input },
    State: { Name: name, EnteredTime: enteredAt, RetryCount: retryCount },
    ...(frame.item ? { Map: { Item: { Index: frame.item.Index, Value: frame.item.Value } } } : {}),
  };
}

import * as v from 'valibot';
import { canonicalInput, checkExecutionName } from '../../execution-start.ts';
import { pause } from '../../steps/pause.ts';
import { queryAll } from '../../table/query-all.ts';
import { isDamaged } from '../../values/damaged-data.ts';
import type { Json, Key, Log, MachineName, Table, Workflows } from '../../world.ts';
import { type StoragePatience, storagePatience } from '../faults/storage-patience.ts';
import { ExecutionStopped } from './state-error.ts';
import type { StateMachine, Step } from './state-machine.ts';
import { type Run, runStateMachine } from './state-machine-run.ts';
import { taskTokens } from './task-tokens.ts';

const UNFINISHED = 'EXECUTIONS#UNFINISHED';
const RETENTION_MS = 90 * 86_400_000;

const Execution = v.looseObject({
  name: v.string(),
  machine: v.picklist(['replay', 'recompare', 'analysis', 'evaluation']),
  input: v.string(),
  startedAt: v.number(),
});
type Execution = v.InferOutput<typeof Execution>;

export interface WorkflowParts {
  table: Table;
  log: Log;
  now(): number;
  /** Default: `now`. */
  elapsed?(): number;
  newId(): string;
  machines: Readonly<Record<MachineName, StateMachine>>;
  /** Every step that the machines name. */
  steps: Readonly<Record<string, Step>>;
  /**
   * Called for every execution that ended FAILED, like the event of Step Functions; may be called again after a crash.
   */
  onFailed?(machine: MachineName, input: Json, signal: AbortSignal): Promise<void>;
  /** Whether the work of an execution is to end, so that its steps do not wait for storage any longer. */
  isStopped?(machine: MachineName, input: Json): Promise<boolean>;
  /** How executions wait for storage: what has wrapped `table`. Default: a wrapper of its own. */
  storage?: StoragePatience;
  sleep?: Run['sleep'];
  random?: Run['random'];
  /** Runs around each execution, such as a span. Default: nothing does. */
  around?<T>(machine: MachineName, run: () => Promise<T>): Promise<T>;
}

export interface TableWorkflows extends Workflows {
  /** Runs every unfinished execution again from its first state with the same input. */
  resume(): Promise<void>;
  /** Starts no more states, waits for running steps and leaves unfinished executions to the next `resume`. */
  drain(): Promise<void>;
  /** How many executions of a machine are under way in this process. */
  active(machine: MachineName): number;
  /** Deletes executions that have ended; the others stay. */
  forget(names: readonly string[]): Promise<void>;
}

const alone: NonNullable<WorkflowParts['around']> = (_, run) => run();

/** Executions in rows of the table: pk `EXECUTION#<name>`, sk `EXECUTION`; index i1 lists the unfinished ones. */
export function tableWorkflows(parts: WorkflowParts): TableWorkflows {
  const { log, now, machines, around = alone } = parts;
  const sleep: Run['sleep'] = parts.sleep ?? pause;
  const storage = parts.storage ?? storagePatience({ log, now, sleep });
  const table = parts.storage ? parts.table : storage.table(parts.table);
  const stopping = new AbortController();
  const running = new Map<string, { machine: MachineName; ended: Promise<void> }>();
  const tokens = taskTokens({ ...parts, table });
  const steps = patientSteps(parts, storage);

  function run(execution: Execution): void {
    if (stopping.signal.aborted || running.has(execution.name)) return;
    const ended = storage
      .detached(() => runToItsEnd(execution))
      // The next start of the process finds its row unfinished and runs it again, or ends its unfinished plan.
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.error('execution lost', { execution: execution.name, error_name: nameOf(error) });
      })
      .finally(() => running.delete(execution.name));
    running.set(execution.name, { machine: execution.machine, ended });
  }

  async function runToItsEnd({ name, machine, input: text, startedAt }: Execution): Promise<void> {
    // `start` wrote the text.
    const input = JSON.parse(text) as Json;
    const { signal } = stopping;
    const work = { signal, isGivenUp: async () => (await parts.isStopped?.(machine, input)) ?? false };
    let status = 'SUCCEEDED';
    const runMachine = () =>
      runStateMachine(machines[machine], input, {
        steps,
        execution: { name, startedAt },
        openTask: tokens.open,
        signal,
        now,
        elapsed: parts.elapsed ?? now,
        sleep,
        stalledMs: storage.stalledMs,
        random: parts.random ?? Math.random,
      });
    try {
      await around(machine, () => storage.patiently(work, runMachine));
    } catch (error) {
      if (error instanceof ExecutionStopped) return;
      status = 'FAILED';
      log.error('execution failed', { execution: name, error_name: nameOf(error) });
    }
    const finishedAt = now();
    const finished = { status, finishedAt, expiresAt: finishedAt + RETENTION_MS };
    // Otherwise its plan would run forever, because nothing else ends it.
    await storage.untilStored({ signal }, async () => {
      if (status === 'FAILED') {
        // It stays listed until the host is notified, and so runs again after a crash; otherwise the failure of its
        // round would be lost.
        await table.update(keyOf(name), finished, { when: 'present' });
        await parts.onFailed?.(machine, input, signal);
      }
      await table.update(keyOf(name), { ...finished, i1pk: undefined, i1sk: undefined }, { when: 'present' });
    });
  }

  return {
    async start(machine, name, given) {
      checkExecutionName(name);
      const execution = { name, machine, input: canonicalInput(given), startedAt: now() };
      const item = { ...keyOf(name), ...execution, status: 'RUNNING', i1pk: UNFINISHED, i1sk: name };
      if (await table.put(item, { when: 'absent' })) {
        run(execution);
        return 'running';
      }
      const existing = await table.get(keyOf(name));
      if (existing?.input !== execution.input) throw new Error('an execution of that name has a different input');
      if (existing.status !== 'RUNNING') return 'ended';
      // Does nothing where it runs; this process is the only one, so otherwise no one runs it.
      run(v.parse(Execution, existing));
      return 'running';
    },

    complete: tokens.complete,

    resume: () =>
      storage.untilStored({ signal: stopping.signal }, async () => {
        for await (const execution of unfinished(table, log)) run(execution);
      }),

    active: (machine) => [...running.values()].filter((execution) => execution.machine === machine).length,

    async forget(names) {
      const ended = { when: { status: { oneOf: ['SUCCEEDED', 'FAILED'] } } };
      await Promise.all(names.map((name) => table.remove(keyOf(name), ended)));
    },

    async drain() {
      stopping.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

const keyOf = (name: string): Key => ({ pk: `EXECUTION#${name}`, sk: 'EXECUTION' });
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error');

/** Every unfinished execution; one that cannot be read is logged. */
async function* unfinished(table: Table, log: Log): AsyncGenerator<Execution> {
  for await (const item of queryAll(table, { index: 'i1', pk: UNFINISHED, limit: 100, damaged: 'marked' })) {
    if (isDamaged(item)) log.error('an execution cannot be read', { execution: item.i1sk });
    else yield v.parse(Execution, item);
  }
}

/** The steps that the machines name, each of which waits for its storage; throws where one is missing. */
function patientSteps({ machines, steps }: WorkflowParts, storage: StoragePatience): Readonly<Record<string, Step>> {
  const missing = Object.values(machines).flatMap((machine) => [...machine.steps].filter((step) => !(step in steps)));
  if (missing.length > 0) throw new Error(`there is no step ${missing.join(', ')}`);
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Step] => [
      name,
      (input, signal) => storage.patiently({ signal }, () => step(input, signal)),
    ]),
  );
}

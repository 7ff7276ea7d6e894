import { setTimeout as sleepFor } from 'node:timers/promises';
import * as v from 'valibot';
import { canonicalInput, checkExecutionName } from '../../execution-start.ts';
import type { Json, Key, Log, MachineName, Table, Workflows } from '../../world.ts';
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
  sleep?: Run['sleep'];
  random?: Run['random'];
}

export interface TableWorkflows extends Workflows {
  /** Runs every unfinished execution again from its first state with the same input. */
  resume(): Promise<void>;
  /** Starts no more states, waits for running steps and leaves unfinished executions to the next `resume`. */
  drain(): Promise<void>;
}

/** Executions in rows of the table: pk `EXECUTION#<name>`, sk `EXECUTION`; index i1 lists the unfinished ones. */
export function tableWorkflows(parts: WorkflowParts): TableWorkflows {
  const { table, log, now, machines, steps } = parts;
  checkSteps(machines, steps);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const tokens = taskTokens(parts);

  function run(execution: Execution): void {
    if (stopping.signal.aborted || running.has(execution.name)) return;
    const ended = runToItsEnd(execution)
      // The next start of the process finds its row unfinished and runs it again, or ends its unfinished plan.
      .catch((error: unknown) => log.error('execution lost', { execution: execution.name, error_name: nameOf(error) }))
      .finally(() => running.delete(execution.name));
    running.set(execution.name, ended);
  }

  async function runToItsEnd({ name, machine, input, startedAt }: Execution): Promise<void> {
    let status = 'SUCCEEDED';
    try {
      // `start` wrote the text.
      await runStateMachine(machines[machine], JSON.parse(input) as Json, {
        steps,
        execution: { name, startedAt },
        openTask: tokens.open,
        signal: stopping.signal,
        now,
        elapsed: parts.elapsed ?? now,
        sleep: parts.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal })),
        random: parts.random ?? Math.random,
      });
    } catch (error) {
      if (error instanceof ExecutionStopped) return;
      status = 'FAILED';
      log.error('execution failed', { execution: name, error_name: nameOf(error) });
    }
    const finishedAt = now();
    const finished = { status, finishedAt, expiresAt: finishedAt + RETENTION_MS };
    if (status === 'FAILED') {
      // It stays listed until the host is notified, and so runs again after a crash; otherwise the failure of its round
      // would be lost.
      await table.update(keyOf(name), finished, { when: 'present' });
      // `start` wrote the text.
      await parts.onFailed?.(machine, JSON.parse(input) as Json, stopping.signal);
    }
    await table.update(keyOf(name), { ...finished, i1pk: undefined, i1sk: undefined }, { when: 'present' });
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
      if (existing?.input !== execution.input) throw new Error('an execution of that name has another input');
      return existing.status === 'RUNNING' ? 'running' : 'ended';
    },

    complete: tokens.complete,

    async resume() {
      let after: string | null = null;
      do {
        const page = await table.query({
          index: 'i1',
          pk: UNFINISHED,
          limit: 100,
          ...(after === null ? {} : { after }),
        });
        for (const item of page.items) run(v.parse(Execution, item));
        after = page.next;
      } while (after !== null);
    },

    async drain() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

const keyOf = (name: string): Key => ({ pk: `EXECUTION#${name}`, sk: 'EXECUTION' });
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error');

function checkSteps(machines: Readonly<Record<string, StateMachine>>, steps: Readonly<Record<string, Step>>): void {
  const missing = Object.values(machines).flatMap((machine) => [...machine.steps].filter((step) => !(step in steps)));
  if (missing.length > 0) throw new Error(`there is no step ${missing.join(', ')}`);
}

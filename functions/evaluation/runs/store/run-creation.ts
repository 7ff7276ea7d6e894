import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { bound } from '../../../platform/table/bound.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { Json, World } from '../../../platform/world.ts';
import { GENESIS_DIGEST } from '../../domain/canonical-json.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import type { Trigger, WorkflowRun } from '../../domain/runs/run.ts';
import { MAX_QUEUED_RUNS } from '../../domain/runs/run-change.ts';
import type { LedgerHeadStore } from '../../ledger/store/ledger-head.ts';
import { RETENTION_MS, runOf, runRows } from '../../ledger/store/run-rows.ts';

/** Retention of an Idempotency-Key (evaluation 3.7). */
const IDEMPOTENCY_MS = 24 * 3_600_000;
/** Default of evaluation 4, until the environment is known. */
const DEFAULT_TIMEOUT_MS = 3_600_000;

/** Starts the state machine of a run: the Workflows port. */
export interface RunStarter {
  start(machine: 'evaluation', name: string, input: Json): Promise<unknown>;
}

/** Inputs of a new run. @internal */
export interface NewRun {
  workflow: Pick<WorkflowRun, 'workflow_version_digest' | 'lineage_digest' | 'reproducibility_class'> & {
    capability_negotiation: { status: 'supported' | 'unsupported' | 'unverified' };
  };
  labels: Record<string, string>;
  baseline_run_id: string | null;
  trigger: Trigger;
  input_overrides: WorkflowRun['input_overrides'];
  created_by: string;
  /** The same key with another fingerprint is refused. Kept for 24 hours, or as long as the run if `lasts` is set. */
  idempotency: { key: string; fingerprint: string; lasts?: true } | null;
}

export type RunRefusal = 'capability_unsupported' | 'validation_failed' | 'idempotency_key_reused' | 'rate_limited';

const UsedKey = v.object({ fingerprint: v.string(), workflow_run_id: v.string() });

interface Creation extends Pick<World, 'table' | 'now' | 'newId' | 'log'> {
  tenant: string;
  rows: ReturnType<typeof runRows>;
  head: LedgerHeadStore;
  workflows: RunStarter;
}

/**
 * Creates runs (evaluation 3.7, 3.15). An Idempotency-Key is pk `T#<tenant>#IDEM#runs#<sha256 of the key>`, sk `META`,
 * written with its run in one transaction, so that every key has a response.
 */
export const runCreation = (given: Omit<Creation, 'tenant' | 'rows'>, tenant: string) =>
  bound({ ...given, tenant, rows: runRows(tenant) }, { find, madeTo, create });

const keyOf = (tenant: string, key: string) => ({ pk: partitionOf('runKeys', tenant, sha256Hex(key)), sk: 'META' });

async function find({ table, rows }: Creation, runId: string): Promise<WorkflowRun | undefined> {
  const item = await table.get(rows.runKey(runId));
  return item && runOf(item);
}

/** Earlier response for the key. Undefined for a new key. */
async function answered(creation: Creation, idempotency: NewRun['idempotency']) {
  const { table, tenant } = creation;
  const item = idempotency && (await table.get(keyOf(tenant, idempotency.key)));
  if (!item) return undefined;
  const { fingerprint, workflow_run_id } = v.parse(UsedKey, item);
  if (fingerprint !== idempotency.fingerprint)
    return refuse('idempotency_key_reused', 'The Idempotency-Key was used for another body within the last 24 hours.');
  const run = await find(creation, workflow_run_id);
  return run && accept({ run, replayed: true });
}

function newRun(
  newId: World['newId'],
  { workflow, idempotency: _, ...given }: NewRun,
  at: number,
  created_after_sequence: number,
): WorkflowRun {
  return {
    workflow_run_id: `wrun_${ulidOf(at, newId())}`,
    workflow_version_digest: workflow.workflow_version_digest,
    lineage_digest: workflow.lineage_digest,
    status: 'queued',
    phase: 'queued',
    status_reason: null,
    reproducibility_class: workflow.reproducibility_class,
    observed_reproducibility_class: null,
    baseline: null,
    last_passing_run_id: null,
    ...given,
    attempts: [],
    gate: { status: 'pending', decision: null, gate_decision_id: null },
    native_result_artifact: null,
    created_at: at,
    created_after_sequence,
    started_at: null,
    completed_at: null,
    cancel_requested_at: null,
    version: 1,
    run_sequence: 0,
    run_digest: GENESIS_DIGEST,
    progress_at: at,
    timeout_ms: DEFAULT_TIMEOUT_MS,
    expiresAt: at + RETENTION_MS,
  };
}

function write({ head, rows, now, newId, tenant }: Creation, given: NewRun) {
  return head.write<WorkflowRun | 'full' | 'lost'>((before) => {
    if (before.queued >= MAX_QUEUED_RUNS) return { answer: 'full' };
    const run = newRun(newId, given, now(), before.last.sequence);
    const { fingerprint, key, lasts } = given.idempotency ?? {};
    const expiresAt = lasts ? run.expiresAt : run.created_at + IDEMPOTENCY_MS;
    const used = { fingerprint, workflow_run_id: run.workflow_run_id, expiresAt };
    return {
      answer: run,
      head: { ...before, queued: before.queued + 1 },
      writes: [
        { put: rows.runRow(run), when: 'absent' },
        { put: rows.listedRow(run), when: 'absent' },
        ...(key === undefined ? [] : [{ put: { ...keyOf(tenant, key), ...used }, when: 'absent' as const }]),
      ],
    };
  }, 'lost');
}

/** Starts the execution of a run. A failure is ignored, because the sweeper starts the run later. */
async function start({ workflows, log, tenant }: Creation, { workflow_run_id }: WorkflowRun): Promise<void> {
  const input: Json = { tenant, workflow_run_id };
  try {
    await workflows.start('evaluation', workflow_run_id, input);
  } catch (fault) {
    const error_name = fault instanceof Error ? fault.name : 'unknown';
    log.error('an evaluation run could not be started', { workflow_run_id, error_name });
  }
}

/** The run created with a key. Undefined if there is none. */
async function madeTo(
  creation: Creation,
  idempotency: NonNullable<NewRun['idempotency']>,
): Promise<WorkflowRun | undefined> {
  const before = await answered(creation, idempotency);
  return before?.ok ? before.value.run : undefined;
}

/**
 * Creates and starts a run, or returns the earlier response for the same key. Refuses in the order of evaluation
 * 3.7.
 */
async function create(
  creation: Creation,
  given: NewRun,
): Promise<Result<{ run: WorkflowRun; replayed: boolean }, RunRefusal>> {
  const before = await answered(creation, given.idempotency);
  if (before) return before;
  if (given.workflow.capability_negotiation.status === 'unsupported')
    return refuse('capability_unsupported', 'No host offers what this workflow version requires.');
  if (given.baseline_run_id !== null && (await find(creation, given.baseline_run_id)) === undefined)
    return refuse('validation_failed', 'The run of baseline_run_id does not exist.');
  const run = await write(creation, given);
  if (run === 'full') return refuse('rate_limited', `At most ${MAX_QUEUED_RUNS} runs may be queued.`);
  if (run === 'lost') {
    const meanwhile = await answered(creation, given.idempotency);
    if (meanwhile === undefined) throw new Error('the run could not be written');
    return meanwhile;
  }
  await start(creation, run);
  return accept({ run, replayed: false });
}

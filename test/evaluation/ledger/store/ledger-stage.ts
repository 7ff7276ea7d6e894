import { ledger } from '../../../../functions/evaluation/ledger/store/ledger.ts';
import { ledgerHead } from '../../../../functions/evaluation/ledger/store/ledger-head.ts';
import type { NewRun } from '../../../../functions/evaluation/runs/store/run-creation.ts';
import { runStore } from '../../../../functions/evaluation/runs/store/runs.ts';
import type { Table } from '../../../../functions/platform/world.ts';
import { silentLog } from '../../../contracts/silent-log.ts';
import { newId } from '../../../support/test-random.ts';

const digestOf = (digit: string) => `sha256:${digit.repeat(64)}`;

/** Default inputs of a run. */
export const NEW_RUN: NewRun = {
  workflow: {
    workflow_version_digest: digestOf('a'),
    lineage_digest: digestOf('b'),
    reproducibility_class: 'live',
    capability_negotiation: { status: 'supported' },
  },
  labels: {},
  baseline_run_id: null,
  trigger: { type: 'api' },
  input_overrides: null,
  created_by: 'ann',
  idempotency: null,
};

let tenants = 0;

/** A new tenant. */
export const newTenant = (): string => `t${++tenants}`;

/** Ledger and runs of a tenant in one process. `started` lists the started executions. */
export function evaluationProcess(table: Table, tenant: string, now: () => number = Date.now) {
  const started: string[] = [];
  const workflows = { start: async (_: 'evaluation', name: string) => void started.push(name) };
  const head = ledgerHead({ table, newId }, tenant);
  const runs = runStore({ table, now, newId, log: silentLog, head, workflows }, tenant);
  return { ledger: ledger({ table, now, elapsed: now, head }, tenant), runs, head, started };
}

export type EvaluationProcess = ReturnType<typeof evaluationProcess>;

/** Creates a run. Throws if it is refused. */
export async function runIn({ runs }: EvaluationProcess, given: Partial<NewRun> = {}) {
  const made = await runs.create({ ...NEW_RUN, ...given });
  if (!made.ok) throw new Error(made.code);
  return made.value.run;
}

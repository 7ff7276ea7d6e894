import * as v from 'valibot';
import { hexOf } from '../../../platform/values/digest.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { padded } from '../../../platform/values/padded.ts';
import type { Item, Key } from '../../../platform/world.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import { LedgerEvent } from '../../domain/ledger/event.ts';
import { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import { WorkflowRun } from '../../domain/runs/run.ts';
import { isTerminalAttempt, isTerminalRun } from '../../domain/runs/transitions.ts';

/** Retention of runs, events and scores (evaluation 4). */
export const RETENTION_MS = 400 * 86_400_000;

/** Partition where the sweeper finds the open runs of all tenants. */
export const OPEN_RUNS = partitionOf('openRuns');

/**
 * Rows of a run (evaluation 4), pk `T#<tenant>#RUN#<id>`:
 *
 * | sk            | content             | indexes |
 * | ------------- | ------------------- | ------- |
 * | `META`        | WorkflowRun         | i1 `RUNS`, i2 `RUNS#<status>`, i3 `WFV#<hex>#RUNS`, each by ULID |
 * | `LISTED`      | further index keys  | i1 `SYSTEM#EVALUATIONS` until it has ended, i3 `LIN#<hex>#RUNS`, each by ULID |
 * | `ATT#<3>`     | FrameworkAttempt    | i2 `LEASE#<runner hex>` by ULID while a federated attempt has not ended |
 * | `EVT#<10>`    | LedgerEvent by run_sequence | |
 */
export function runRows(tenant: string) {
  const pkOf = (runId: string) => partitionOf('runs', tenant, runId);
  const leaseIndexOf = (runnerVersion: string) => partitionOf('leases', tenant, hexOf(runnerVersion));

  return {
    pkOf,
    leaseIndexOf,
    runKey: (runId: string): Key => ({ pk: pkOf(runId), sk: 'META' }),
    attemptKey: (attemptId: string): Key => ({ pk: pkOf(runIdOf(attemptId)), sk: `ATT#${attemptId.slice(-3)}` }),

    /** Index keys of META by filter. i3 of LISTED for a lineage. */
    indexes: {
      all: partitionOf('runLists', tenant),
      status: (status: string) => partitionOf('runListsByStatus', tenant, status),
      version: (digest: string) => partitionOf('runListsByVersion', tenant, hexOf(digest)),
      lineage: (digest: string) => partitionOf('runListsByLineage', tenant, hexOf(digest)),
    },

    runRow: (run: WorkflowRun): Item => ({
      pk: pkOf(run.workflow_run_id),
      sk: 'META',
      ...run,
      i1pk: partitionOf('runLists', tenant),
      i1sk: ulidOfRun(run.workflow_run_id),
      i2pk: partitionOf('runListsByStatus', tenant, run.status),
      i2sk: ulidOfRun(run.workflow_run_id),
      i3pk: partitionOf('runListsByVersion', tenant, hexOf(run.workflow_version_digest)),
      i3sk: ulidOfRun(run.workflow_run_id),
    }),

    listedRow: ({ workflow_run_id, lineage_digest, status, expiresAt }: WorkflowRun): Item => ({
      pk: pkOf(workflow_run_id),
      sk: 'LISTED',
      tenant,
      workflow_run_id,
      ...(!isTerminalRun(status) && { i1pk: OPEN_RUNS, i1sk: ulidOfRun(workflow_run_id) }),
      i3pk: partitionOf('runListsByLineage', tenant, hexOf(lineage_digest)),
      i3sk: ulidOfRun(workflow_run_id),
      expiresAt,
    }),

    attemptRow: (attempt: FrameworkAttempt): Item => ({
      pk: pkOf(attempt.workflow_run_id),
      sk: `ATT#${attempt.attempt_id.slice(-3)}`,
      ...attempt,
      // A running attempt stays listed: its host may lose it, and another host may then lease it.
      ...(!isTerminalAttempt(attempt.status) &&
        attempt.host.kind === 'federated' && {
          i2pk: leaseIndexOf(attempt.runner_version),
          i2sk: ulidOfRun(attempt.workflow_run_id),
        }),
    }),
  };
}

/** sk of a run's event. */
export const eventSk = (runSequence: number): string => `EVT#${padded(runSequence, 10)}`;

export const runOf = (item: Item): WorkflowRun => v.parse(WorkflowRun, item);
export const attemptOf = (item: Item): FrameworkAttempt => v.parse(FrameworkAttempt, item);
export const eventOf = (item: Item): LedgerEvent => v.parse(LedgerEvent, item);

export const ulidOfRun = (runId: string): string => runId.slice('wrun_'.length);

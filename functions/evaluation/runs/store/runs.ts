import * as v from 'valibot';
import type { World } from '../../../platform/world.ts';
import { AttemptId } from '../../domain/identifiers.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import type { LedgerHeadStore } from '../../ledger/store/ledger-head.ts';
import { attemptOf, runRows } from '../../ledger/store/run-rows.ts';
import { type RunStarter, runCreation } from './run-creation.ts';
import { runLists } from './run-lists.ts';

export type Runs = ReturnType<typeof runStore>;

/** Runs and their attempts (evaluation 3.7, 3.8). The ledger writes their changes. */
export function runStore(
  given: Pick<World, 'table' | 'now' | 'newId' | 'log'> & { head: LedgerHeadStore; workflows: RunStarter },
  tenant: string,
) {
  const { table } = given;
  const rows = runRows(tenant);

  return {
    ...runCreation(given, tenant),
    ...runLists(table, tenant),

    async attempt(attemptId: string): Promise<FrameworkAttempt | undefined> {
      // The key is built from parts of the id, so a malformed id could match another attempt.
      if (!v.is(AttemptId, attemptId)) return undefined;
      const item = await table.get(rows.attemptKey(attemptId));
      return item && attemptOf(item);
    },

    /** The attempts of a run, oldest first. */
    async attempts(runId: string): Promise<FrameworkAttempt[]> {
      const { items } = await table.query({ pk: rows.pkOf(runId), prefix: 'ATT#' });
      return items.map(attemptOf);
    },
  };
}

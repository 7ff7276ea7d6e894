import * as v from 'valibot';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import type { World, Write } from '../../../platform/world.ts';
import { RunId } from '../../domain/identifiers.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';

const LastPassing = v.object({ workflow_run_id: RunId });

/**
 * The newest run of a lineage whose gate passed (evaluation 3.9, 4): pk `T#<tenant>#LIN#<hex>`, sk `LAST_PASS`. It
 * expires with its run.
 */
export function lastPassingStore({ table }: Pick<World, 'table'>, tenant: string) {
  const keyOf = (lineage: string) => ({
    pk: partitionOf('lineages', tenant, lineage.slice('sha256:'.length)),
    sk: 'LAST_PASS',
  });

  async function find(lineage: string): Promise<string | undefined> {
    const row = await table.get(keyOf(lineage));
    return row && v.parse(LastPassing, row).workflow_run_id;
  }

  return {
    /** Id of the newest run of the lineage whose gate passed. */
    find,

    /**
     * The writes that make a passing run the newest of its lineage. Returns none if a newer run has already passed, so
     * that a late run does not fail. They are conditional on the stored state: if another run passed in the meantime,
     * the transaction fails and the caller calls again.
     */
    async writesOf({
      lineage_digest: lineage,
      workflow_run_id: runId,
      expiresAt,
    }: Pick<WorkflowRun, 'lineage_digest' | 'workflow_run_id' | 'expiresAt'>): Promise<Write[]> {
      const before = await find(lineage);
      // ULIDs of one tenant ascend with the creation of their runs.
      if (before !== undefined && before >= runId) return [];
      const put = { ...keyOf(lineage), workflow_run_id: runId, expiresAt };
      return [{ put, when: before === undefined ? 'absent' : { workflow_run_id: { equals: before } } }];
    },
  };
}

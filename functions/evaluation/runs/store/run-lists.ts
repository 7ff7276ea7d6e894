import * as v from 'valibot';
import type { Item, Query, Table } from '../../../platform/world.ts';
import { firstUlidOf } from '../../domain/identifiers.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import type { RunStatus } from '../../domain/statuses.ts';
import { OPEN_RUNS, runOf, runRows, ulidOfRun } from '../../ledger/store/run-rows.ts';

/** Filters and order of a list of runs (evaluation 3.7). */
export interface RunFilters {
  status?: RunStatus | null | undefined;
  workflow_version_digest?: string | null | undefined;
  lineage_digest?: string | null | undefined;
  /** Epoch ms, exclusive. */
  created_after?: number | null | undefined;
  /** Epoch ms, exclusive. */
  created_before?: number | null | undefined;
  order: 'asc' | 'desc';
}

/** Maximum rows that one page scans for those of its filters. */
const SCANNED = 500;

const Named = v.object({ workflow_run_id: v.string() });
const Listed = v.object({ ...Named.entries, tenant: v.string() });

/**
 * Lists runs by the index of the narrowest filter (run-rows.ts). The other filters are applied row by row. On AWS a
 * list is eventually consistent.
 */
export function runLists(table: Table, tenant: string) {
  const rows = runRows(tenant);

  function indexOf({ status, workflow_version_digest, lineage_digest }: RunFilters): Pick<Query, 'index' | 'pk'> {
    if (workflow_version_digest) return { index: 'i3', pk: rows.indexes.version(workflow_version_digest) };
    if (lineage_digest) return { index: 'i3', pk: rows.indexes.lineage(lineage_digest) };
    return status ? { index: 'i2', pk: rows.indexes.status(status) } : { index: 'i1', pk: rows.indexes.all };
  }

  /** The runs of index rows. Rows of LISTED are resolved to META. */
  async function runsOf(items: readonly Item[]): Promise<WorkflowRun[]> {
    if (items.every(({ sk }) => sk === 'META')) return items.map(runOf);
    const found = await table.batchGet(items.map(({ pk }) => ({ pk, sk: 'META' })));
    return found.flatMap((item) => (item === undefined ? [] : [runOf(item)]));
  }

  return {
    /**
     * `after` and `next`: ULID of the run after which the list continues. A page may be short although there are more
     * runs.
     */
    async page(
      filters: RunFilters,
      { limit, after }: { limit: number; after: string | null },
    ): Promise<{ items: WorkflowRun[]; next: string | null }> {
      const isDescending = filters.order === 'desc';
      const range = rangeOf(filters, after);
      if (range.from >= range.to) return { items: [], next: null };
      const isNarrowed =
        [filters.status, filters.workflow_version_digest, filters.lineage_digest].filter(Boolean).length > 1;
      const found = await table.query({
        ...indexOf(filters),
        ...range,
        descending: isDescending,
        limit: isNarrowed ? SCANNED : limit,
      });
      const runs = (await runsOf(found.items)).filter((run) => matches(run, filters));
      const items = runs.slice(0, limit);
      if (runs.length > limit) return { items, next: ulidOfRun(items.at(-1)?.workflow_run_id ?? '') };
      const last = found.items.at(-1);
      return { items, next: found.next === null || !last ? null : ulidOfRun(v.parse(Named, last).workflow_run_id) };
    },
  };
}

/** ULIDs sort by creation time. `after` itself is excluded. */
function rangeOf({ created_after, created_before, order }: RunFilters, after: string | null) {
  const from = created_after == null ? '0' : firstUlidOf(created_after + 1);
  const to = created_before == null ? '8' : firstUlidOf(created_before);
  if (after === null) return { from, to };
  if (order === 'desc') return { from, to: after < to ? after : to };
  const behind = `${after}0`;
  return { from: behind > from ? behind : from, to };
}

const matches = (run: WorkflowRun, { status, workflow_version_digest, lineage_digest }: RunFilters) =>
  (!status || run.status === status) &&
  (!workflow_version_digest || run.workflow_version_digest === workflow_version_digest) &&
  (!lineage_digest || run.lineage_digest === lineage_digest);

/** Runs of all tenants that have not ended, oldest first. For the sweeper. */
export async function openRuns(table: Table, after: string | null) {
  const page = await table.query({ index: 'i1', pk: OPEN_RUNS, limit: 100, ...(after !== null && { after }) });
  return { runs: page.items.map((item) => v.parse(Listed, item)), next: page.next };
}

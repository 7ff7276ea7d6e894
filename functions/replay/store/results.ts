import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import type { World } from '../../platform/world.ts';
import { caseResultWrites } from './case-result-writes.ts';
import { caseResults } from './case-results.ts';
import { chunkRows } from './chunk-rows.ts';
import { clusterRows } from './cluster-rows.ts';
import { resultKeys } from './result-keys.ts';
import type { RoundRows } from './round-rows.ts';
import { roundSummaries } from './round-summaries.ts';
import { selectionPages } from './selection-pages.ts';

export type ResultStore = ReturnType<typeof resultStore>;

/**
 * Stores what a round sends and its results; everything expires with its plan. Every pk begins with `T#<tenant>#`.
 * `PLAN#<planId>`: `CHUNK#<n>#<c>`, `PROGRESS#<n>#<c>`, `SUMMARY#<n>#<c>`, `SCOPE#<n>`, `SELECTED#<n>`, `CLUSTERS#<n>`,
 * `FAILED#<n>`. `RESULTS#<planId>#<n>#<shard>` / item: blocks of 50 neighbouring items are spread over 251 partitions
 * (result-keys.ts).
 */
export function resultStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const keys = resultKeys(tenant);
  const rows: RoundRows = { table, values: inlineOrBlob(blobs), keys };
  return {
    /** The partitions that hold a plan, its rounds and their results. */
    partitionsOf: keys.partitionsOf,
    ...chunkRows(rows),
    ...selectionPages(rows),
    ...caseResultWrites(rows),
    ...caseResults(rows),
    ...roundSummaries(rows),
    ...clusterRows(rows),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { queryAll } from '../../../functions/platform/table/query-all.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import type { Chunk } from '../../../functions/replay/domain/results/chunk.ts';
import type { ResultHead } from '../../../functions/replay/domain/results/result-head.ts';
import { BLOCK, RESULT_SHARDS } from '../../../functions/replay/store/result-keys.ts';
import { resultStore } from '../../../functions/replay/store/results.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const NOW = 1_700_000_000_000;

let directory: string;
let table: StandaloneTable;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'results-'));
  table = openTable(':memory:', () => NOW);
});
afterEach(async () => {
  await table.close();
  rmSync(directory, { recursive: true, force: true });
});

const head = (item: number): ResultHead => ({
  item,
  planItemId: `p:${item}`,
  caseId: `c${item}`,
  traceId: '',
  replayId: '',
  outcome: { operation: '/a', hasResult: true, failure: null, differences: [], truncated: false },
  comparedUnder: '',
  path: '/',
  recordedStatus: 200,
  replayedStatus: 200,
  recordedMs: 1,
  replayedMs: 1,
  replayedAt: NOW,
});

/** Chunks of these sizes, one after the other. */
function chunksOf(sizes: readonly number[]): Chunk[] {
  let first = 0;
  return sizes.map((size, chunk) => {
    const cases = Array.from({ length: size }, (_, at) => ({
      item: first + at,
      caseId: `c${first + at}`,
      operation: '/a',
      session: null,
      traceId: '',
      recordedAt: NOW,
    }));
    first += size;
    return { chunk, first: first - size, cases };
  });
}

describe.for([
  ['of blocks of items', RESULT_SHARDS],
  ['of chunks, as earlier versions wrote them', null],
] as const)('results in partitions %s', ([, resultShards]) => {
  const plan = replayPlan({ planId: 'plan', createdAt: NOW, resultShards });

  test.for([[[1]], [[50, 50, 1]], [[49, 2, 120, 500, 7]], [[BLOCK * RESULT_SHARDS + 3]]] as const)(
    'are read by chunks of %j, alone, and wherever they are',
    async ([sizes]) => {
      const results = resultStore({ table, blobs: fileBlobs(directory) }, 'default');
      const chunks = chunksOf(sizes);
      for (const { chunk, cases } of chunks)
        for (const { item } of cases) await results.add(plan, 1, chunk, head(item), storedJson({}));
      for (const chunk of chunks) {
        const items = (await Array.fromAsync(results.ofChunk(plan, 1, chunk))).map(({ item }) => item);
        expect(items).toEqual(chunk.cases.map(({ item }) => item));
        const last = items.at(-1) ?? 0;
        expect((await results.findUnread(plan, 1, chunk.chunk, last))?.head.item).toBe(last);
        expect(await results.findUnread(plan, 2, chunk.chunk, last)).toBeUndefined();
        expect([...(await results.headsOf(plan, 1, items.slice(-100))).keys()].toSorted((a, b) => a - b)).toEqual(
          items.slice(-100),
        );
      }
      const rows = await Promise.all(results.partitionsOf(plan).map((pk) => Array.fromAsync(queryAll(table, { pk }))));
      expect(rows.flat()).toHaveLength(chunks.flatMap(({ cases }) => cases).length);
    },
  );
});

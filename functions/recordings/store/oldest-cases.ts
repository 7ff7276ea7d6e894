import { queryAll } from '../../platform/table/query-all.ts';
import { isDamaged } from '../../platform/values/damaged-data.ts';
import type { Table } from '../../platform/world.ts';
import { bytesOf, casesKey, headOf } from './case-rows.ts';

/** Below the maximum by so much after a removal, so that the next ones are some time away. */
const LEFT_SHARE = 0.95;
/** Cases removed side by side. */
const BATCH = 50;
/** Rows read at a time per endpoint. */
const PAGE = 100;

export interface OldestCasesParts {
  table: Table;
  tenant: string;
  operationsOf(appId: string): Promise<string[]>;
  remove(caseId: string): Promise<boolean>;
  rollingOf(appId: string): Promise<number>;
  maxBytes: number | null;
}

/** Removes the oldest rolling cases of applications that have too many bytes of them. */
export function oldestCases({ table, tenant, operationsOf, remove, rollingOf, maxBytes }: OldestCasesParts) {
  const removing = new Map<string, Promise<void>>();

  async function* oldestOf(appId: string, operation: string) {
    const cases = { index: 'i1', pk: casesKey(tenant, appId, operation), limit: PAGE, damaged: 'marked' } as const;
    for await (const row of queryAll(table, cases)) {
      // It expires by its age, or its owner deletes it.
      if (isDamaged(row)) continue;
      const { caseId, pinned, recordedAt } = headOf(row);
      const bytes = bytesOf(row);
      // What was stored before bytes were counted expires by its age.
      if (!pinned && bytes > 0) yield { caseId, recordedAt, bytes };
    }
  }

  async function removeUntil(appId: string, excess: number): Promise<void> {
    const lists = (await operationsOf(appId)).map((operation) => oldestOf(appId, operation));
    const open = await Promise.all(lists.map(async (list) => ({ list, next: (await list.next()).value })));
    let left = excess;
    let batch: string[] = [];
    while (left > 0) {
      let oldest: (typeof open)[number] | undefined;
      for (const one of open)
        if (one.next && (!oldest?.next || one.next.recordedAt < oldest.next.recordedAt)) oldest = one;
      if (!oldest?.next) break;
      batch.push(oldest.next.caseId);
      left -= oldest.next.bytes;
      oldest.next = (await oldest.list.next()).value;
      if (batch.length < BATCH) continue;
      await Promise.all(batch.map(remove));
      batch = [];
    }
    await Promise.all(batch.map(remove));
  }

  return {
    /** Once at a time per application; a call during another one waits for it. */
    async removeOldest(appId: string): Promise<void> {
      if (maxBytes === null) return;
      const rolling = await rollingOf(appId);
      if (rolling <= maxBytes) return;
      const started =
        removing.get(appId) ??
        removeUntil(appId, rolling - maxBytes * LEFT_SHARE).finally(() => removing.delete(appId));
      removing.set(appId, started);
      await started;
    },
  };
}

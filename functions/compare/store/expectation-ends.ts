import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { Table } from '../../platform/world.ts';
import { ExpectationEnd } from '../domain/expected/expectation-end.ts';
import { RemovedExpectation } from '../domain/expected/removed-expectation.ts';

/** Removed expectations are listed for this long. */
const REMOVED_MS = 90 * 86_400_000;

/** Rows that one transaction writes. */
const WRITTEN = 100;

const EndRow = v.object({ id: v.string(), ...ExpectationEnd.entries });

/**
 * Stores when expected changes ended: pk `T#<tenant>#APP#<app>`, sk `EXPECTED#END#<id>`, and those that were removed:
 * sk `EXPECTED#REMOVED#<id>`. They stand beside the rules, so that comparisons and polls do not read them.
 */
export function expectationEnds(table: Table, tenant: string) {
  const pkOf = (appId: string) => applicationKey(tenant, appId);
  const endOf = (appId: string, id: string) => ({ pk: pkOf(appId), sk: `EXPECTED#END#${id}` });

  /** Forgets what is known of the end of one. */
  const forget = async (appId: string, id: string): Promise<void> => void (await table.remove(endOf(appId, id)));

  return {
    forget,

    /** What is known of the ends of an application's expected changes, by their ids. */
    async known(appId: string): Promise<Map<string, ExpectationEnd>> {
      const rows = await Array.fromAsync(queryAll(table, { pk: pkOf(appId), prefix: 'EXPECTED#END#' }));
      return new Map(rows.map((row) => v.parse(EndRow, row)).map(({ id, ...end }) => [id, end]));
    },

    /** Replaces what is known of some ends. */
    async note(appId: string, ends: ReadonlyMap<string, ExpectationEnd>): Promise<void> {
      const writes = [...ends].map(([id, end]) => ({ put: { ...endOf(appId, id), id, ...end } }));
      for (let first = 0; first < writes.length; first += WRITTEN)
        await table.transact(writes.slice(first, first + WRITTEN));
    },

    /** Notes a removed expected change, and forgets what was known of its end. */
    async noteRemoved(appId: string, id: string, removed: RemovedExpectation): Promise<void> {
      const expiresAt = removed.removedAt + REMOVED_MS;
      await table.put({ pk: pkOf(appId), sk: `EXPECTED#REMOVED#${id}`, ...removed, expiresAt });
      await forget(appId, id);
    },

    /** The expected changes that were removed in the last 90 days, the latest first. */
    async removed(appId: string): Promise<RemovedExpectation[]> {
      const rows = await Array.fromAsync(queryAll(table, { pk: pkOf(appId), prefix: 'EXPECTED#REMOVED#' }));
      return rows.map((row) => v.parse(RemovedExpectation, row)).toSorted((a, b) => b.removedAt - a.removedAt);
    },
  };
}

import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Table } from '../../platform/world.ts';
import type { StoredCase } from '../domain/stored-case.ts';
import type { callsRegister } from './calls-register.ts';
import { headKey } from './case-rows.ts';
import type { operationRegister } from './operation-register.ts';

interface Registers {
  table: Pick<Table, 'batchGet' | 'get'>;
  tenant: string;
  operations: Pick<ReturnType<typeof operationRegister>, 'register' | 'isRegistered'>;
  calls: Pick<ReturnType<typeof callsRegister>, 'note' | 'isKnown'>;
}

const BATCH = 1000;

/**
 * Registers the endpoints of distinct cases before the cases are there, so that none is without its endpoint. A case
 * whose caseId is known already registers nothing: it is a duplicate, or refused.
 */
export function registerCases({ table, tenant, operations, calls }: Registers) {
  async function isNew({ head }: StoredCase): Promise<boolean> {
    let isUnreadable = false;
    const row = await undefinedIfDamaged(table.get(headKey(tenant, head.caseId)), () => {
      isUnreadable = true;
    });
    return row === undefined && !isUnreadable;
  }

  async function newOf(cases: readonly StoredCase[]): Promise<StoredCase[]> {
    const keys = cases.map(({ head }) => headKey(tenant, head.caseId));
    const rows = await undefinedIfDamaged(table.batchGet(keys));
    // One damaged row hides the others of a batch.
    const found = rows?.map((row) => row === undefined) ?? (await Promise.all(cases.map(isNew)));
    return cases.filter((_, at) => found[at]);
  }

  return async (cases: readonly StoredCase[]): Promise<void> => {
    const unknown = cases.filter(
      ({ head, hasCalls }) => !operations.isRegistered(head) || (hasCalls && !calls.isKnown(head.appId)),
    );
    for (let at = 0; at < unknown.length; at += BATCH) {
      const added = await newOf(unknown.slice(at, at + BATCH));
      await operations.register(added.map(({ head }) => head));
      for (const appId of new Set(added.filter(({ hasCalls }) => hasCalls).map(({ head }) => head.appId)))
        await calls.note(appId);
    }
  };
}

import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Table } from '../../platform/world.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { headKey, headOf } from './case-rows.ts';

/** What became of a case: `taken` if another application has a case of its caseId. */
export type AddOutcome = 'accepted' | 'duplicate' | 'taken';

/** The outcome of a case whose caseId is known already; a damaged row does not say whose it is. */
export async function knownCase(
  table: Pick<Table, 'get'>,
  tenant: string,
  { caseId, appId }: Pick<CaseHead, 'caseId' | 'appId'>,
): Promise<AddOutcome> {
  const row = await undefinedIfDamaged(table.get(headKey(tenant, caseId)));
  return row !== undefined && headOf(row).appId !== appId ? 'taken' : 'duplicate';
}

import type { Table } from '../../platform/world.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { casesKey, headKey, pinnedKey } from './case-rows.ts';

/**
 * Makes the function that moves a case to another endpoint; `recordedAs` is the name that it has without path patterns,
 * null where that is the new one. False if the case is gone or was changed in the meantime.
 */
export const caseRenamer =
  (table: Pick<Table, 'update'>, tenant: string) =>
  ({ caseId, appId, operation, pinned }: CaseHead, to: string, recordedAs: string | null): Promise<boolean> =>
    table.update(
      headKey(tenant, caseId),
      {
        operation: to,
        recordedAs: recordedAs ?? undefined,
        i1pk: casesKey(tenant, appId, to),
        ...(pinned && { i3pk: pinnedKey(tenant, appId, to) }),
      },
      { when: { operation: { equals: operation }, pinned: { equals: pinned } } },
    );

import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import { versionOf } from '../../domain/versions/case-version.ts';
import type { CaseParts } from '../case-parts.ts';
import { editsOf, headKey, headOf, payloadKey, unedited, versionKey } from '../case-rows.ts';
import { headChanges, payloadIn, storedVersionOf, versionRow } from './version-rows.ts';

/** Says which version of a recording becomes current; null: none, as it is not what the caller has in mind. */
export type VersionToRestore = (head: CaseHead) => number | null;

/** What became of it: `other`: `VersionToRestore` said null. */
export type RestoreOutcome = 'restored' | 'current' | 'no such case' | 'no such version' | 'other';

/**
 * Creates the function that makes a stored version current again, in one transaction that keeps the one before.
 */
export const versionRestorer = (parts: Pick<CaseParts, 'table' | 'tenant'>) =>
  async function restore(caseId: string, versionFor: VersionToRestore): Promise<RestoreOutcome> {
    return retryOnConflict(() => restored(parts, caseId, versionFor), {
      subject: 'the versions of a recording',
      maxTries: 20,
    });
  };

async function restored(
  { table, tenant }: Pick<CaseParts, 'table' | 'tenant'>,
  caseId: string,
  versionFor: VersionToRestore,
): Promise<RestoreOutcome | typeof CONFLICT> {
  const [head, payload] = [headKey(tenant, caseId), payloadKey(tenant, caseId)];
  const [headItem, payloadItem] = await table.batchGet([head, payload]);
  if (!headItem || !payloadItem) return 'no such case';
  const before = headOf(headItem);
  const version = versionFor(before);
  if (version === null) return 'other';
  if (versionOf(before.accepted) === version) return 'current';
  const row = versionKey(tenant, caseId, version);
  const found = await table.get(row);
  if (!found) return 'no such version';
  const done = await table.transact([
    {
      update: head,
      set: { ...headChanges(storedVersionOf(found)), edits: editsOf(headItem) + 1 },
      when: { ...unedited(headItem), pinned: { equals: before.pinned } },
    },
    { put: versionRow(tenant, before, payloadItem) },
    { update: payload, set: { ...payloadIn(found), version }, when: 'present' },
    { remove: row, when: 'present' },
  ]);
  return done ? 'restored' : CONFLICT;
}

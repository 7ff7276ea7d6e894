import type { Item, Write } from '../../../platform/world.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import type { CaseParts } from '../case-parts.ts';
import { versionRows } from './version-rows.ts';

type Parts = Pick<CaseParts, 'table' | 'tenant' | 'payloads'>;

/** The rows of a case's earlier versions; of a recording that always had one version only, nothing is read. */
export const earlierVersions = async (
  { table, tenant }: Parts,
  caseId: string,
  head: Pick<CaseHead, 'lastVersion'> | undefined,
): Promise<Item[]> => (head !== undefined && head.lastVersion === undefined ? [] : versionRows(table, tenant, caseId));

/** The writes that let earlier versions expire at another time, or never, and the rows whose blobs have moved. */
export async function keptVersions(
  parts: Parts,
  { caseId, intake, lastVersion }: CaseHead,
  { pinned, expiresAt }: { pinned: boolean; expiresAt: number | undefined },
): Promise<{ writes: Write[]; moved: Item[] }> {
  const rows = await earlierVersions(parts, caseId, { lastVersion });
  const writes: Write[] = [];
  const moved: Item[] = [];
  for (const row of rows) {
    const blob = await parts.payloads.keep(row, pinned, caseId, intake);
    if (blob.blob !== undefined) moved.push(row);
    writes.push({ update: { pk: row.pk, sk: row.sk }, set: { expiresAt, ...blob }, when: 'present' });
  }
  return { writes, moved };
}

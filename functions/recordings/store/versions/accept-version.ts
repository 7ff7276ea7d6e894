import type { StoredJson } from '../../../platform/values/stored-json.ts';
import type { Item, Write } from '../../../platform/world.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import { type Accepted, FIRST_VERSION, MAX_VERSIONS } from '../../domain/versions/case-version.ts';
import type { CaseParts } from '../case-parts.ts';
import { bytesOf, editsOf, headKey, headOf, payloadKey, unedited } from '../case-rows.ts';
import { headChanges, payloadIn, versionRow, versionRows } from './version-rows.ts';

/** A recording whose current version was read, to be replaced by another. */
export interface EditableCase {
  head: CaseHead;
  /** Number of changes that its stored payload had until then. */
  edits: number;
}

/** A version to be made current. */
export interface NewVersion {
  payload: StoredJson;
  status: number | null;
  accepted: Accepted;
}

/**
 * Creates the function that makes a new version current and keeps the one before, all in one transaction: a crash
 * before it leaves bytes that nothing names, and one after it nothing to do. False if the case is gone, or was changed
 * since it was read. The bytes of a large payload are written first.
 */
export const versionAccepter = ({ table, tenant, payloads, grow }: CaseParts) =>
  async function accept({ head: read, edits }: EditableCase, made: NewVersion): Promise<boolean> {
    const { caseId } = read;
    const [headItem, payloadItem] = await table.batchGet([headKey(tenant, caseId), payloadKey(tenant, caseId)]);
    if (!headItem || !payloadItem || editsOf(headItem) !== edits) return false;
    const head = headOf(headItem);
    const stored = await payloads.write(head, made.payload);
    const evicted = evictedOf(await versionRows(table, tenant, caseId));
    const size = await payloads.sizeOf(stored);
    const freed = evicted ? await payloads.sizeOf(payloadOf(evicted)) : 0;
    const version = { version: made.accepted.version, status: made.status, accepted: made.accepted };
    const writes: Write[] = [
      {
        update: headKey(tenant, caseId),
        set: {
          ...headChanges(version),
          lastVersion: version.version,
          edits: edits + 1,
          bytes: bytesOf(headItem) + size - freed,
        },
        when: { ...unedited(headItem), pinned: { equals: head.pinned } },
      },
      { put: versionRow(tenant, head, payloadItem) },
      {
        update: payloadKey(tenant, caseId),
        set: { ...payloadIn({ ...payloadKey(tenant, caseId), ...stored }), version: version.version },
        when: 'present',
      },
      ...(evicted ? [{ remove: { pk: evicted.pk, sk: evicted.sk } }] : []),
    ];
    const done = await table.transact(writes);
    await payloads.release(done ? evicted : stored);
    if (done) await grow(head, size - freed);
    return done;
  };

/** The version that goes when another one is stored; the first one stays. */
function evictedOf(rows: readonly Item[]): Item | undefined {
  // The current one becomes a row as well.
  if (rows.length + 2 <= MAX_VERSIONS) return undefined;
  return rows.find(({ version }) => version !== FIRST_VERSION);
}

const payloadOf = (row: Item): { data: Uint8Array } | { blob: string } => {
  const { data, blob } = payloadIn(row);
  return data ? { data } : { blob: blob ?? '' };
};

import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import type { StoredJson, StoredValue } from '../../platform/values/stored-json.ts';
import type { Blobs, Item, Table } from '../../platform/world.ts';
import { CasePayload } from '../domain/recorded-case.ts';

/** Stores payloads of cases: compressed in their row, or in a blob if they are large. */
export function casePayloads({ table, blobs }: { table: Pick<Table, 'get'>; blobs: Blobs }, tenant: string) {
  const values = inlineOrBlob(blobs);
  /**
   * The retention class of a large payload: `cases` are deleted some time after their retention, `kept` never. The
   * intake makes the key unique to this attempt, so that the blob of a rejected repeat can be removed.
   */
  const blobKey = (pinned: boolean, caseId: string, intake: string) =>
    blobKeyOf(pinned ? 'pinnedCases' : 'cases', encodeURIComponent(tenant), `${caseId}_${intake}`);

  /** A large payload may be sealed, pinned or unpinned between the reads of its row and of its blob, which moves it. */
  function followed(row: Item): StoredValue {
    const value = values.stored(row);
    if (typeof row.blob !== 'string') return value;
    return { size: value.size, bytes: async () => (await value.bytes()) ?? movedBytes(row) };
  }

  async function movedBytes({ pk, sk, blob, version }: Item): Promise<Uint8Array | undefined> {
    const row = await undefinedIfDamaged(table.get({ pk, sk }));
    return row && row.blob !== blob && row.version === version ? values.stored(row).bytes() : undefined;
  }

  return {
    write: ({ caseId, intake, pinned }: { caseId: string; intake: string; pinned: boolean }, payload: StoredJson) =>
      values.writeStored(blobKey(pinned, caseId, intake), payload),

    /** The payload of a row, to be read where it is used; undefined without a row. */
    stored: (row: Item | undefined): StoredValue | undefined => row && followed(row),

    /** Whether the bytes of a row are there and not what was stored. */
    isDamaged: values.isDamaged,

    /** Bytes of what `write` stored. */
    async sizeOf(stored: { data: Uint8Array } | { blob: string }): Promise<number> {
      if ('data' in stored) return stored.data.byteLength;
      return (await blobs.stat(stored.blob))?.sizeBytes ?? 0;
    },

    /** Undefined if the row or its bytes have expired. */
    async read(row: Item | undefined): Promise<CasePayload | undefined> {
      const value = row && (await values.read(row));
      return value === undefined ? undefined : v.parse(CasePayload, value);
    },

    /**
     * Copies a large payload to the other retention class and returns the changed member of its row; none for a small
     * one.
     */
    async keep(row: Item, pinned: boolean, caseId: string, intake: string): Promise<{ blob?: string }> {
      const blob = await values.copy(row, blobKey(pinned, caseId, intake));
      return blob === undefined ? {} : { blob };
    },

    /** Removes the blob that a row names, if any. */
    async release(row: Item | { data: Uint8Array } | { blob: string } | undefined): Promise<void> {
      if (row && 'blob' in row && typeof row.blob === 'string') await blobs.remove(row.blob);
    },
  };
}

import * as v from 'valibot';
import { blobBytes } from '../../platform/blob-bytes.ts';
import { largeValues } from '../../platform/table/large-value.ts';
import type { Blobs, Item } from '../../platform/world.ts';
import { CasePayload } from '../domain/recorded-case.ts';

/** Which store keeps a large payload: `cases` are deleted some time after their retention, `kept` never. */
type Keeping = 'cases' | 'kept';

/** Payloads of cases: compressed in their row, or in a blob where they are large. */
export function casePayloads(blobs: Blobs, tenant: string) {
  const values = largeValues(blobs);
  /** The intake makes the key this attempt's own, so that a refused repeat can be removed again. */
  const blobKey = (pinned: boolean, caseId: string, intake: string) => {
    const keeping: Keeping = pinned ? 'kept' : 'cases';
    return `${keeping}/${encodeURIComponent(tenant)}/${caseId}_${intake}`;
  };

  return {
    write: ({ caseId, intake, pinned }: { caseId: string; intake: string; pinned: boolean }, payload: CasePayload) =>
      values.write(blobKey(pinned, caseId, intake), payload),

    /** Undefined where the row or its bytes are gone. */
    async read(row: Item | undefined): Promise<CasePayload | undefined> {
      const value = row && (await values.read(row));
      return value === undefined ? undefined : v.parse(CasePayload, value);
    },

    /** Copies a large payload to the other store: the member of its row that changes, none for a small one. */
    async keep(row: Item, pinned: boolean, caseId: string, intake: string): Promise<{ blob?: string }> {
      if (typeof row.blob !== 'string') return {};
      const bytes = await blobBytes(blobs, row.blob);
      const to = blobKey(pinned, caseId, intake);
      if (bytes === undefined) return {};
      await blobs.put(to, bytes);
      return { blob: to };
    },

    /** Lets go of the blob that a row named, if any. */
    async release(row: Item | { data: Uint8Array } | { blob: string } | undefined): Promise<void> {
      if (row && 'blob' in row && typeof row.blob === 'string') await blobs.remove(row.blob);
    },
  };
}

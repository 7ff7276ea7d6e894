import type { StoredJson, StoredValue } from '../../../platform/values/stored-json.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import { versionOf } from '../../domain/versions/case-version.ts';
import type { CaseParts } from '../case-parts.ts';
import { editsOf, headKey, headOf, payloadKey, unedited, versionKey } from '../case-rows.ts';
import { type EditableCase, versionAccepter } from './accept-version.ts';
import { versionReader } from './read-version.ts';
import { versionRestorer } from './restore-version.ts';
import { currentVersionOf, payloadIn, type StoredVersion, storedVersionOf, versionRows } from './version-rows.ts';

/** What a head has of its version. */
const ofHead = ({ status, accepted }: StoredVersion) => ({ status, ...(accepted && { accepted }) });

/** The versions of recordings (see `recordingStore`). */
export function caseVersions(parts: CaseParts) {
  const { table, tenant, payloads } = parts;
  return {
    accept: versionAccepter(parts),
    restore: versionRestorer(parts),
    /** The payload of a version, current or not; undefined if it is stored no longer, or unreadable. */
    payload: versionReader(parts),

    /** A head as it is with this version; undefined if the version is stored no longer. */
    async headWith(head: CaseHead, version: number): Promise<CaseHead | undefined> {
      if (versionOf(head.accepted) === version) return head;
      const row = await table.get(versionKey(tenant, head.caseId, version));
      const { accepted: _, ...rest } = head;
      if (row) return { ...rest, ...ofHead(storedVersionOf(row)) };
      // It may have become current in the meantime.
      const current = await table.get(headKey(tenant, head.caseId));
      return current && versionOf(headOf(current).accepted) === version ? headOf(current) : undefined;
    },

    /** A recording and its payload, to be replaced by another version; undefined if it is gone. */
    async editable(caseId: string): Promise<(EditableCase & { stored: StoredValue }) | undefined> {
      const [headItem, payloadItem] = await table.batchGet([headKey(tenant, caseId), payloadKey(tenant, caseId)]);
      const stored = payloads.stored(payloadItem);
      return headItem && stored && { head: headOf(headItem), edits: editsOf(headItem), stored };
    },

    /** Every stored version of a recording, the oldest first; undefined if it is gone. */
    async list(caseId: string): Promise<{ version: StoredVersion; isCurrent: boolean }[] | undefined> {
      const headItem = await table.get(headKey(tenant, caseId));
      if (!headItem) return undefined;
      const head = headOf(headItem);
      const earlier = head.lastVersion === undefined ? [] : await versionRows(table, tenant, caseId);
      return [
        ...earlier.map((row) => ({ version: storedVersionOf(row), isCurrent: false })),
        { version: currentVersionOf(head), isCurrent: true },
      ].sort((a, b) => a.version.version - b.version.version);
    },

    /** The payloads of the versions that are not current. */
    earlierPayloads: async (caseId: string): Promise<{ version: number; stored: StoredValue }[]> =>
      (await versionRows(table, tenant, caseId)).flatMap((row) => {
        const stored = payloads.stored(row);
        return stored ? [{ version: storedVersionOf(row).version, stored }] : [];
      }),

    /**
     * Replaces the payload of a version that is not current by the same under other keys; false if the recording was
     * changed in the meantime.
     */
    async replaceEarlier(caseId: string, version: number, payload: StoredJson): Promise<boolean> {
      const headItem = await table.get(headKey(tenant, caseId));
      const rows = await versionRows(table, tenant, caseId);
      const row = rows.find((one) => one.version === version);
      if (!headItem || !row) return false;
      const stored = await payloads.write(headOf(headItem), payload);
      const done = await table.transact([
        { update: headKey(tenant, caseId), set: { edits: editsOf(headItem) + 1 }, when: unedited(headItem) },
        { update: { pk: row.pk, sk: row.sk }, set: payloadIn({ pk: row.pk, sk: row.sk, ...stored }), when: 'present' },
      ]);
      const after = 'blob' in stored ? stored.blob : null;
      if (row.blob !== after) await payloads.release(done ? row : stored);
      return done;
    },
  };
}

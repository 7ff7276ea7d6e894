import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { CaseParts } from './case-parts.ts';
import { bytesOf, editsOf, headKey, headOf, orderOf, payloadKey, pinnedKey, unedited } from './case-rows.ts';
import { linksOf } from './session-links.ts';
import { keptVersions } from './versions/keep-versions.ts';

/** Creates the function that pins a case or unpins it, with its versions; false if it does not exist. */
export const casePinner =
  (parts: CaseParts) =>
  (caseId: string, pinned: boolean): Promise<boolean> =>
    retryOnConflict(() => setPinned(parts, caseId, pinned), { subject: 'a pin of a recording', maxTries: 20 });

async function setPinned(parts: CaseParts, caseId: string, pinned: boolean): Promise<boolean | typeof CONFLICT> {
  const { table, tenant, payloads, sessions, count, expiryOf } = parts;
  const [headItem, payloadItem] = await table.batchGet([headKey(tenant, caseId), payloadKey(tenant, caseId)]);
  if (!headItem || !payloadItem) return false;
  const head = headOf(headItem);
  if (head.pinned === pinned) return true;
  const expiresAt = pinned ? undefined : expiryOf(head);
  const moved = await payloads.keep(payloadItem, pinned, caseId, head.intake);
  const versions = await keptVersions(parts, head, { pinned, expiresAt });
  const changed = await table.transact([
    {
      update: headKey(tenant, caseId),
      set: {
        pinned,
        expiresAt,
        i3pk: pinned ? pinnedKey(tenant, head.appId, head.operation) : undefined,
        i3sk: pinned ? orderOf(head) : undefined,
        edits: editsOf(headItem) + 1,
      },
      when: { pinned: { equals: !pinned }, ...unedited(headItem) },
    },
    { update: payloadKey(tenant, caseId), set: { expiresAt, ...moved }, when: 'present' },
    ...versions.writes,
  ]);
  if (changed && moved.blob !== undefined) await payloads.release(payloadItem);
  if (changed) {
    await Promise.all(versions.moved.map((row) => payloads.release(row)));
    const size = bytesOf(headItem);
    await Promise.all([
      count([{ head, size }], -1),
      count([{ head: { ...head, pinned }, size }], 1),
      sessions.keep(head.appId, caseId, linksOf(headItem), expiresAt),
    ]);
  }
  return changed || CONFLICT;
}

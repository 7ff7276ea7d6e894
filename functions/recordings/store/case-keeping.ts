import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { CaseParts } from './case-parts.ts';
import { bytesOf, headKey, headOf, orderOf, payloadKey, pinnedKey } from './case-rows.ts';
import { linksOf } from './session-links.ts';

/** Keeps cases, lets them expire again, and deletes them. */
export function caseKeeping({ table, tenant, payloads, sessions, count, expiryOf }: CaseParts) {
  async function setPinned(caseId: string, pinned: boolean): Promise<boolean> {
    const [headItem, payloadItem] = await table.batchGet([headKey(tenant, caseId), payloadKey(tenant, caseId)]);
    if (!headItem || !payloadItem) return false;
    const head = headOf(headItem);
    if (head.pinned === pinned) return true;
    const expiresAt = pinned ? undefined : expiryOf(head);
    const moved = await payloads.keep(payloadItem, pinned, caseId, head.intake);
    const changed = await table.transact([
      {
        update: headKey(tenant, caseId),
        set: {
          pinned,
          expiresAt,
          i3pk: pinned ? pinnedKey(tenant, head.appId, head.operation) : undefined,
          i3sk: pinned ? orderOf(head) : undefined,
        },
        when: { pinned: { equals: !pinned } },
      },
      { update: payloadKey(tenant, caseId), set: { expiresAt, ...moved }, when: 'present' },
    ]);
    if (changed && moved.blob !== undefined) await payloads.release(payloadItem);
    if (changed) {
      const size = bytesOf(headItem);
      await Promise.all([
        count([{ head, size }], -1),
        count([{ head: { ...head, pinned }, size }], 1),
        sessions.keep(head.appId, caseId, linksOf(headItem), expiresAt),
      ]);
    }
    return changed || (await table.get(headKey(tenant, caseId))) !== undefined;
  }

  async function remove(caseId: string): Promise<boolean> {
    let isHeadDamaged = false;
    const headItem = await undefinedIfDamaged(table.get(headKey(tenant, caseId)), () => {
      isHeadDamaged = true;
    });
    if (!headItem && !isHeadDamaged) return false;
    const payload = await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)));
    const removed = await table.transact([
      { remove: headKey(tenant, caseId), when: 'present' },
      { remove: payloadKey(tenant, caseId) },
    ]);
    // How many bytes a damaged case had is lost, so they stay counted until their time is over.
    const counted = headItem ? [{ head: headOf(headItem), size: bytesOf(headItem) }] : [];
    if (removed) {
      await Promise.all([
        payloads.release(payload),
        count(counted, -1),
        ...(headItem ? [sessions.remove(headOf(headItem).appId, caseId, linksOf(headItem))] : []),
      ]);
    }
    return removed;
  }

  return {
    /** Keeps a case permanently; false if it does not exist. */
    pin: (caseId: string) => setPinned(caseId, true),

    /** Lets a case expire again, with the usual retention after its arrival; false if it does not exist. */
    unpin: (caseId: string) => setPinned(caseId, false),

    /** Deletes a case, pinned or not; false if it does not exist. */
    remove,
  };
}

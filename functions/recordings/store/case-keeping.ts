import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { CaseParts } from './case-parts.ts';
import { bytesOf, headKey, headOf, payloadKey } from './case-rows.ts';
import { casePinner } from './pin-case.ts';
import { linksOf } from './session-links.ts';
import { earlierVersions } from './versions/keep-versions.ts';

/** Keeps cases, lets them expire again, and deletes them. */
export function caseKeeping(parts: CaseParts) {
  const { table, tenant, payloads, sessions, count } = parts;
  const setPinned = casePinner(parts);

  async function remove(caseId: string): Promise<boolean> {
    let isHeadDamaged = false;
    const headItem = await undefinedIfDamaged(table.get(headKey(tenant, caseId)), () => {
      isHeadDamaged = true;
    });
    if (!headItem && !isHeadDamaged) return false;
    const payload = await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)));
    const versions = await earlierVersions(parts, caseId, headItem && headOf(headItem));
    const removed = await table.transact([
      { remove: headKey(tenant, caseId), when: 'present' },
      { remove: payloadKey(tenant, caseId) },
      ...versions.map(({ pk, sk }) => ({ remove: { pk, sk } })),
    ]);
    // How many bytes a damaged case had is lost, so they stay counted until their time is over.
    const counted = headItem ? [{ head: headOf(headItem), size: bytesOf(headItem) }] : [];
    if (removed) {
      await Promise.all([
        ...[payload, ...versions].map((row) => payloads.release(row)),
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

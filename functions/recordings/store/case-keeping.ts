import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { CaseParts } from './case-parts.ts';
import { bytesOf, headKey, headOf, payloadKey } from './case-rows.ts';
import { casePinner } from './pin-case.ts';
import { linksOf } from './session-links.ts';
import { earlierVersions } from './versions/keep-versions.ts';

/** A case that is gone, and its stored bytes. */
interface Counted {
  head: CaseHead;
  size: number;
}

/** Keeps cases, lets them expire again, and deletes them. */
export function caseKeeping(parts: CaseParts) {
  const { table, tenant, payloads, sessions, count } = parts;
  const setPinned = casePinner(parts);

  /**
   * Deletes a case, `ofAll` also a pinned one. Returns what is to be counted as gone; undefined if nothing was deleted.
   */
  async function removeRows(caseId: string, ofAll: boolean): Promise<Counted[] | undefined> {
    let isHeadDamaged = false;
    const headItem = await undefinedIfDamaged(table.get(headKey(tenant, caseId)), () => {
      isHeadDamaged = true;
    });
    if (!headItem && !isHeadDamaged) return undefined;
    const payload = await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)));
    const versions = await earlierVersions(parts, caseId, headItem && headOf(headItem));
    const removed = await table.transact([
      { remove: headKey(tenant, caseId), when: ofAll || isHeadDamaged ? 'present' : { pinned: { equals: false } } },
      { remove: payloadKey(tenant, caseId) },
      ...versions.map(({ pk, sk }) => ({ remove: { pk, sk } })),
    ]);
    if (!removed) return undefined;
    await Promise.all([
      ...[payload, ...versions].map((row) => payloads.release(row)),
      ...(headItem ? [sessions.remove(headOf(headItem).appId, caseId, linksOf(headItem))] : []),
    ]);
    // How many bytes a damaged case had is lost, so they stay counted until their time is over.
    return headItem ? [{ head: headOf(headItem), size: bytesOf(headItem) }] : [];
  }

  async function remove(caseId: string): Promise<boolean> {
    const counted = await removeRows(caseId, true);
    if (counted !== undefined) await count(counted, -1);
    return counted !== undefined;
  }

  return {
    /** Keeps a case permanently; false if it does not exist. */
    pin: (caseId: string) => setPinned(caseId, true),

    /** Lets a case expire again, with the usual retention after its arrival; false if it does not exist. */
    unpin: (caseId: string) => setPinned(caseId, false),

    /** Deletes a case, pinned or not; false if it does not exist. */
    remove,

    /** Deletes those of some cases that are not pinned, and returns how many; they are counted together. */
    async removeRolling(caseIds: readonly string[]): Promise<number> {
      const settled = await Promise.allSettled(caseIds.map((caseId) => removeRows(caseId, false)));
      const removed = settled.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []));
      await count(removed.flat(), -1);
      const failed = settled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return removed.length;
    },
  };
}

import { applicationKey } from '../../applications/store/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { World } from '../../platform/world.ts';
import type { NewCase } from '../domain/read-case.ts';
import type { CaseHead, CasePayload } from '../domain/recorded-case.ts';
import { caseLists } from './case-lists.ts';
import { casePayloads } from './case-payloads.ts';
import { headKey, headOf, headRow, orderOf, payloadKey, pinnedKey } from './case-rows.ts';
import { operationRegister } from './operation-register.ts';

export type RecordingStore = ReturnType<typeof recordingStore>;

/** Maximum rows per read of the table. */
const BATCH = 1000;

/**
 * Stores recorded cases (interface 10). Every key starts with `T#<tenant>#`:
 *
 * | row         | pk                         | sk               | indexes |
 * | ----------- | -------------------------- | ---------------- | ------- |
 * | head        | `CASE#<caseId>`            | `CASE`           | i1 `CASES#<app>#<operation>`, i2 `TRACE#<traceId>`, i3 `PINNED#<app>#<operation>` (pinned only), each by `<recordedAt>#<intake>#<caseId>` |
 * | payload     | `CASE#<caseId>`            | `PAYLOAD`        | |
 * | endpoint    | `APP#<app>`                | `OP#<operation>` | |
 * | application | `APPS`                     | `<app>`          | |
 *
 * `<app>` is percent-encoded. Rolling cases expire `retentionMs` after their arrival, whenever they were recorded; pinned
 * ones never do.
 */
export function recordingStore(
  { table, blobs, now }: Pick<World, 'table' | 'blobs' | 'now'>,
  tenant: string,
  retentionMs: number,
) {
  const payloads = casePayloads(blobs, tenant);
  const register = operationRegister(table, tenant);
  let taken = 0;

  async function operationsOf(appId: string): Promise<string[]> {
    const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: 'OP#' });
    return Array.fromAsync(rows, ({ sk }) => sk.slice('OP#'.length));
  }

  async function add(one: NewCase, intake: string): Promise<'accepted' | 'duplicate'> {
    const { request, response, calls, ...rest } = one;
    const head: CaseHead = { ...rest, intake };
    const expiresAt = head.pinned ? undefined : expiryOf(head);
    const stored = await payloads.write(head, { request, response, calls });
    const added = await table.transact([
      { put: headRow(tenant, head, expiresAt), when: 'absent' },
      { put: { ...payloadKey(tenant, head.caseId), ...stored, expiresAt } },
    ]);
    if (!added) await payloads.release(stored);
    return added ? 'accepted' : 'duplicate';
  }

  const expiryOf = ({ intake }: Pick<CaseHead, 'intake'>) => Number(intake.slice(0, intake.indexOf('-'))) + retentionMs;

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
    return changed || (await table.get(headKey(tenant, caseId))) !== undefined;
  }

  return {
    ...caseLists(table, tenant, operationsOf),
    operationsOf,

    /** Stores cases in order and returns for each whether it was new; durable when resolved. */
    async add(cases: readonly NewCase[]): Promise<('accepted' | 'duplicate')[]> {
      await register(cases);
      const time = paddedTime(now());
      const seen = new Set<string>();
      return Promise.all(
        cases.map(async (one) => {
          if (seen.has(one.caseId)) return 'duplicate';
          seen.add(one.caseId);
          return add(one, `${time}-${padded(taken++ % 1e9, 9)}`);
        }),
      );
    },

    /** The applications that have recordings, by name. */
    apps: async (): Promise<string[]> =>
      Array.fromAsync(queryAll(table, { pk: `T#${tenant}#APPS` }), ({ sk }) => decodeURIComponent(sk)),

    async find(caseId: string): Promise<CaseHead | undefined> {
      const row = await table.get(headKey(tenant, caseId));
      return row && headOf(row);
    },

    /** One entry per caseId, in order; undefined if a case no longer exists. */
    async payloads(caseIds: readonly string[]): Promise<(CasePayload | undefined)[]> {
      const found: (CasePayload | undefined)[] = [];
      for (let at = 0; at < caseIds.length; at += BATCH) {
        const rows = await table.batchGet(caseIds.slice(at, at + BATCH).map((caseId) => payloadKey(tenant, caseId)));
        found.push(...(await Promise.all(rows.map(payloads.read))));
      }
      return found;
    },

    /** Keeps a case permanently; false if it does not exist. */
    pin: (caseId: string) => setPinned(caseId, true),

    /** Lets a case expire again, with the usual retention after its arrival; false if it does not exist. */
    unpin: (caseId: string) => setPinned(caseId, false),

    /** Deletes a case, pinned or not; false if it does not exist. */
    async remove(caseId: string): Promise<boolean> {
      const payload = await table.get(payloadKey(tenant, caseId));
      const removed = await table.transact([
        { remove: headKey(tenant, caseId), when: 'present' },
        { remove: payloadKey(tenant, caseId) },
      ]);
      if (removed) await payloads.release(payload);
      return removed;
    },
  };
}

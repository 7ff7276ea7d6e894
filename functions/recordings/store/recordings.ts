import { queryAll } from '../../platform/table/query-all.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { Item, World } from '../../platform/world.ts';
import type { NewCase } from '../domain/read-case.ts';
import type { CaseHead, CasePayload } from '../domain/recorded-case.ts';
import type { InferredSession } from '../domain/sessions/infer-sessions.ts';
import { type StoredCase, storedCase } from '../domain/stored-case.ts';
import { applicationRemover } from './application-remover.ts';
import { callsRegister } from './calls-register.ts';
import { caseBytes } from './case-bytes.ts';
import { caseLists } from './case-lists.ts';
import { casePayloads } from './case-payloads.ts';
import { arrivalOf, bytesOf, headKey, headOf, headRow, orderOf, payloadKey, pinnedKey } from './case-rows.ts';
import { type AddOutcome, knownCase } from './known-cases.ts';
import { oldestCases } from './oldest-cases.ts';
import { operationRegister } from './operation-register.ts';
import { recordedEndpoints } from './recorded-endpoints.ts';
import { registerCases } from './register-cases.ts';
import { caseRenamer } from './rename-case.ts';
import { payloadReplacer } from './replace-payload.ts';
import { linksOf, sessionLinks } from './session-links.ts';

export type RecordingStore = ReturnType<typeof recordingStore>;

/** How long rolling cases stay, and how many bytes of them an application may have. */
export interface Retention {
  retentionMs: number;
  /** Null: any number. */
  maxBytes?: number | null;
}

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
 * | its methods | `APP#<app>`                | `METHOD#<method> <operation>` | |
 * | application | `APPS`                     | `<app>`          | |
 * | calls       | `APP#<app>`                | `CALLS`: downstream calls are known (calls-register.ts) | |
 * | bytes       | `APP#<app>`                | `BYTES#<hour>#<writer>`, `BYTES.PINNED` (case-bytes.ts) | |
 * | session     | `CASESESSION#<app>#<key>`  | `LINK` (session-links.ts) | |
 *
 * `<app>` is percent-encoded. Rolling cases expire `retentionMs` after their arrival, whenever they were recorded; pinned
 * ones never do. Where `maxBytes` is set, the oldest rolling cases of an application go as soon as it has more.
 */
export function recordingStore(
  { table, blobs, now, newId }: Pick<World, 'table' | 'blobs' | 'now' | 'newId'>,
  tenant: string,
  { retentionMs, maxBytes = null }: Retention,
) {
  const bytes = caseBytes({ table, now, tenant, retentionMs, writer: newId() });
  const payloads = casePayloads(blobs, tenant);
  const operations = operationRegister(table, tenant);
  const { operationsOf, endpointsOf } = recordedEndpoints(table, tenant);
  const lists = caseLists(table, tenant, operationsOf);
  const calls = callsRegister(table, tenant);
  const register = registerCases({ table, tenant, operations, calls });
  const sessions = sessionLinks(table, tenant);
  let taken = 0;

  /** Writes the payload, which is not a case before its head is there. */
  async function prepare({ head: rest, payload }: StoredCase, { session, links }: InferredSession, intake: string) {
    const head: CaseHead = { ...rest, session, intake };
    const stored = await payloads.write(head, payload);
    const size = (await payloads.sizeOf(stored)) + Buffer.byteLength(JSON.stringify(head));
    return { head, stored, size, links };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  async function add({ head, stored, size, links }: Prepared): Promise<'accepted' | 'duplicate'> {
    const expiresAt = head.pinned ? undefined : expiryOf(head);
    const added = await table.transact([
      { put: { ...headRow(tenant, head, expiresAt, size), ...linkedKeys(links) }, when: 'absent' },
      { put: { ...payloadKey(tenant, head.caseId), ...stored, expiresAt } },
      ...sessions.rows(head.appId, links, expiresAt),
    ]);
    if (!added) await payloads.release(stored);
    return added ? 'accepted' : 'duplicate';
  }

  /** Notes the bytes of cases that were added or, by a sign of -1, are gone. */
  async function count(cases: readonly { head: CaseHead; size: number }[], sign: 1 | -1): Promise<void> {
    const pinned = Map.groupBy(
      cases.filter(({ head }) => head.pinned),
      ({ head }) => head.appId,
    );
    const rolling = cases.filter(({ head }) => !head.pinned);
    await Promise.all([
      bytes.add(
        rolling.map(({ head, size }) => ({
          appId: head.appId,
          arrivedAt: arrivalOf(head),
          bytes: sign * size,
          cases: sign,
        })),
      ),
      ...[...pinned].map(([appId, list]) =>
        bytes.addPinned(appId, sign * list.reduce((sum, { size }) => sum + size, 0)),
      ),
    ]);
  }

  const expiryOf = (head: Pick<CaseHead, 'intake'>) => arrivalOf(head) + retentionMs;

  async function payloadRows(caseIds: readonly string[]): Promise<(Item | undefined)[]> {
    const keys = caseIds.map((caseId) => payloadKey(tenant, caseId));
    const rows = await undefinedIfDamaged(table.batchGet(keys));
    // One damaged row hides the others of a batch.
    return rows ?? Promise.all(keys.map((key) => undefinedIfDamaged(table.get(key))));
  }

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

  const { removeOldest } = oldestCases({ table, tenant, operationsOf, remove, rollingOf: bytes.rollingOf, maxBytes });

  /** The sessions of distinct cases. */
  async function inferredOf(cases: readonly StoredCase[]): Promise<Map<StoredCase, InferredSession>> {
    const asked = cases.map((one) => {
      const { caseId, appId, recordedAt, session, credentials = null } = one.head;
      return { one, caseId, appId, recordedAt, session, credentials, places: one.places };
    });
    const found = await sessions.infer(asked);
    return new Map([...found].map(([{ one }, session]) => [one, session]));
  }

  /** The same for cases that are in the form that they are kept in. */
  async function addStored(cases: readonly StoredCase[]): Promise<AddOutcome[]> {
    const time = paddedTime(now());
    const first = new Map(cases.toReversed().map((one) => [one.head.caseId, one]));
    const distinct = cases.filter((one) => first.get(one.head.caseId) === one);
    await register(distinct);
    const inferred = await inferredOf(distinct);
    const prepared = await Promise.all(
      cases.map((one) => {
        const session = inferred.get(one);
        return session ? prepare(one, session, `${time}-${padded(taken++ % 1e9, 9)}`) : null;
      }),
    );
    // Submitted in one turn: the count costs no fsync of its own.
    const [settled] = await Promise.all([
      Promise.allSettled(prepared.map((one) => (one === null ? ('duplicate' as const) : add(one)))),
      count(prepared.filter(isNew), 1),
    ]);
    const isStored = settled.map((one) => one.status === 'fulfilled' && one.value === 'accepted');
    const others = prepared.filter((_, at) => !isStored[at]).filter(isNew);
    if (others.length > 0) await count(others, -1);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    for (const appId of new Set(cases.map(({ head }) => head.appId))) await removeOldest(appId);
    return Promise.all(cases.map(({ head }, at) => (isStored[at] ? 'accepted' : knownCase(table, tenant, head))));
  }

  return {
    ...lists,
    operationsOf,
    endpointsOf,
    /** Stored bytes of an application's cases. */
    bytesOf: bytes.of,
    /** Cases that came in by the hour. */
    perHour: bytes.perHour,

    /** Stores cases in order and returns for each whether it is new; durable when resolved. */
    add: (cases: readonly NewCase[]) => addStored(cases.map(storedCase)),
    addStored,

    /** Whether downstream calls of an application are known, and that they are. */
    hasCalls: calls.has,
    noteCalls: calls.note,

    /** The applications that have recordings, by name. */
    apps: async (): Promise<string[]> =>
      Array.fromAsync(queryAll(table, { pk: `T#${tenant}#APPS` }), ({ sk }) => decodeURIComponent(sk)),

    /** The recorded responses that issued credentials of an application, by the keys of these. */
    issuersOf: sessions.find,

    /** Throws DamagedData if its row is damaged. */
    async find(caseId: string): Promise<CaseHead | undefined> {
      const row = await table.get(headKey(tenant, caseId));
      return row && headOf(row);
    },

    /** One entry per caseId, in order; undefined if a case no longer exists, or is unreadable. */
    async payloads(caseIds: readonly string[]): Promise<(CasePayload | undefined)[]> {
      const found: (CasePayload | undefined)[] = [];
      for (let at = 0; at < caseIds.length; at += BATCH) {
        const rows = await payloadRows(caseIds.slice(at, at + BATCH));
        found.push(...(await Promise.all(rows.map((row) => undefinedIfDamaged(payloads.read(row))))));
      }
      return found;
    },

    /** The payload of a case, to be read where it is used; undefined if the case no longer exists, or is unreadable. */
    storedPayload: async (caseId: string): Promise<StoredValue | undefined> =>
      payloads.stored(await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)))),

    /** The same for at most 1,000 cases, in order. */
    storedPayloads: async (caseIds: readonly string[]): Promise<(StoredValue | undefined)[]> =>
      (await payloadRows(caseIds)).map(payloads.stored),

    /** Whether a case exists whose head or payload is damaged. */
    async isUnreadable(caseId: string): Promise<boolean> {
      let isDamaged = false;
      const note = () => {
        isDamaged = true;
      };
      await undefinedIfDamaged(table.get(headKey(tenant, caseId)), note);
      const row = await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)), note);
      return isDamaged || (row !== undefined && payloads.isDamaged(row));
    },

    /** The links of credentials by their keys, for the sessions of a selection (docs/sessions.md). */
    sessionLinks: sessions.find,

    /** Keeps a case permanently; false if it does not exist. */
    pin: (caseId: string) => setPinned(caseId, true),

    /** Lets a case expire again, with the usual retention after its arrival; false if it does not exist. */
    unpin: (caseId: string) => setPinned(caseId, false),

    // For renaming endpoints (rename-endpoints.ts).
    rename: caseRenamer(table, tenant),
    registerEndpoints: operations.register,
    removeOperation: operations.removeOperation,

    replacePayload: payloadReplacer({ table, tenant, payloads, sessions }),

    /** Deletes a case, pinned or not; false if it does not exist. */
    remove,

    removeApplication: applicationRemover({ lists, operationsOf, remove, forget: operations.forget }),
  };
}

/** The keys of the links that a case wrote, so that they stay and go with it. */
const linkedKeys = (links: InferredSession['links']) => (links.length > 0 ? { links: links.map(([key]) => key) } : {});

const isNew = <T>(one: T | null): one is T => one !== null;

import { queryAll } from '../../platform/table/query-all.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Table, World } from '../../platform/world.ts';
import type { NewCase } from '../domain/parse-case.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { storedCase } from '../domain/stored-case.ts';
import { applicationRemover } from './application-remover.ts';
import { callsRegister } from './calls-register.ts';
import { caseBytes } from './case-bytes.ts';
import { caseIntake } from './case-intake.ts';
import { caseKeeping } from './case-keeping.ts';
import { caseLists } from './case-lists.ts';
import { caseCount, caseGrowth } from './case-parts.ts';
import { casePayloads } from './case-payloads.ts';
import { caseReads } from './case-reads.ts';
import { arrivalOf } from './case-rows.ts';
import { calledCounts } from './counts/called-counts.ts';
import { olderCases } from './older-cases.ts';
import { oldestCases } from './oldest-cases.ts';
import { operationRegister } from './operation-register.ts';
import { personalDataStore } from './personal/personal-data.ts';
import { recordedEndpoints } from './recorded-endpoints.ts';
import { registerCases } from './register-cases.ts';
import { caseRenamer } from './rename-case.ts';
import { payloadReplacer } from './replace-payload.ts';
import { earlyCases } from './retention/early-cases.ts';
import { sessionLinks } from './session-links.ts';
import { caseVersions } from './versions/case-versions.ts';

export type RecordingStore = ReturnType<typeof recordingStore>;

/** How long rolling cases stay, and how many bytes of them an application may have. */
export interface Retention {
  retentionMs: number;
  /** Null: any number. */
  maxBytes?: number | null;
  /**
   * How much shorter than that an application keeps its cases: a pass deletes them (docs/retention.md). By default 0.
   */
  shorterByMs?(appId: string): Promise<number>;
}

/**
 * Stores recorded cases (interface 10). Every key starts with `T#<tenant>#`:
 *
 * | row         | pk                         | sk               | indexes |
 * | ----------- | -------------------------- | ---------------- | ------- |
 * | head        | `CASE#<caseId>`            | `CASE`           | i1 `CASES#<app>#<operation>`, i2 `TRACE#<traceId>`, i3 `PINNED#<app>#<operation>` (pinned only), each by `<recordedAt>#<intake>#<caseId>` |
 * | payload     | `CASE#<caseId>`            | `PAYLOAD`        | |
 * | version     | `CASE#<caseId>`            | `VERSION#<n>`: one that is not current (versions/case-versions.ts) | |
 * | endpoint    | `APP#<app>`                | `OP#<operation>` | |
 * | its methods | `APP#<app>`                | `METHOD#<method> <operation>` | |
 * | application | `APPS`                     | `<app>`          | |
 * | calls       | `APP#<app>`                | `CALLS`: downstream calls are known (calls-register.ts) | |
 * | personal data | `APP#<app>`              | `PII#<method> <operation>`, `SEALING-PASS` (personal/) | |
 * | bytes       | `APP#<app>`                | `BYTES#<hour>#<writer>`, `BYTES.PINNED` (case-bytes.ts) | |
 * | session     | `CASESESSION#<app>#<key>`  | `LINK` (session-links.ts) | |
 *
 * `<app>` is percent-encoded. Rolling cases expire `retentionMs` after their arrival, whenever they were recorded;
 * pinned ones never do. Where `maxBytes` is set, the oldest rolling cases of an application go as soon as it has more.
 */
export function recordingStore(
  { table, blobs, now, elapsed, newId }: Pick<World, 'table' | 'blobs' | 'now' | 'elapsed' | 'newId'>,
  tenant: string,
  { retentionMs, maxBytes = null, shorterByMs = async () => 0 }: Retention,
) {
  const bytes = caseBytes({ table, now, tenant, retentionMs, writer: newId() });
  const payloads = casePayloads({ table, blobs }, tenant);
  const operations = operationRegister(table, tenant);
  const { operationsOf, endpointsOf } = recordedEndpoints(table, tenant);
  const lists = caseLists(table, tenant, operationsOf);
  const calls = callsRegister({ table, elapsed }, tenant);
  const register = registerCases({ table, tenant, operations, calls });
  const personalData = personalDataStore(table, tenant, newId);
  const forget = forgetting(operations, personalData);
  const sessions = sessionLinks(table, tenant);
  const expiryOf = (head: Pick<CaseHead, 'intake'>) => arrivalOf(head) + retentionMs;
  const parts = { table, tenant, payloads, sessions, count: caseCount(bytes), grow: caseGrowth(bytes), expiryOf };
  const keeping = caseKeeping(parts);
  const { remove, removeRolling } = keeping;
  const early = earlyCases({ table, tenant, operationsOf, removeRolling });
  const { removeOldest } = oldestCases({ table, tenant, operationsOf, remove, rollingOf: bytes.rollingOf, maxBytes });

  const addStored = caseIntake({ ...parts, now, register, removeOldest });

  return {
    ...lists,
    ...caseReads(table, tenant, payloads),
    ...keeping,
    operationsOf,
    endpointsOf,
    olderThan: olderCases(lists.newest, expiryOf, shorterByMs),
    /** Of an application's cases: stored bytes, number, number by the hour of arrival, and calls by service. */
    bytesOf: bytes.of,
    countOf: bytes.countOf,
    perHour: bytes.perHour,
    callsOf: calledCounts(table, tenant),
    ...early,

    /** Stores cases in order and returns for each whether it is new; durable when resolved. */
    add: (cases: readonly NewCase[]) => addStored(cases.map(storedCase)),
    /** The same for cases that are in the form that they are kept in. */
    addStored,

    /** Whether downstream calls of an application are known, and that they are. */
    hasCalls: calls.has,
    noteCalls: calls.note,

    /** The applications that have recordings, by name. */
    apps: () => appsOf(table, tenant),

    /** The recorded responses that issued credentials of an application, by the keys of these. */
    issuersOf: sessions.find,

    /** The links of credentials by their keys, for the sessions of a selection (docs/sessions.md). */
    sessionLinks: sessions.find,

    personalData,
    versions: caseVersions(parts),
    // For renaming endpoints (rename-endpoints.ts).
    rename: caseRenamer(table, tenant),
    registerEndpoints: operations.register,
    removeOperation: forget.operation,

    replacePayload: payloadReplacer({ table, tenant, payloads, sessions }),

    removeApplication: applicationRemover({ lists, operationsOf, remove, forget: forget.application }),
  };
}

const appsOf = (table: Table, tenant: string): Promise<string[]> =>
  Array.fromAsync(queryAll(table, { pk: partitionOf('applicationNames', tenant) }), ({ sk }) => decodeURIComponent(sk));

/** Forgets what is known of an endpoint, or an application, without cases. */
function forgetting(
  operations: ReturnType<typeof operationRegister>,
  personalData: ReturnType<typeof personalDataStore>,
) {
  return {
    async operation(appId: string, operation: string, methods: readonly string[]): Promise<void> {
      await operations.removeOperation(appId, operation, methods);
      const endpoints = methods.map((method) => ({ method, operation }));
      await personalData.remove(appId, endpoints);
    },

    async application(appId: string): Promise<void> {
      await operations.forget(appId);
      await personalData.remove(appId, await personalData.of(appId));
      await personalData.passes.remove(appId);
    },
  };
}

import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';
import { RecordedCall } from '../../recordings/domain/recorded-case.ts';

/** What a call that belongs to no request is found by: its target, and its canonical request or its operation. */
export interface StartupKey {
  target: string;
  part: 'request' | 'operation';
  key: string;
}

/** Maximum rows per write of the table. */
const BATCH = 1000;

/**
 * Stores the calls that an application made outside of requests, the newest of equal ones: pk `T#<tenant>#APP#<app>`,
 * sk `STARTUP#<digest of target and request>`, and the newest of an operation, `STARTUP#<digest of target and
 * operation>`. They expire as recordings do.
 */
export function startupCalls(
  { table, blobs, now }: Pick<World, 'table' | 'blobs' | 'now'>,
  tenant: string,
  retentionMs: number,
) {
  const values = inlineOrBlob(blobs);
  const keyOf = (appId: string, { target, part, key }: StartupKey) => ({
    pk: applicationKey(tenant, appId),
    sk: `STARTUP#${sha256Hex(JSON.stringify([target, part, key])).slice(0, 32)}`,
  });

  return {
    /** Replaces equal calls of before; durable when resolved. */
    async put(appId: string, calls: readonly (StartupKey & { call: RecordedCall })[]): Promise<void> {
      const newest = new Map(calls.map((one) => [keyOf(appId, one).sk, one]));
      const rows = await Promise.all(
        [...newest.values()].map(async (one) => {
          const key = keyOf(appId, one);
          const blob = blobKeyOf('startupCalls', encodeURIComponent(tenant), key.sk.slice('STARTUP#'.length));
          return { ...key, ...(await values.write(blob, one.call)), expiresAt: now() + retentionMs };
        }),
      );
      for (let at = 0; at < rows.length; at += BATCH) await table.batchPut(rows.slice(at, at + BATCH));
    },

    /** Deletes the calls of an application that were stored before a time (epoch ms). */
    async removeBefore(appId: string, time: number): Promise<void> {
      const pk = applicationKey(tenant, appId);
      for await (const { sk, expiresAt, blob } of queryAll(table, { pk, prefix: 'STARTUP#', damaged: 'marked' })) {
        if (expiresAt === undefined || expiresAt >= time + retentionMs) continue;
        // One that was replaced in the meantime stays.
        const isRemoved = await table.remove({ pk, sk }, { when: { expiresAt: { equals: expiresAt } } });
        if (isRemoved && typeof blob === 'string') await blobs.remove(blob);
      }
    },

    /** Undefined without an equal one. */
    async find(appId: string, key: StartupKey): Promise<RecordedCall | undefined> {
      const row = await table.get(keyOf(appId, key));
      const value = row && (await values.read(row));
      return value === undefined ? undefined : v.parse(RecordedCall, value);
    },
  };
}

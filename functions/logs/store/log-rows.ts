import { constants, zstdCompressSync } from 'node:zlib';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { Item, World } from '../../platform/world.ts';
import type { LogRow } from '../domain/log-row.ts';
import { isTraceId } from '../domain/rows-of-export.ts';
import { logPages, SCHEMA } from './log-pages.ts';

const CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Rows per write of the table. */
const BATCH = 1000;

/** Maximum bytes of an inline body; a longer one is stored as a blob. */
const MAX_INLINE_BYTES = 16 * 1024;

/** The rows of a lookup, read lazily; `warnings` is complete when they have ended. */
export interface LogRows extends AsyncIterable<LogRow> {
  /** The same rows in the batches they are read in: most of the cost of a million rows is iterating one by one. */
  pages(): AsyncGenerator<LogRow[]>;
  /** What was skipped (spec 2.8). */
  readonly warnings: readonly string[];
}

/**
 * Stores log rows of traces (spec 2.8, 4.9): pk `T#<tenant>#LOG#<traceId>`, sk `<timestamp>#<intake>`, so that rows
 * ascend by timestamp and then by arrival. A row states its `schema`. Rows expire `retentionMs` after their arrival,
 * which is at most the lifetime of blobs of the class `plans`.
 */
export function logRowStore(
  { table, blobs, now, newId }: Pick<World, 'table' | 'blobs' | 'now' | 'newId'>,
  tenant: string,
  retentionMs: number,
) {
  const keyOf = (traceId: string) => partitionOf('logs', tenant, traceId);
  /** Distinguishes rows that two processes receive in the same millisecond. */
  const writer = newId().slice(0, 12);
  let taken = 0;

  async function itemOf({ body, ...row }: LogRow, time: number): Promise<Item> {
    const intake = `${paddedTime(time)}-${padded(taken++ % 1e9, 9)}-${writer}`;
    return {
      pk: keyOf(row.trace_id),
      sk: `${paddedTime(row.timestamp)}#${intake}`,
      schema: SCHEMA,
      ...row,
      ...(await storedBody(body, blobKeyOf('logs', encodeURIComponent(tenant), row.trace_id, intake))),
      expiresAt: time + retentionMs,
    };
  }

  async function storedBody(body: string, blob: string): Promise<{ body: string } | { blob: string }> {
    if (body.length <= MAX_INLINE_BYTES / 3 || Buffer.byteLength(body) <= MAX_INLINE_BYTES) return { body };
    await blobs.put(blob, zstdCompressSync(body, CHECKSUM));
    return { blob };
  }

  return {
    /** The partition that holds the rows of a trace. */
    partitionOf: keyOf,

    /** Stores rows in order; durable when resolved. */
    async append(rows: readonly LogRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += BATCH) {
        const time = now();
        await table.batchPut(await Promise.all(rows.slice(at, at + BATCH).map((row) => itemOf(row, time))));
      }
    },

    /**
     * Rows of a trace with since <= timestamp < until (epoch ms), ascending, then by arrival; memory use does not grow
     * with their number.
     */
    rowsOf(traceId: string, since: number, until: number): LogRows {
      const warnings: string[] = [];
      const query = { pk: keyOf(traceId), from: paddedTime(since), to: paddedTime(until) };
      async function* pages(): AsyncGenerator<LogRow[]> {
        if (isTraceId(traceId) && since < until) yield* logPages({ table, blobs }, query, warnings);
      }
      async function* rows(): AsyncGenerator<LogRow> {
        for await (const page of pages()) yield* page;
      }
      return { warnings, pages, [Symbol.asyncIterator]: rows };
    },
  };
}

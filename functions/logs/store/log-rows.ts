import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { blobBytes } from '../../platform/blob-bytes.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { Item, World } from '../../platform/world.ts';
import { LogRow } from '../domain/log-row.ts';
import { isTraceId } from '../domain/rows-of-export.ts';

/** The schema version that this code writes, and the newest that it reads (interface 2.8). */
const SCHEMA = 1;

const CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Rows per write of the table. */
const BATCH = 1000;

/** Rows per read: with the largest inline bodies some 2 MB, regardless of the size of the trace. */
const PAGE = 100;

/** Maximum characters of blob bodies held at a time; the body that exceeds it ends its page. */
const MAX_BLOB_BYTES_PER_PAGE = 1024 * 1024;

/** Maximum bytes of an inline body; a longer one is stored as a blob. */
const MAX_INLINE_BYTES = 16 * 1024;

/** The row, or why it was skipped. */
const read = (item: Item): LogRow | string =>
  typeof item.schema === 'number' && item.schema > SCHEMA ? NEWER : v.parse(LogRow, item);

/** Warnings of a lookup about skipped rows, each reported once. */
const NEWER = `rows of a newer schema version were skipped: this reader knows version ${SCHEMA}`;
const UNREADABLE_BODY = 'rows were skipped: what is stored of their bodies is damaged';
const WITHOUT_BODY = 'rows were skipped: their bodies are no longer stored';

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
  const keyOf = (traceId: string) => `T#${tenant}#LOG#${traceId}`;
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
      ...(await storedBody(body, `plans/logs/${encodeURIComponent(tenant)}/${row.trace_id}/${intake}`)),
      expiresAt: time + retentionMs,
    };
  }

  async function storedBody(body: string, blob: string): Promise<{ body: string } | { blob: string }> {
    if (body.length <= MAX_INLINE_BYTES / 3 || Buffer.byteLength(body) <= MAX_INLINE_BYTES) return { body };
    await blobs.put(blob, zstdCompressSync(body, CHECKSUM));
    return { blob };
  }

  async function withBody(item: Item, blob: string): Promise<LogRow | string> {
    const bytes = await blobBytes(blobs, blob);
    if (bytes === undefined) return WITHOUT_BODY;
    try {
      return read({ ...item, body: zstdDecompressSync(bytes).toString() });
    } catch {
      // Truncated or changed since: the frame has a checksum of its content.
      return UNREADABLE_BODY;
    }
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
      const query = { pk: keyOf(traceId), from: paddedTime(since), to: paddedTime(until), limit: PAGE };
      async function* pages(): AsyncGenerator<LogRow[]> {
        if (!isTraceId(traceId) || since >= until) return;
        let after: string | null | undefined;
        do {
          const page = await table.query(after ? { ...query, after } : query);
          let rows: LogRow[] = [];
          let fromBlobs = 0;
          for (const item of page.items) {
            const row = typeof item.blob === 'string' ? await withBody(item, item.blob) : read(item);
            if (typeof row === 'string') {
              if (!warnings.includes(row)) warnings.push(row);
              continue;
            }
            rows.push(row);
            if (typeof item.blob === 'string') fromBlobs += row.body.length;
            if (fromBlobs < MAX_BLOB_BYTES_PER_PAGE) continue;
            yield rows;
            rows = [];
            fromBlobs = 0;
          }
          yield rows;
          after = page.next;
        } while (after !== null);
      }
      async function* rows(): AsyncGenerator<LogRow> {
        for await (const page of pages()) yield* page;
      }
      return { warnings, pages, [Symbol.asyncIterator]: rows };
    },
  };
}

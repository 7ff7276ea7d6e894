import { zstdDecompressSync } from 'node:zlib';
import * as v from 'valibot';
import { blobBytes } from '../../platform/blob-bytes.ts';
import type { Blobs, Item, Query, World } from '../../platform/world.ts';
import { LogRow } from '../domain/log-row.ts';

/** The schema version that this code writes, and the newest that it reads (interface 2.8). */
export const SCHEMA = 1;

/** Maximum characters of blob bodies held at a time; the body that exceeds it ends its page. */
const MAX_BLOB_BYTES_PER_PAGE = 1024 * 1024;

/**
 * Rows of the first read of a lookup: with the largest inline bodies some 2 MB, regardless of the size of the trace.
 */
const FIRST_PAGE = 100;
/** Rows of a later read, at most. */
const MAX_PAGE = 1000;
/** Maximum characters of inline bodies of a later read, if they are as long as those before. */
const MAX_CHARACTERS = 1024 * 1024;

/** Rows of the next read: short ones come in fewer reads, each of which DynamoDB takes some milliseconds for. */
function nextLimit(items: readonly Item[]): number {
  const characters = items.reduce((sum, { body }) => sum + (typeof body === 'string' ? body.length : 0), 0);
  const rows = Math.floor((MAX_CHARACTERS * items.length) / Math.max(characters, 1));
  return Math.max(FIRST_PAGE, Math.min(MAX_PAGE, rows));
}

/** The row, or why it was skipped. */
const read = (item: Item): LogRow | string =>
  typeof item.schema === 'number' && item.schema > SCHEMA ? NEWER : v.parse(LogRow, item);

/** Warnings of a lookup about skipped rows, each reported once. */
const NEWER = `rows of a newer schema version were skipped: this reader knows version ${SCHEMA}`;
const UNREADABLE_BODY = 'rows were skipped: what is stored of their bodies is damaged';
const WITHOUT_BODY = 'rows were skipped: their bodies are no longer stored';

/** Reads the rows of a trace in batches; adds to `warnings` why rows were skipped. */
export async function* logPages(
  { table, blobs }: Pick<World, 'table' | 'blobs'>,
  query: Omit<Query, 'limit' | 'after'>,
  warnings: string[],
): AsyncGenerator<LogRow[]> {
  let after: string | null | undefined;
  let limit = FIRST_PAGE;
  do {
    const page = await table.query({ ...query, limit, ...(after && { after }) });
    limit = nextLimit(page.items);
    let found: LogRow[] = [];
    let fromBlobs = 0;
    for (const item of page.items) {
      const row = typeof item.blob === 'string' ? await withBody(blobs, item, item.blob) : read(item);
      if (typeof row === 'string') {
        if (!warnings.includes(row)) warnings.push(row);
        continue;
      }
      found.push(row);
      if (typeof item.blob === 'string') fromBlobs += row.body.length;
      if (fromBlobs < MAX_BLOB_BYTES_PER_PAGE) continue;
      yield found;
      found = [];
      fromBlobs = 0;
    }
    yield found;
    after = page.next;
  } while (after !== null);
}

async function withBody(blobs: Blobs, item: Item, blob: string): Promise<LogRow | string> {
  const bytes = await blobBytes(blobs, blob);
  if (bytes === undefined) return WITHOUT_BODY;
  try {
    return read({ ...item, body: zstdDecompressSync(bytes).toString() });
  } catch {
    // Truncated or changed since: the frame has a checksum of its content.
    return UNREADABLE_BODY;
  }
}

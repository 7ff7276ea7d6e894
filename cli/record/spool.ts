import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Segment, type SpoolFolder, syncFolder } from './spool-folder.ts';

/** Bytes after which a segment is closed: what is sent in one request. */
const SEGMENT_BYTES = 1024 * 1024;
/** Maximum bytes that wait for the disk. */
const MAX_UNWRITTEN_BYTES = 32 * 1024 * 1024;
/** How long lines are gathered before they are written, ms. */
const GATHER_MS = 5;
/** How often what was written is forced to the disk while it is not sent, ms. */
const SYNC_MS = 1_000;

/** Cases on disk, in the order of their arrival, until they are sent. */
export interface Spool {
  /** False if the spool is full, or the disk too slow. The line is in a file within milliseconds. */
  put(line: string): boolean;
  /** The oldest segment; closes the one that is written if there is no other. Null if there is nothing. */
  next(): Promise<Segment | null>;
  /** Null if the file cannot be read. */
  read(segment: Segment): Promise<string[] | null>;
  /** Its cases are stored. */
  remove(segment: Segment): Promise<void>;
  /** Leaves the file where it is. */
  skip(segment: Segment): void;
  counts(): { waiting: number; unwritten: number };
  /** Waits until everything is in files. */
  close(): Promise<void>;
}

export interface SpoolOptions {
  /** Maximum bytes on disk. */
  maxBytes: number;
  /** The disk refused a write: its cases are lost. */
  onFault(fault: NodeJS.ErrnoException, lines: number): void;
  /** The disk did not confirm what was written: it survives this process, and perhaps not the machine. Called once. */
  onUnsynced(fault: NodeJS.ErrnoException): void;
}

/** Writes cases to files of mode 0600 that survive the process, and a loss of power within two seconds. */
export function openSpool({ path: folder, left }: Pick<SpoolFolder, 'path' | 'left'>, options: SpoolOptions): Spool {
  const closed = [...left];
  const lines = new Map<string, number>();
  let number = Math.max(0, ...left.map(({ path }) => Number(/(\d{12})\.ndjson$/.exec(path)?.[1])));
  let bytes = left.reduce((sum, segment) => sum + segment.bytes, 0);
  const unwritten: Buffer[] = [];
  let unwrittenBytes = 0;
  let lost = 0;
  let current: { file: FileHandle; path: string; bytes: number; isSynced: boolean; isNamed: boolean } | null = null;
  let work: Promise<void> = Promise.resolve();
  let gathering: NodeJS.Timeout | null = null;
  let isEnded = false;
  let isUnsynced = false;

  /** Runs after all earlier work: a file has one writer. */
  const inOrder = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task);
    return work;
  };

  async function write(): Promise<void> {
    clearTimeout(gathering ?? undefined);
    gathering = null;
    const { batch, size } = takeBatch();
    if (unwritten.length > 0) void inOrder(write);
    if (batch.length === 0) return;
    if (current !== null && current.bytes + size > SEGMENT_BYTES) await closeCurrent();
    try {
      current ??= await newFile();
      await writeAll(current.file, batch, size);
      current.bytes += size;
      current.isSynced = false;
      lines.set(current.path, (lines.get(current.path) ?? 0) + batch.length);
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      lost += batch.length;
      bytes -= size;
      options.onFault(fault, batch.length);
      await abandonCurrent();
    } finally {
      unwrittenBytes -= size;
    }
  }

  /** What is sent in one request. */
  function takeBatch(): { batch: Buffer[]; size: number } {
    let size = 0;
    let count = 0;
    for (const { length } of unwritten) {
      size += length;
      count++;
      if (size >= SEGMENT_BYTES) break;
    }
    return { batch: unwritten.splice(0, count), size };
  }

  async function newFile() {
    number++;
    const path = join(folder, `${String(number).padStart(12, '0')}.ndjson`);
    return { file: await open(path, 'ax', 0o600), path, bytes: 0, isSynced: true, isNamed: false };
  }

  async function closeCurrent(): Promise<void> {
    if (current === null) return;
    const { file, path, bytes: length, isNamed } = current;
    current = null;
    closed.push({ path, bytes: length });
    await synced(file, isNamed);
    await close(file);
  }

  /** What a failed write left of a line is cut off. */
  async function abandonCurrent(): Promise<void> {
    if (current === null) return;
    // `read` leaves out half a line, and whole ones were counted as lost but are stored.
    await current.file.truncate(current.bytes).catch(() => {});
    const { file, path, bytes: length } = current;
    current = null;
    closed.push({ path, bytes: length });
    await close(file);
  }

  async function sync(): Promise<void> {
    if (current === null || current.isSynced) return;
    const { file, isNamed } = current;
    current.isSynced = true;
    current.isNamed = true;
    await synced(file, isNamed);
  }

  async function synced(file: FileHandle, isNamed: boolean): Promise<void> {
    try {
      await file.datasync();
      if (!isNamed) await syncFolder(folder);
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      if (!isUnsynced) options.onUnsynced(fault);
      isUnsynced = true;
    }
  }
  const syncing = setInterval(() => void inOrder(sync), SYNC_MS).unref();

  function skip(segment: Segment): void {
    closed.splice(closed.indexOf(segment), 1);
    lines.delete(segment.path);
    bytes -= segment.bytes;
  }

  return {
    put(line) {
      const text = Buffer.from(`${line}\n`);
      const size = text.length;
      if (isEnded || bytes + size > options.maxBytes || unwrittenBytes + size > MAX_UNWRITTEN_BYTES) return false;
      bytes += size;
      unwrittenBytes += size;
      unwritten.push(text);
      gathering ??= setTimeout(() => void inOrder(write), GATHER_MS);
      return true;
    },
    async next() {
      if (closed.length > 0) return closed[0] ?? null;
      await inOrder(write);
      await inOrder(closeCurrent);
      return closed[0] ?? null;
    },
    async read({ path }) {
      // The caller says it, and leaves the file.
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) return null;
      // A recorder that was killed may have left half a line at the end, and a loss of power zeros in a line.
      return text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter((line) => line !== '' && !line.includes('\0'));
    },
    async remove(segment) {
      await rm(segment.path, { force: true });
      skip(segment);
    },
    skip,
    counts: () => ({
      waiting: [...lines.values()].reduce((sum, count) => sum + count, unwritten.length),
      unwritten: lost,
    }),
    async close() {
      isEnded = true;
      clearInterval(syncing);
      await inOrder(write);
      await inOrder(closeCurrent);
    },
  };
}

/** Closes a file; what was written stays written, whether its descriptor closes properly or not. */
const close = (file: FileHandle): Promise<void> => file.close().catch(() => {});

/** Writes buffers one after the other; the system may write a part only. */
async function writeAll(file: FileHandle, batch: readonly Buffer[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten < size) await file.appendFile(Buffer.concat(batch).subarray(bytesWritten));
}

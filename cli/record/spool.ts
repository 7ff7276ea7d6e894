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

/** A spool, its files, and what waits for them. */
interface OpenSpool {
  folder: string;
  options: SpoolOptions;
  closed: Segment[];
  lines: Map<string, number>;
  number: number;
  bytes: number;
  unwritten: Buffer[];
  unwrittenBytes: number;
  lost: number;
  current: { file: FileHandle; path: string; bytes: number; isSynced: boolean; isNamed: boolean } | null;
  work: Promise<void>;
  gathering: NodeJS.Timeout | null;
  isUnsynced: boolean;
}

/** Writes cases to files of mode 0600 that survive the process, and a loss of power within two seconds. */
export function openSpool({ path: folder, left }: Pick<SpoolFolder, 'path' | 'left'>, options: SpoolOptions): Spool {
  let isEnded = false;
  const spool: OpenSpool = {
    folder,
    options,
    closed: [...left],
    lines: new Map<string, number>(),
    number: Math.max(0, ...left.map(({ path }) => Number(/(\d{12})\.ndjson$/.exec(path)?.[1]))),
    bytes: left.reduce((sum, segment) => sum + segment.bytes, 0),
    unwritten: [],
    unwrittenBytes: 0,
    lost: 0,
    current: null,
    work: Promise.resolve(),
    gathering: null,
    isUnsynced: false,
  };
  const syncing = setInterval(() => void inOrder(spool, () => sync(spool)), SYNC_MS).unref();
  return {
    put(line) {
      const text = Buffer.from(`${line}\n`);
      const size = text.length;
      if (isEnded || spool.bytes + size > options.maxBytes || spool.unwrittenBytes + size > MAX_UNWRITTEN_BYTES)
        return false;
      spool.bytes += size;
      spool.unwrittenBytes += size;
      spool.unwritten.push(text);
      spool.gathering ??= setTimeout(() => void inOrder(spool, () => write(spool)), GATHER_MS);
      return true;
    },
    async next() {
      if (spool.closed.length > 0) return spool.closed[0] ?? null;
      await inOrder(spool, () => write(spool));
      await inOrder(spool, () => closeCurrent(spool));
      return spool.closed[0] ?? null;
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
      skip(spool, segment);
    },
    skip: (segment) => skip(spool, segment),
    counts: () => ({
      waiting: [...spool.lines.values()].reduce((sum, count) => sum + count, spool.unwritten.length),
      unwritten: spool.lost,
    }),
    async close() {
      isEnded = true;
      clearInterval(syncing);
      await inOrder(spool, () => write(spool));
      await inOrder(spool, () => closeCurrent(spool));
    },
  };
}

/** Runs after all earlier work: a file has one writer. */
const inOrder = (spool: OpenSpool, task: () => Promise<void>): Promise<void> => {
  spool.work = spool.work.then(task);
  return spool.work;
};

async function write(spool: OpenSpool): Promise<void> {
  clearTimeout(spool.gathering ?? undefined);
  spool.gathering = null;
  const { batch, size } = takeBatch(spool);
  if (spool.unwritten.length > 0) void inOrder(spool, () => write(spool));
  if (batch.length === 0) return;
  if (spool.current !== null && spool.current.bytes + size > SEGMENT_BYTES) await closeCurrent(spool);
  try {
    spool.current ??= await newFile(spool);
    await writeAll(spool.current.file, batch, size);
    spool.current.bytes += size;
    spool.current.isSynced = false;
    spool.lines.set(spool.current.path, (spool.lines.get(spool.current.path) ?? 0) + batch.length);
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    spool.lost += batch.length;
    spool.bytes -= size;
    spool.options.onFault(fault, batch.length);
    await abandonCurrent(spool);
  } finally {
    spool.unwrittenBytes -= size;
  }
}

/** What is sent in one request. */
function takeBatch(spool: OpenSpool): { batch: Buffer[]; size: number } {
  let size = 0;
  let count = 0;
  for (const { length } of spool.unwritten) {
    size += length;
    count++;
    if (size >= SEGMENT_BYTES) break;
  }
  return { batch: spool.unwritten.splice(0, count), size };
}

async function newFile(spool: OpenSpool) {
  spool.number++;
  const path = join(spool.folder, `${String(spool.number).padStart(12, '0')}.ndjson`);
  return { file: await open(path, 'ax', 0o600), path, bytes: 0, isSynced: true, isNamed: false };
}

async function closeCurrent(spool: OpenSpool): Promise<void> {
  if (spool.current === null) return;
  const { file, path, bytes: length, isNamed } = spool.current;
  spool.current = null;
  spool.closed.push({ path, bytes: length });
  await synced(spool, file, isNamed);
  await close(file);
}

/** What a failed write left of a line is cut off. */
async function abandonCurrent(spool: OpenSpool): Promise<void> {
  if (spool.current === null) return;
  // `read` leaves out half a line, and whole ones were counted as lost but are stored.
  await spool.current.file.truncate(spool.current.bytes).catch(() => {});
  const { file, path, bytes: length } = spool.current;
  spool.current = null;
  spool.closed.push({ path, bytes: length });
  await close(file);
}

async function sync(spool: OpenSpool): Promise<void> {
  if (spool.current === null || spool.current.isSynced) return;
  const { file, isNamed } = spool.current;
  spool.current.isSynced = true;
  spool.current.isNamed = true;
  await synced(spool, file, isNamed);
}

async function synced(spool: OpenSpool, file: FileHandle, isNamed: boolean): Promise<void> {
  try {
    await file.datasync();
    if (!isNamed) await syncFolder(spool.folder);
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault;
    if (!spool.isUnsynced) spool.options.onUnsynced(fault);
    spool.isUnsynced = true;
  }
}

function skip(spool: OpenSpool, segment: Segment): void {
  spool.closed.splice(spool.closed.indexOf(segment), 1);
  spool.lines.delete(segment.path);
  spool.bytes -= segment.bytes;
}

/** Closes a file; what was written stays written, whether its descriptor closes properly or not. */
const close = (file: FileHandle): Promise<void> => file.close().catch(() => {});

/** Writes buffers one after the other; the system may write a part only. */
async function writeAll(file: FileHandle, batch: readonly Buffer[], size: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten < size) await file.appendFile(Buffer.concat(batch).subarray(bytesWritten));
}

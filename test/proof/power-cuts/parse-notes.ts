/** Sectors of a file as they were before a write. */
export interface OverwrittenSectors {
  sizeBefore: number;
  /** Offset in the file, a multiple of a sector. */
  from: number;
  bytes: Buffer;
}

/** A change of a name in a directory. `saved` is the number of a file's other name, or 0 without a file. */
type NameChange =
  | { kind: 'added'; directory: number; path: string }
  | { kind: 'removed'; directory: number; path: string; saved: number }
  | { kind: 'renamed'; directory: number; path: string; from: string; saved: number };

/** What was not synced. */
export interface UnsyncedNotes {
  /** Writes by the inode of their file, in their order. */
  writes: ReadonlyMap<number, readonly OverwrittenSectors[]>;
  names: readonly NameChange[];
}

const NEWLINE = 10;

/** Parses what the preloaded library noted (`lose-unsynced.c`). A note that was being written is left out. */
export function parseNotes(log: Buffer): UnsyncedNotes {
  const writes = new Map<number, OverwrittenSectors[]>();
  let names: NameChange[] = [];
  let at = 0;
  for (let end = log.indexOf(NEWLINE); end >= 0; end = log.indexOf(NEWLINE, at)) {
    const [kind, number, ...rest] = log.toString('utf8', at, end).split(' ');
    const inode = Number(number);
    at = end + 1;
    if (kind === 'S') {
      writes.delete(inode);
      names = names.filter(({ directory }) => directory !== inode);
    } else if (kind === 'W') {
      const [sizeBefore = 0, from = 0, length = 0] = rest.map(Number);
      if (at + length > log.length) break;
      const before = { sizeBefore, from, bytes: log.subarray(at, at + length) };
      writes.set(inode, [...(writes.get(inode) ?? []), before]);
      at += length;
    } else if (kind === 'C') {
      names.push({ kind: 'added', directory: inode, path: rest.join(' ') });
    } else if (kind === 'U' || kind === 'R') {
      const [saved, ...words] = rest;
      const [path = '', to] = words.join(' ').split('\t');
      const change = { directory: inode, saved: Number(saved) };
      names.push(
        to === undefined ? { kind: 'removed', ...change, path } : { kind: 'renamed', ...change, path: to, from: path },
      );
    }
  }
  return { writes, names };
}

import { MAX_EXCHANGES } from './import-limits.ts';

/** Where one record of a GoReplay file is, and what its header line states. */
export interface GoReplayRecord {
  /** 1 request, 2 original response. */
  type: 1 | 2;
  id: string;
  /** Nanoseconds since 1970, beyond the precision of a double. */
  at: bigint;
  latencyNs: bigint | null;
  /** Position of the payload's first byte in the decompressed file, and of the byte after its last. */
  start: number;
  end: number;
}

/** The records of a file, in its order. */
export interface GoReplayIndex {
  records: GoReplayRecord[];
  /** Records without a readable header line. */
  unreadable: number;
}

/** Stands between two records. */
export const GOREPLAY_SEPARATOR = Buffer.from('\n🐵🙈🙉\n');

/** Bytes at the end of a piece that a separator may begin with. */
const OVERLAP = GOREPLAY_SEPARATOR.length - 1;

const HEADER = /^([123]) ([0-9A-Za-z_-]{1,128}) (\d{1,19})(?: (-?\d{1,19}))?\s*$/;
const MAX_HEADER_BYTES = 256;
const LINE_FEED = 0x0a;

/**
 * Finds the records of a decompressed GoReplay file that comes in pieces of any length. It keeps only the beginning of
 * the current record, and omits responses to earlier replays (type 3).
 */
export function goReplayScanner() {
  const index: GoReplayIndex = { records: [], unreadable: 0 };
  const counts = { 1: 0, 2: 0 };
  const header = Buffer.alloc(MAX_HEADER_BYTES);
  let headerLength = 0;
  let isBlank = true;
  /** Bytes that may begin a separator which the next piece ends. */
  let held = Buffer.alloc(0);
  /** Positions of the current record and of the first byte of `held`. */
  let recordStart = 0;
  let position = 0;

  function consume(bytes: Buffer, start: number, end: number): void {
    if (headerLength < MAX_HEADER_BYTES) headerLength += bytes.copy(header, headerLength, start, end);
    for (let at = start; isBlank && at < end; at++) isBlank = isSpace(bytes[at] ?? 0);
    position += end - start;
  }

  function endRecord(): void {
    if (!isBlank) {
      const record = recordOf(header, headerLength, recordStart, position);
      if (record === null) index.unreadable++;
      else if (record !== 'replayed') {
        counts[record.type]++;
        index.records.push(record);
      }
    }
    headerLength = 0;
    isBlank = true;
  }

  function scan(bytes: Buffer): void {
    let start = 0;
    for (let next = bytes.indexOf(GOREPLAY_SEPARATOR); next !== -1; ) {
      consume(bytes, start, next);
      endRecord();
      start = next + GOREPLAY_SEPARATOR.length;
      position += GOREPLAY_SEPARATOR.length;
      recordStart = position;
      next = bytes.indexOf(GOREPLAY_SEPARATOR, start);
    }
    const kept = Math.max(start, bytes.length - OVERLAP);
    consume(bytes, start, kept);
    held = Buffer.from(bytes.subarray(kept));
  }

  return {
    /** Adds a piece; false as soon as the file holds more than MAX_EXCHANGES. */
    push(piece: Buffer): boolean {
      if (held.length === 0) scan(piece);
      else if (piece.length <= OVERLAP) scan(Buffer.concat([held, piece]));
      else {
        scan(Buffer.concat([held, piece.subarray(0, OVERLAP)]));
        // What it holds now is of this piece, so that the rest needs no copy.
        scan(piece.subarray(OVERLAP - held.length));
      }
      return Math.max(counts[1], counts[2], index.unreadable) <= MAX_EXCHANGES;
    },

    /** Ends the last record. */
    end(): GoReplayIndex {
      consume(held, 0, held.length);
      endRecord();
      return index;
    },
  };
}

function recordOf(
  header: Buffer,
  headerLength: number,
  start: number,
  end: number,
): GoReplayRecord | 'replayed' | null {
  const lineEnd = header.indexOf(LINE_FEED);
  if (lineEnd === -1 || lineEnd >= headerLength) return null;
  const [, type, id, at, latency] = HEADER.exec(header.toString('latin1', 0, lineEnd)) ?? [];
  if (id === undefined || at === undefined) return null;
  if (type === '3') return 'replayed';
  return {
    type: type === '1' ? 1 : 2,
    id,
    at: BigInt(at),
    latencyNs: latency === undefined ? null : BigInt(latency),
    start: start + lineEnd + 1,
    end,
  };
}

const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0;

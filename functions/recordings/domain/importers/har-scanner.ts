import { isDeeperThan } from '../../../platform/values/json-text.ts';
import { MAX_EXCHANGES } from './import-limits.ts';

/** Where the elements of `log.entries` are: the first byte of each in the file, and the byte after its last. */
export interface HarIndex {
  starts: number[];
  ends: number[];
}

/** Maximum bytes of a HAR beside its entries; pages and comments are small. */
const MAX_OUTSIDE_BYTES = 16 * 1024 * 1024;
const MAX_OUTSIDE_DEPTH = 100;

/** Longest name that is compared with `log` and `entries`, when each of its letters is an escape. */
const MAX_NAME_BYTES = 6 * 'entries'.length;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;

/** Depth of the members of `log`, and of the elements of `log.entries`. */
const LOG = 2;
const ENTRIES = 3;

/**
 * Finds the entries of a HAR in UTF-8 that comes in pieces of any length. It reads each byte once and keeps what is
 * outside the entries, which has to be JSON by itself; whether an entry is JSON is for its reader to check.
 */
export function harScanner() {
  const index: HarIndex = { starts: [], ends: [] };
  const outside: Buffer[] = [];
  let outsideBytes = 0;
  /** Names of the current members of the root and of `log`; `text` holds the last string there. */
  const names: string[] = [];
  let text: number[] = [];
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let inEntries = false;
  let hasEntries = false;
  let isBroken = false;
  /** The entry under way: its first byte, and the byte after its last so far; -1 between entries. */
  let start = -1;
  let end = -1;
  let position = 0;

  function endEntry(): void {
    index.starts.push(start);
    index.ends.push(end);
    start = -1;
  }

  function keep(piece: Buffer, from: number, to: number): void {
    if (to <= from) return;
    outside.push(Buffer.from(piece.subarray(from, to)));
    outsideBytes += to - from;
    isBroken ||= outsideBytes > MAX_OUTSIDE_BYTES;
  }

  return {
    /** Adds a piece; false as soon as the file holds more than MAX_EXCHANGES. */
    push(piece: Buffer): boolean {
      let from = 0;
      for (let at = 0; at < piece.length && !isBroken; at++) {
        const byte = piece[at] ?? 0;
        if (inString) {
          if (!isEscaped && byte === QUOTE) {
            inString = false;
            end = position + at + 1;
            continue;
          }
          isEscaped = !isEscaped && byte === BACKSLASH;
          if (depth <= LOG && text.length <= MAX_NAME_BYTES) text.push(byte);
          continue;
        }
        if (byte <= 0x20) continue;
        const isOpen = (byte | 0x20) === 0x7b;
        const isClose = (byte | 0x20) === 0x7d;
        if (isClose && inEntries && depth === ENTRIES) {
          if (start !== -1) endEntry();
          else if (index.starts.length > 0) isBroken = true;
          inEntries = false;
          from = at;
        }
        if (inEntries) {
          if (byte === COMMA && depth === ENTRIES) {
            if (start === -1) isBroken = true;
            endEntry();
            if (index.starts.length >= MAX_EXCHANGES) return false;
            continue;
          }
          if (start === -1) start = position + at;
          end = position + at + 1;
        }
        if (byte === QUOTE) {
          inString = true;
          if (depth <= LOG) text = [];
        } else if (byte === COLON && depth <= LOG && !inEntries) names[depth] = nameOf(text);
        else if (isOpen) {
          depth++;
          if (depth <= LOG) names[depth] = '';
          if (byte === OPEN_ARRAY && depth === ENTRIES && names[1] === 'log' && names[2] === 'entries' && !inEntries) {
            isBroken ||= hasEntries;
            hasEntries = true;
            inEntries = true;
            keep(piece, from, at + 1);
          }
        } else if (isClose) {
          depth--;
          if (depth < 0) isBroken = true;
        }
      }
      if (!inEntries) keep(piece, from, piece.length);
      position += piece.length;
      return true;
    },

    /** Null if the file is not a HAR. */
    end(): HarIndex | null {
      if (isBroken || !hasEntries || inEntries) return null;
      const rest = Buffer.concat(outside);
      return !isDeeperThan(MAX_OUTSIDE_DEPTH, rest) && isJson(rest) ? index : null;
    },
  };
}

const nameOf = (text: readonly number[]): string => {
  try {
    return String(JSON.parse(`"${Buffer.from(text).toString()}"`));
  } catch {
    return '';
  }
};

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

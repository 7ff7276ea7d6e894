import { isObject } from '../../platform/json/is-object.ts';
import { scanJson } from '../../platform/json/scan-json.ts';
import { childrenOf, endOf, wordAt } from '../../platform/json/tape.ts';
import { isDeeperThan, MAX_JSON_DEPTH, parseKeepingNumbers } from '../../platform/values/json-text.ts';

/** One entry of a body: the input of `parseCase`, or why there is none. */
export type IntakeEntry = { input: unknown } | { reason: string };

const LINE_FEED = 0x0a;
const OPEN_ARRAY = 0x5b;

const NOT_JSON = { reason: 'not readable as a JSON object' };
const TOO_DEEP = { reason: `nested deeper than ${MAX_JSON_DEPTH} levels` };

/**
 * Splits a recorder's body into entries: a JSON array, lines of JSON (NDJSON, without blank lines) or one JSON object.
 * Null for any other body; a single unreadable entry never affects the others (interface 10).
 */
export function parseIntake(body: Uint8Array): IntakeEntry[] | null {
  const bytes = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;
  const first = bytes.find((byte) => !isSpace(byte));
  if (first === undefined) return null;
  if (first === OPEN_ARRAY) return elementsOf(bytes);
  const lines = linesOf(bytes).map(entryOf);
  if (lines.some((entry) => entry !== NOT_JSON)) return lines;
  const whole = entryOf(bytes);
  return whole === NOT_JSON ? null : [whole];
}

function elementsOf(bytes: Uint8Array): IntakeEntry[] | null {
  const tape = scanJson(bytes);
  return (
    tape &&
    childrenOf(tape, 0).map((element) => entryOf(bytes.subarray(wordAt(tape.words, element), endOf(tape, element))))
  );
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(LINE_FEED, start);
    const end = next === -1 ? bytes.length : next;
    const line = bytes.subarray(start, end);
    if (!line.every(isSpace)) lines.push(line);
    start = end + 1;
  }
  return lines;
}

const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

const decoder = new TextDecoder('utf-8', { fatal: true });

function entryOf(bytes: Uint8Array): IntakeEntry {
  if (isDeeperThan(MAX_JSON_DEPTH, bytes)) return TOO_DEEP;
  try {
    const text = decoder.decode(bytes);
    // Only calls and tags preserve JSON numbers of any size; the plain parser is several times faster.
    const input: unknown = /"(calls|tags)"/.test(text) ? parseKeepingNumbers(text) : JSON.parse(text);
    return isObject(input) ? { input } : NOT_JSON;
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return NOT_JSON;
    throw fault;
  }
}

/** JSON.parse of ES2025: the reviver receives the source text of a number (missing in TypeScript's library). */
type SourceReviver = (name: string, value: unknown, context: { source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/** JSON.rawJSON of ES2025. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }; // the same gap in TypeScript's library

/**
 * Parses JSON so that `JSON.stringify` of the result writes every number as it was written, regardless of its size.
 * Throws SyntaxError.
 */
export function parseKeepingNumbers(text: string): unknown {
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  );
}

/** The same of a text that is an object. */
export const objectKeepingNumbers = (text: string) => parseKeepingNumbers(text) as Record<string, unknown>; // its callers know that it is one

/**
 * The members of a JSON object with numbers as the text that they were written in, so that 1.0 and 12345678901234567890
 * are preserved.
 */
export function numbersAsText(json: string, member: string): unknown {
  const { [member]: value } = objectKeepingNumbers(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'number' || isRaw(one) ? JSON.stringify(one) : one,
    ]),
  );
}

/**
 * A value that `JSON.stringify` writes as this number text, digit for digit. Throws SyntaxError if it is not a number.
 */
export const numberAsWritten = (text: string) => rawJSON(text) as number; // what `JSON.stringify` writes is one

const { isRawJSON: isRaw } = JSON as typeof JSON & { isRawJSON(value: unknown): boolean }; // the same gap

/** Whether a value is a number that `parseKeepingNumbers` keeps as its text. */
export const isRawNumber = (value: unknown): boolean => isRaw(value);

/** Parses a JSON text, or its bytes in UTF-8; undefined if it is invalid. */
export function jsonOf(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : UTF_8.decode(json));
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return undefined;
    throw fault;
  }
}

/** Throws TypeError for invalid UTF-8. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Maximum nesting of a request body (interface 1). */
export const MAX_JSON_DEPTH = 32;

/**
 * Whether brackets outside strings nest deeper than `levels`; scans bytes only, so that hostile depth costs nothing.
 */
export const isDeeperThan = (levels: number, json: Uint8Array): boolean => objectsIn(json, levels) === null;

/** Like `isDeeperThan`, for a parsed value; iterates level by level instead of recursing. */
export function isNestedDeeperThan(levels: number, value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    level = level.flatMap((container) => Object.values(container)).filter(isContainer);
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns the number of objects in a JSON text, null if it is deeper than `levels`; scans bytes only, since many small
 * objects cost far more than their bytes once parsed.
 */
export function objectsIn(json: Uint8Array, levels: number): number | null {
  let depth = 0;
  let objects = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (byte === OPEN_BRACE) objects++;
      if (++depth > levels) return null;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return objects;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

import { jsonOf, parseKeepingNumbers } from '../../platform/values/json-text.ts';

/** A number of more digits than a double holds. */
export const LONG_NUMBER = /[:,[\s]-?\d{16}|^-?\d{16}/;

/** Parses JSON with numbers of any length as they are written; undefined if it is invalid. */
export function exactJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return jsonOf(text);
  try {
    return parseKeepingNumbers(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

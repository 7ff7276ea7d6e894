import { objectsIn } from '../../../platform/values/json-text.ts';

/** Maximum depth of a JSON file of another tool. */
export const MAX_FILE_DEPTH = 200;

/** Maximum objects of a JSON file: many small ones cost far more than their bytes. */
const MAX_FILE_OBJECTS = 1_000_000;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const UTF16 = new TextDecoder('utf-16le', { fatal: true });

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark; null if the bytes are neither. */
export function textOfFile(bytes: Uint8Array): string | null {
  try {
    return (bytes[0] === 0xff && bytes[1] === 0xfe ? UTF16 : UTF8).decode(bytes);
  } catch (fault) {
    if (fault instanceof TypeError) return null;
    throw fault;
  }
}

/** The value of a JSON file; undefined if it is not JSON, or beyond MAX_FILE_DEPTH or MAX_FILE_OBJECTS. */
export function jsonOfFile(bytes: Uint8Array): unknown {
  const text = textOfFile(bytes);
  if (text === null) return undefined;
  const objects = objectsIn(Buffer.from(text), MAX_FILE_DEPTH);
  return objects === null || objects > MAX_FILE_OBJECTS ? undefined : jsonOfText(text);
}

/** The value of a JSON text; undefined if it is not JSON. */
export function jsonOfText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

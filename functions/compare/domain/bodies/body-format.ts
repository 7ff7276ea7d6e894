import { isUtf8 } from 'node:buffer';
import { scanJson } from '../../../platform/json/scan-json.ts';
import { isContainer, utf8 } from '../../../platform/json/tape.ts';
import { markupFormat } from '../../../platform/values/http/markup-format.ts';

/** The format of a body, by its content. */
export type BodyFormat =
  | ('json' | 'ndjson' | 'xml' | 'form' | 'multipart' | 'html' | 'text')
  | ('pdf' | 'png' | 'gif' | 'jpeg' | 'zip' | 'gzip' | 'binary');

/** Magic bytes of formats, as latin1. */
const SIGNATURES: readonly (readonly [string, BodyFormat])[] = [
  ['%PDF-', 'pdf'],
  ['\x89PNG\r\n', 'png'],
  ['GIF8', 'gif'],
  ['\xff\xd8\xff', 'jpeg'],
  ['PK\x03\x04', 'zip'],
  ['\x1f\x8b', 'gzip'],
];

/**
 * Detects the format of a body that is not JSON; the header counts only where the content is ambiguous. `xml`: it
 * begins like XML, and is text if it cannot be read so.
 */
export function formatOf(bytes: Uint8Array, contentType: string): BodyFormat {
  const beginning = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  const signature = SIGNATURES.find(([first]) => beginning.startsWith(first));
  if (signature) return signature[1];
  if (/^multipart\//i.test(contentType) && beginning.trimStart().startsWith('--')) return 'multipart';
  if (!isUtf8(bytes) || bytes.includes(0)) return 'binary';
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType) && FORM.test(beginning)) return 'form';
  const text = utf8(bytes, 0, Math.min(bytes.length, 1024)).trimStart();
  if (text.startsWith('<')) return markupFormat(text, contentType);
  return linesOfJson(bytes, contentType) ? 'ndjson' : 'text';
}

const FORM = /^[^\s<>"{}]*=/;

const SAYS_LINES = /ndjson|jsonl|json-?lines|stream\+json|json-seq/i;

/** Whether every line is a JSON text: of any type if the header declares it, else at least two objects or arrays. */
function linesOfJson(bytes: Uint8Array, contentType: string): boolean {
  const saysLines = SAYS_LINES.test(contentType);
  let count = 0;
  for (const line of jsonLines(bytes)) {
    const tape = scanJson(line);
    if (tape === null || !(saysLines || isContainer(tape, 0))) return false;
    count++;
  }
  return count >= (saysLines ? 1 : 2);
}

/** Yields the lines of a body that are not blank, without the record separator of JSON text sequences (RFC 7464). */
export function* jsonLines(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.subarray(bytes[start] === 0x1e ? start + 1 : start, end);
    if (!line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) yield line;
    start = end + 1;
  }
}

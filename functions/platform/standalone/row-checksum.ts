import { crc32 } from 'node:zlib';

/** White space that JSON allows after a value, as digits of base 4. */
const DIGITS = ' \t\n\r';
const LENGTH = 16;
const QUARTERS = Array.from({ length: 256 }, (_, byte) =>
  [6, 4, 2, 0].map((shift) => DIGITS[(byte >> shift) & 3]).join(''),
);

type Column = string | number | bigint | Uint8Array | null;

/** CRC-32 of a row: of its keys and attributes, then of its bytes. */
function checksum(columns: readonly Column[], attributes: string, data: Uint8Array | null): number {
  const text = crc32(`${columns.join('\0')}\0${attributes}`);
  return data === null ? text : crc32(data, text);
}

/**
 * Appends the checksum of a row to its attributes (JSON text) as white space. So versions of the service that know of
 * no checksum read the row, and one that they have written has none.
 */
export function withChecksum(columns: readonly Column[], attributes: string, data: Uint8Array | null): string {
  const sum = checksum(columns, attributes, data);
  return `${attributes}${QUARTERS[sum >>> 24]}${QUARTERS[(sum >>> 16) & 255]}${QUARTERS[(sum >>> 8) & 255]}${QUARTERS[sum & 255]}`;
}

/** Whether a row is as it was written; true for one without a checksum whose keys have their types. */
export function isIntact(columns: readonly Column[], stored: string, data: Uint8Array | null): boolean {
  if (!columns.every(isWritable)) return false;
  if (stored.endsWith('}')) return true;
  const attributes = stored.slice(0, -LENGTH);
  return stored === withChecksum(columns, attributes, data);
}

/**
 * Whether a column can have been written: keys are texts, never empty, and times are numbers. The checksum is of the
 * texts of columns, so to it null, an empty text and an empty BLOB are the same.
 */
const isWritable = (column: Column): boolean => column !== '' && !(column instanceof Uint8Array);

import { isUtf8 } from 'node:buffer';

/** A value of a call as JSON: text as it was on the wire, or its bytes where they are not UTF-8. */
export type WireValue = string | { base64: string } | null;

/** Returns bytes as text, or in base64 if they are not UTF-8. */
export const wireValue = (bytes: Buffer): Exclude<WireValue, null> =>
  isUtf8(bytes) ? bytes.toString('utf8') : { base64: bytes.toString('base64') };

/** Returns the bytes of a recorded value, whatever recorded it: JSON values that are not text are written as JSON. */
export function wireBytes(value: unknown): Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return Buffer.from(value);
  if (isBase64(value)) return Buffer.from(value.base64, 'base64');
  return Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Whether a recorded value stands for bytes. */
export const isBase64 = (value: unknown): value is { base64: string } =>
  typeof value === 'object' &&
  value !== null &&
  'base64' in value &&
  typeof value.base64 === 'string' &&
  Object.keys(value).length === 1;

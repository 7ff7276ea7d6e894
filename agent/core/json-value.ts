import { isUtf8 } from 'node:buffer';

/** Bytes as JSON: text if they are UTF-8, else `{base64}`. */
export function jsonOfBytes(bytes: Uint8Array): string | { base64: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? buffer.toString('utf8') : { base64: buffer.toString('base64') };
}

/** Whether a JSON value stands for bytes. */
export const isBase64 = (value: unknown): value is { base64: string } =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';

/** The bytes of a JSON text or `{base64}`. */
export const bytesOfJson = (value: string | { base64: string }): Buffer =>
  typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value.base64, 'base64');

/** The members of a JSON object; none of anything else. */
export const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

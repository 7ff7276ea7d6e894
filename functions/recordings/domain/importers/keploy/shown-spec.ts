import { isObject } from '../../../../platform/json/is-object.ts';

/** A YAML value as JSON: bytes become `{base64}`. */
export function shownSpec(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(shownSpec);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shownSpec(one)]));
}

/** Bytes as text where they are UTF-8, else as `{base64}`. */
export function shownBytes(bytes: Uint8Array): string | { base64: string } {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  return Buffer.from(text).equals(buffer) ? text : { base64: buffer.toString('base64') };
}

/** The objects of a list; empty for anything else. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The texts of a list. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Bytes that YAML wrote as a list of numbers, or under `!!binary`; null for anything else. */
export function bytesOf(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (!Array.isArray(value) || !value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)) return null;
  return Uint8Array.from(value as number[]); // checked above
}

import { createSchema, type Schema } from 'genson-js';
import { headerOf } from '../../../functions/platform/values/http-tokens.ts';
import type { ShownCase } from '../export-writer.ts';

type Side = Pick<ShownCase['request'], 'headers' | 'body' | 'bodyEncoding' | 'truncated'>;

/** What a body is: its media type, and the types of its values; no schema where nothing is known of them. */
export interface BodyShape {
  mediaType: string;
  schema: Schema | null;
}

/** The shape of a body; null without one. It has the types of values and the names of members, and no value. */
export function bodyShape({ headers, body, bodyEncoding, truncated }: Side): BodyShape | null {
  if (body === null || body === '') return null;
  const [given = ''] = (headerOf(headers, 'content-type') ?? '').split(';', 1);
  const mediaType = /^[\w.+-]+\/[\w.+-]+$/.test(given.trim()) ? given.trim().toLowerCase() : 'application/octet-stream';
  if (bodyEncoding === 'base64' || truncated) return { mediaType, schema: null };
  if (/json/.test(mediaType)) return { mediaType, schema: jsonSchema(body) };
  if (mediaType === 'application/x-www-form-urlencoded') {
    const fields = Object.fromEntries([...new URLSearchParams(body)].filter(([name]) => name !== '__proto__'));
    return { mediaType, schema: createSchema(fields) };
  }
  return { mediaType, schema: /^text\/|xml/.test(mediaType) ? createSchema('') : null };
}

function jsonSchema(text: string): Schema | null {
  try {
    return createSchema(JSON.parse(text, shown));
  } catch {
    // Lines of JSON, or a body that says JSON and cannot be parsed.
    return null;
  }
}

/** A sealed value was a text, or a number that a text can stand for. */
function shown(name: string, value: unknown): unknown {
  if (name === '__proto__') return undefined;
  const isSealed = typeof value === 'object' && value !== null && 'sealed' in value && Object.keys(value).length === 1;
  return isSealed ? 'sealed' : value;
}

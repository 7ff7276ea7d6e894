import { isObject } from '../json/is-object.ts';
import { isDeeperThan, jsonOf, MAX_JSON_DEPTH } from '../values/json-text.ts';
import { type BodyRule, ERRORS } from './api.ts';
import type { ErrorRow } from './error-row.ts';

type ReadBody = { body: Readonly<Record<string, unknown>>; bytes: Uint8Array } | { error: ErrorRow };

const NONE: ReadBody = { body: {}, bytes: new Uint8Array() };

/** Reads a request's body by the endpoint's rule; stops at the limit and never holds more than it (interface 1). */
export async function readBody(request: Request, rule: BodyRule | undefined): Promise<ReadBody> {
  if (rule === undefined) return NONE;
  if (rule.contentType !== undefined && mediaTypeOf(request) !== rule.contentType)
    return { error: ERRORS.unsupportedMediaType };
  const bytes = await bytesUpTo(rule.maxBytes, request);
  if (bytes === null) return { error: ERRORS.tooLarge };
  if (rule.optional && bytes.byteLength === 0) return NONE;
  if (rule.as === 'bytes') return { body: {}, bytes };
  if (isDeeperThan(MAX_JSON_DEPTH, bytes)) return { error: ERRORS.tooDeep };
  const value = jsonOf(bytes);
  if (value === undefined) return { error: ERRORS.invalidJson };
  if (!isObject(value)) return { error: ERRORS.notAnObject };
  return { body: value, bytes };
}

const mediaTypeOf = ({ headers }: Request) => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();

async function bytesUpTo(max: number, request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return null;
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > max) return null;
    parts.push(part);
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

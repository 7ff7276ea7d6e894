import { markupFormat } from '../../../platform/values/http/markup-format.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { isJsonType } from './plain-body.ts';

/** How the fields of a body are written; `json` is lines of JSON as well. */
export type FieldFormat = 'json' | 'xml' | 'html' | 'multipart';

const JSON_START = /^\uFEFF?\s*[[{]/;

/** Whether a text begins as JSON does. */
export const looksLikeJson = (text: string): boolean => JSON_START.test(text);

/** The format of a text of unknown type by its beginning; null for a text without fields. */
export function fieldFormatOf(text: string, contentType = ''): Exclude<FieldFormat, 'multipart'> | null {
  if (looksLikeJson(text)) return 'json';
  const start = /^\uFEFF?\s*(?=<[?!/A-Za-z_])/.exec(text)?.[0];
  return start === undefined ? null : markupFormat(text.slice(start.length, start.length + 1024), contentType);
}

/** The format of a body. Its header decides where it says JSON or a form of parts. */
export function bodyFormatOf(
  side: { headers: readonly (readonly [string, string])[] },
  text: string,
): FieldFormat | null {
  if (isJsonType(side)) return 'json';
  const contentType = headerOf(side.headers, 'content-type') ?? '';
  if (/^multipart\//i.test(contentType) && /^\s*--/.test(text)) return 'multipart';
  return fieldFormatOf(text, contentType);
}

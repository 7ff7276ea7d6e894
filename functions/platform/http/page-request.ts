import * as v from 'valibot';
import { type ApiResponse, failure } from './api.ts';
import { badParameterDoc, type ParameterDocs } from './documents/endpoint-doc.ts';

/** Entries of a page where nothing is said. */
export const FALLBACK = 50;

/** Entries of a page, in digits. */
export const limitUpTo = (most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(most),
  );

/** Interface 10. */
const Limit = limitUpTo(200);

/** What every list with pages may be asked by. */
export const PAGE_QUERY: ParameterDocs = {
  limit: { schema: Limit, description: `Most entries of the answer; ${FALLBACK} unless told.`, example: 20 },
  cursor: { schema: v.string(), description: 'The `nextCursor` of the page before.' },
};

/** The refusal of an unusable `limit`. */
export const LIMIT_REFUSAL = badParameterDoc('limit');

/** The answer to a query parameter that cannot be used; it names the parameter and never its value. */
export const badParameter = (name: string): ApiResponse =>
  failure(400, 'INVALID_QUERY', `${name} is missing or has an unusable value`);

/** The first of a list's parameters that comes twice: which one counts nobody could know; null where none does. */
export const repeatedParameter = (query: URLSearchParams, names: readonly string[]): string | null =>
  ['limit', 'cursor', ...names].find((name) => query.getAll(name).length > 1) ?? null;

/** `limit` (1..200, 50 unless told) and `cursor` of a list; null when limit is no such number (interface 10). */
export function pageRequest(query: URLSearchParams): { limit: number; after: string | null } | null {
  const limit = v.safeParse(v.optional(Limit, String(FALLBACK)), query.get('limit') ?? undefined);
  return limit.success ? { limit: limit.output, after: query.get('cursor') || null } : null;
}

import * as v from 'valibot';
import { failureOf } from './api.ts';
import { badParameterDoc, type ParameterDocs } from './documents/endpoint-doc.ts';

/** Default page size. */
export const FALLBACK = 50;

/** Returns the schema of a page size, in digits. */
export const limitUpTo = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(max),
  );

/** The limit of interface 10. */
const Limit = limitUpTo(200);

/** Parameters of every paginated list. */
export const PAGE_QUERY: ParameterDocs = {
  limit: { schema: Limit, description: `Maximum number of items in the response. Default: ${FALLBACK}.`, example: 20 },
  cursor: { schema: v.string(), description: 'The `nextCursor` of the previous page.' },
};

/** The error of an invalid `limit`. */
export const LIMIT_REFUSAL = badParameterDoc('limit');

/** The response to an invalid query parameter; it names the parameter, never its value. */
export const badParameter = (name: string) => failureOf(badParameterDoc(name));

/** The first of a list's parameters that is repeated, since its value would be ambiguous; null if none is. */
export const repeatedParameter = (query: URLSearchParams, names: readonly string[]): string | null =>
  ['limit', 'cursor', ...names].find((name) => query.getAll(name).length > 1) ?? null;

/** Parses `limit` (1..200, default 50) and `cursor` of a list; null if limit is invalid (interface 10). */
export function pageRequest(query: URLSearchParams): { limit: number; after: string | null } | null {
  const limit = v.safeParse(v.optional(Limit, String(FALLBACK)), query.get('limit') ?? undefined);
  return limit.success ? { limit: limit.output, after: query.get('cursor') || null } : null;
}

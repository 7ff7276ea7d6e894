import { hash } from 'node:crypto';
import * as v from 'valibot';
import { type ApiRequest, type ApiResponse, ok } from '../../platform/http/api.ts';
import type { ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { FALLBACK, limitUpTo } from '../../platform/http/page-request.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';

/** Evaluation 3.1. */
const Limit = limitUpTo(100);

/** What every list of the evaluation API may be asked by (evaluation 3.1). */
export const LIST_QUERY: ParameterDocs = {
  limit: { schema: Limit, description: `Most entries of the answer; ${FALLBACK} unless told.`, example: 20 },
  cursor: { schema: v.string(), description: 'The `next_cursor` of the page before.' },
};

/** A list of the evaluation API (evaluation 3.1). */
export const listedOf = (item: v.GenericSchema) =>
  v.object({ data: v.array(item), next_cursor: v.nullable(v.string()), has_more: v.boolean() });

/** An example of such a list, the last page. */
export const listedExample = (...data: unknown[]) => ({ data, next_cursor: null, has_more: false });

/** Most entries of a page (evaluation 3.1). */
export function limitOf({ query }: Pick<ApiRequest, 'query'>): Result<number, 'invalid_query'> {
  const limit = v.safeParse(v.optional(Limit, String(FALLBACK)), query.get('limit') ?? undefined);
  return limit.success ? accept(limit.output) : refuse('invalid_query', 'limit must be a number from 1 to 100');
}

/** What a list is asked for; a cursor is of one tenant, path and set of filters (evaluation 3.1), and names a place like `place`. */
export function pageOf(
  request: Pick<ApiRequest, 'query' | 'path' | 'caller'>,
  place: RegExp = /./s,
): Result<{ limit: number; after: string | null }, 'invalid_query' | 'invalid_cursor'> {
  const limit = limitOf(request);
  if (!limit.ok) return limit;
  const cursor = request.query.get('cursor');
  if (cursor === null) return accept({ limit: limit.value, after: null });
  const after = Buffer.from(cursor.slice(MARK), 'base64url').toString();
  if (cursor.slice(0, MARK) !== markOf(request) || !place.test(after))
    return refuse('invalid_cursor', 'cursor is not one of this list');
  return accept({ limit: limit.value, after });
}

/** The answer of a list; `next` is what a repository goes on with. */
export const listed = (
  request: Pick<ApiRequest, 'query' | 'path' | 'caller'>,
  { items, next }: { items: readonly unknown[]; next: string | null },
): ApiResponse =>
  ok({
    data: items,
    next_cursor: next === null ? null : markOf(request) + Buffer.from(next).toString('base64url'),
    has_more: next !== null,
  });

const MARK = 16;

/** Names tenant, path and filters, so that a cursor of another list is told from one of this. */
function markOf({ query, path, caller }: Pick<ApiRequest, 'query' | 'path' | 'caller'>): string {
  const filters = [...query].filter(([name]) => name !== 'limit' && name !== 'cursor').sort(byName);
  return hash('sha256', JSON.stringify([caller.tenant, path, filters]), 'base64url').slice(0, MARK);
}

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : a > b ? 1 : 0);

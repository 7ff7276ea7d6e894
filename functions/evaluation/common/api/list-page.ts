import { hash } from 'node:crypto';
import * as v from 'valibot';
import { type ApiRequest, ok } from '../../../platform/http/api.ts';
import type { ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { FALLBACK, limitUpTo } from '../../../platform/http/page-request.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { compareText } from '../../../platform/values/text-order.ts';

/** Page size (evaluation 3.1). */
const Limit = limitUpTo(100);

/** Query parameters of every list of the evaluation API (evaluation 3.1). */
export const LIST_QUERY: ParameterDocs = {
  limit: { schema: Limit, description: `Maximum number of items in the response. Default: ${FALLBACK}.`, example: 20 },
  cursor: { schema: v.string(), description: 'The `next_cursor` of the previous page.' },
};

/** Schema of a list of the evaluation API (evaluation 3.1). */
export const listPageOf = <S extends v.GenericSchema>(item: S) =>
  v.object({ data: v.array(item), next_cursor: v.nullable(v.string()), has_more: v.boolean() });

/** Example of such a list: its last page. */
export const listPageExample = (...data: unknown[]) => ({ data, next_cursor: null, has_more: false });

/** Maximum entries of a page (evaluation 3.1). */
export function limitOf({ query }: Pick<ApiRequest, 'query'>): Result<number, 'invalid_query'> {
  const limit = v.safeParse(v.optional(Limit, String(FALLBACK)), query.get('limit') ?? undefined);
  return limit.success ? accept(limit.output) : refuse('invalid_query', 'limit must be a number from 1 to 100');
}

/**
 * Reads the page a caller requests. A cursor is valid for one tenant, path and set of filters (evaluation 3.1), and
 * holds a position shaped like `position`.
 */
export function pageOf(
  request: Pick<ApiRequest, 'query' | 'path' | 'caller'>,
  position: RegExp = /./s,
): Result<{ limit: number; after: string | null }, 'invalid_query' | 'invalid_cursor'> {
  const limit = limitOf(request);
  if (!limit.ok) return limit;
  const cursor = request.query.get('cursor');
  if (cursor === null) return accept({ limit: limit.value, after: null });
  const after = Buffer.from(cursor.slice(MARK), 'base64url').toString();
  if (cursor.slice(0, MARK) !== markOf(request) || !position.test(after))
    return refuse('invalid_cursor', 'cursor does not belong to this list');
  return accept({ limit: limit.value, after });
}

/** Response of a list. `next` is the position where the repository continues. */
export const listPage = <Item>(
  request: Pick<ApiRequest, 'query' | 'path' | 'caller'>,
  { items, next }: { items: Item[]; next: string | null },
) =>
  ok({
    data: items,
    next_cursor: next === null ? null : markOf(request) + Buffer.from(next).toString('base64url'),
    has_more: next !== null,
  });

const MARK = 16;

/** Identifies tenant, path and filters, so that a cursor of another list is rejected. */
function markOf({ query, path, caller }: Pick<ApiRequest, 'query' | 'path' | 'caller'>): string {
  const filters = [...query].filter(([name]) => name !== 'limit' && name !== 'cursor').sort(byName);
  return hash('sha256', JSON.stringify([caller.tenant, path, filters]), 'base64url').slice(0, MARK);
}

const byName = ([a]: [string, string], [b]: [string, string]) => compareText(a, b);

import { pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { isoTime } from '../../platform/time/iso-time.ts';

const MAX_OPERATION_BYTES = 900;

/** The parameters of a list of cases; `from` and `to` in epoch ms, [from, to). */
export interface CaseListRequest {
  operation?: string;
  from?: number;
  to?: number;
  tags: Record<string, string>;
  cursor?: string;
  limit: number;
}

/** Parses the query of a list of cases; the error message is the name of the parameter (interface 10). */
export function readListRequest(query: URLSearchParams): Result<CaseListRequest, 'INVALID_QUERY'> {
  const tags = [...query].filter(([name]) => name.startsWith('tag.'));
  const repeated =
    repeatedParameter(query, ['operation', 'from', 'to']) ??
    (new Set(tags.map(([name]) => name)).size < tags.length ? 'tag' : null);
  if (repeated !== null) return refuse('INVALID_QUERY', repeated);
  const page = pageRequest(query);
  if (page === null) return refuse('INVALID_QUERY', 'limit');
  const request: CaseListRequest = { limit: page.limit, tags: {} };
  for (const name of ['from', 'to'] as const) {
    const text = query.get(name);
    if (text === null) continue;
    const time = timeOf(text);
    if (time === null) return refuse('INVALID_QUERY', name);
    request[name] = time;
  }
  const operation = query.get('operation');
  if (operation && Buffer.byteLength(operation) > MAX_OPERATION_BYTES) return refuse('INVALID_QUERY', 'operation');
  if (operation) request.operation = operation;
  if (page.after !== null) request.cursor = page.after;
  request.tags = Object.fromEntries(tags.map(([name, value]) => [name.slice('tag.'.length), value]));
  return accept(request);
}

/** ISO-8601 with a time zone, or epoch ms. */
const timeOf = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : isoTime(text));

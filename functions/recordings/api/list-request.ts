import { pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { isoTime } from '../../platform/time/iso-time.ts';
import { STATUS_FILTER } from '../domain/search/head-matches.ts';
import { searchTerms } from '../domain/search/search-text.ts';

const MAX_OPERATION_BYTES = 900;

/** The parameters of a list of cases; `from` and `to` in epoch ms, [from, to). */
export interface CaseListRequest {
  operation?: string;
  from?: number;
  to?: number;
  tags: Record<string, string>;
  /** Only pinned cases. */
  pinnedOnly: boolean;
  status?: string;
  session?: string;
  /** In lower case. */
  terms: string[];
  cursor?: string;
  limit: number;
}

/** As long as intake takes one. */
const MAX_SESSION_BYTES = 512;

/** Filters that are a text, with what they accept; an empty one counts as absent. */
const TEXTS = {
  operation: (text: string) => Buffer.byteLength(text) <= MAX_OPERATION_BYTES,
  status: (text: string) => STATUS_FILTER.test(text),
  session: (text: string) => Buffer.byteLength(text) <= MAX_SESSION_BYTES,
  pinned: (text: string) => text === 'true',
} as const;

/** Parses the query of a list of cases; the error message is the name of the parameter (interface 10). */
export function parseListRequest(query: URLSearchParams): Result<CaseListRequest, 'INVALID_QUERY'> {
  const tags = [...query].filter(([name]) => name.startsWith('tag.'));
  const repeated =
    repeatedParameter(query, ['from', 'to', 'text', ...Object.keys(TEXTS)]) ??
    (new Set(tags.map(([name]) => name)).size < tags.length ? 'tag' : null);
  if (repeated !== null) return refuse('INVALID_QUERY', repeated);
  const page = pageRequest(query);
  if (page === null) return refuse('INVALID_QUERY', 'limit');
  const request: CaseListRequest = { limit: page.limit, tags: {}, pinnedOnly: false, terms: [] };
  for (const name of ['from', 'to'] as const) {
    const text = query.get(name);
    if (text === null) continue;
    const time = timeOf(text);
    if (time === null) return refuse('INVALID_QUERY', name);
    request[name] = time;
  }
  for (const name of ['operation', 'status', 'session', 'pinned'] as const) {
    const text = query.get(name);
    if (!text) continue;
    if (!TEXTS[name](text)) return refuse('INVALID_QUERY', name);
    if (name === 'pinned') request.pinnedOnly = true;
    else request[name] = text;
  }
  const terms = searchTerms(query.get('text') ?? '');
  if (!terms.ok) return terms;
  request.terms = terms.value;
  if (page.after !== null) request.cursor = page.after;
  request.tags = Object.fromEntries(tags.map(([name, value]) => [name.slice('tag.'.length), value]));
  return accept(request);
}

/** ISO-8601 with a time zone, or epoch ms. */
const timeOf = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : isoTime(text));

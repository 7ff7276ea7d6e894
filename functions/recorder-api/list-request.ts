import { isoTime } from '../domain/recordings/iso-time.ts';
import { accept, type Result, refuse } from '../domain/result.ts';
import { type ApiResponse, failure } from '../http/api.ts';

const MOST = 200;
const FALLBACK = 50;
const MOST_OPERATION_BYTES = 900;

/** What a list of cases may be asked for; `from` and `to` in epoch ms, [from, to). */
export interface CaseListRequest {
  operation?: string;
  from?: number;
  to?: number;
  tags: Record<string, string>;
  cursor?: string;
  limit: number;
}

/** The answer to a query parameter that cannot be used; it names the parameter and never its value. */
export const badParameter = (name: string): ApiResponse =>
  failure(400, 'INVALID_PARAMETER', `${name} is missing or has an unusable value`);

/** Reads the query of a list of cases; the refusal's message is the name of the parameter (interface 10). */
export function readListRequest(query: URLSearchParams): Result<CaseListRequest, 'INVALID_PARAMETER'> {
  const request: CaseListRequest = { limit: FALLBACK, tags: {} };
  for (const name of ['from', 'to'] as const) {
    const text = query.get(name);
    if (text === null) continue;
    const time = timeOf(text);
    if (time === null) return refuse('INVALID_PARAMETER', name);
    request[name] = time;
  }
  const limit = query.get('limit');
  if (limit !== null) {
    if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST)
      return refuse('INVALID_PARAMETER', 'limit');
    request.limit = Number(limit);
  }
  const operation = query.get('operation');
  if (operation && Buffer.byteLength(operation) > MOST_OPERATION_BYTES) return refuse('INVALID_PARAMETER', 'operation');
  if (operation) request.operation = operation;
  const cursor = query.get('cursor');
  if (cursor) request.cursor = cursor;
  request.tags = Object.fromEntries(
    [...query].flatMap(([name, value]) => (name.startsWith('tag.') ? [[name.slice('tag.'.length), value]] : [])),
  );
  return accept(request);
}

/** ISO-8601 with a time zone, or epoch ms. */
const timeOf = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : isoTime(text));

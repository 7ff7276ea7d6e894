import { type ApiResponse, failure } from './api.ts';

const MOST = 200;
const FALLBACK = 50;

/** The answer to a query parameter that cannot be used; it names the parameter and never its value. */
export const badParameter = (name: string): ApiResponse =>
  failure(400, 'INVALID_QUERY', `${name} is missing or has an unusable value`);

/** `limit` (1..200, 50 unless told) and `cursor` of a list; null when limit is no such number (interface 10). */
export function pageRequest(query: URLSearchParams): { limit: number; after: string | null } | null {
  const limit = query.get('limit');
  if (limit !== null && !(/^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= MOST)) return null;
  return { limit: limit === null ? FALLBACK : Number(limit), after: query.get('cursor') || null };
}

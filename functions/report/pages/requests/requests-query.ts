import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import type { FailingFilter } from '../../domain/failing-requests.ts';
import { positionOf } from '../../domain/position-of.ts';
import { casesPath, withQuery } from '../report-links.ts';

/** Which requests of a run are listed; those marked as expected are not among `failing`. */
export const LISTS = ['failing', 'expected', 'passed', 'all'] as const;
export type RequestList = (typeof LISTS)[number];

/** What the address of the list asks for. */
export interface RequestsQuery extends FailingFilter {
  list: RequestList;
  /** Part of a path, an endpoint or a field; empty: any. */
  text: string;
  /** Index of the first request; only of failing and expected ones. */
  from: number;
  /** Of passed and of all requests. */
  cursor: string;
}

/** Reads the address of the list; null if no list has it. */
export function requestsQuery(query: URLSearchParams): RequestsQuery | null {
  const read = (name: string) => query.get(name) ?? '';
  const list = LISTS.find((one) => one === (read('state') || 'failing'));
  const kind = read('kind');
  const cursor = read('cursor');
  if (list === undefined || (kind !== '' && !v.is(Kind, kind))) return null;
  // Pages of failing requests continue by an index.
  if (query.has('cursor') && isFailing(list)) return null;
  const [operation, method, endpoint, subject] = ['operation', 'method', 'endpoint', 'subject'].map(read);
  return {
    list,
    text: read('text'),
    operation: operation ?? '',
    method: method ?? '',
    endpoint: endpoint ?? '',
    kind,
    subject: subject ?? '',
    from: positionOf(query.get('from')),
    cursor,
  };
}

/** Whether a list is made of the failing requests. */
export const isFailing = (list: RequestList): boolean => list === 'failing' || list === 'expected';

/** The path of the list with other members. */
export function requestsPath(planId: string, asked: RequestsQuery, changed: Partial<RequestsQuery> = {}): string {
  const { list, ...filter } = { ...asked, ...changed };
  return withQuery(casesPath(planId), {
    state: list === 'failing' ? '' : list,
    ...filter,
    from: filter.from === 0 ? '' : filter.from,
  });
}

import type { CaseHead } from '../recorded-case.ts';

/** A status, or a class of statuses such as `4xx`. */
export const STATUS_FILTER = /^[1-5](?:\d\d|xx)$/;

/** What the head of a case is compared with; a case passes every filter that is there. */
export interface HeadFilter {
  /** As STATUS_FILTER. */
  status?: string;
  session?: string;
  tags?: Readonly<Record<string, string>>;
  /** Only cases with a version that a person accepted. */
  accepted?: true;
}

/** Whether the head of a case passes a filter. A damaged case passes none, since its head is not known. */
export function headMatches({ status, session, tags, unreadable, accepted }: CaseHead, filter: HeadFilter): boolean {
  if (unreadable) return false;
  const { status: wanted } = filter;
  if (wanted !== undefined && !(wanted.endsWith('xx') ? String(status)[0] === wanted[0] : String(status) === wanted))
    return false;
  if (filter.accepted && accepted === undefined) return false;
  if (filter.session !== undefined && session !== filter.session) return false;
  return Object.entries(filter.tags ?? {}).every(([name, value]) => Object.hasOwn(tags, name) && tags[name] === value);
}

/** The terms that the head of a case does not contain. */
export function termsNotInHead(head: CaseHead, terms: readonly string[]): string[] {
  if (terms.length === 0) return [];
  const text = [
    `${head.method} ${head.operation}`,
    String(head.status ?? ''),
    head.caseId,
    head.traceId,
    head.session ?? '',
    ...Object.entries(head.tags).map(([name, value]) => `${name}=${value}`),
  ]
    .join('\n')
    .toLowerCase();
  return terms.filter((term) => !text.includes(term));
}

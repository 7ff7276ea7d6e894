import { queryAll } from '../../platform/table/query-all.ts';
import { isDamaged } from '../../platform/values/damaged-data.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Query, Table } from '../../platform/world.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import { casesKey, headOf, orderOf, pinnedKey, unreadableHead } from './case-rows.ts';

const PAGE = 1000;
/** Minimum rows of an endpoint that a walk reads at once. */
const MIN_WALK_PAGE = 10;
/** Endpoints queried concurrently. */
const CONCURRENCY = 20;

/** Which cases of an endpoint match: recorded in [from, to), pinned if so said, and with these tags. */
export interface CaseFilter {
  from?: number;
  to?: number;
  pinnedOnly?: boolean;
  tags?: Readonly<Record<string, string>>;
}

/** A page of a list of cases, newest first. */
export interface CasePage {
  items: CaseHead[];
  nextCursor: string | null;
}

/** Whose cases are listed: recorded in [from, to), only pinned ones if so said. */
export interface ListRange extends Omit<CaseFilter, 'tags'> {
  appId: string;
  operation?: string;
  /** `cursorAfter` of the last case of the page before. */
  cursor?: string;
}

/** The filter of a list of cases. */
export interface ListFilter extends ListRange, Pick<CaseFilter, 'tags'> {
  limit: number;
}

/** Lists of cases, over the indexes i1 and i3 (see `recordingStore`). */
export function caseLists(table: Table, tenant: string, operationsOf: (appId: string) => Promise<string[]>) {
  const newestFirst = (appId: string, operation: string, filter: CaseFilter & { before?: string }, page: number) =>
    newestOf(table, tenant, { appId, operation }, filter, page);

  /** The newest cases of an endpoint, newest first, page by page; the window is ignored if pinned (spec 2.1). */
  function eachNewest(
    appId: string,
    operation: string,
    filter: CaseFilter & { limit: number },
  ): AsyncGenerator<CaseHead> {
    const page = Object.keys(filter.tags ?? {}).length > 0 ? PAGE : Math.max(1, filter.limit);
    return limited(newestFirst(appId, operation, ofAnyTimeIfPinned(filter), page), filter.limit);
  }

  return {
    eachNewest,

    /** The same as a list. */
    newest: (appId: string, operation: string, filter: CaseFilter & { limit: number }): Promise<CaseHead[]> =>
      Array.fromAsync(eachNewest(appId, operation, filter)),

    /** Every case of an endpoint that was recorded in [from, to), newest first. */
    between: (appId: string, operation: string, { from, to }: { from: number; to: number }): AsyncGenerator<CaseHead> =>
      newestFirst(appId, operation, { from, to }, PAGE),

    /** Whether one of the endpoints has a case (spec 7.1 REASON_200). */
    async anyCase(appId: string, operations: readonly string[], filter: Omit<CaseFilter, 'tags'>): Promise<boolean> {
      for (let at = 0; at < operations.length; at += CONCURRENCY) {
        const found = await Promise.all(
          operations
            .slice(at, at + CONCURRENCY)
            .map((operation) => firstOf(newestFirst(appId, operation, ofAnyTimeIfPinned(filter), 1), 1)),
        );
        if (found.some((heads) => heads.length > 0)) return true;
      }
      return false;
    },

    /** Cases of an application or one of its endpoints, newest first; null for an invalid cursor. */
    async list({ limit, tags = {}, ...range }: ListFilter): Promise<CasePage | null> {
      const found = await walked(range, () => limit + 1, tags);
      if (found === null) return null;
      const heads = await firstOf(found, limit + 1);
      const items = heads.slice(0, limit);
      const last = items.at(-1);
      return { items, nextCursor: heads.length > limit && last ? cursorAfter(last) : null };
    },

    /**
     * Every case in the range, newest first, of which the caller reads at most `most`; null for an invalid cursor. The
     * endpoints share the rows that are read ahead.
     */
    walk: (range: ListRange, most: number): Promise<AsyncGenerator<CaseHead> | null> =>
      walked(range, (endpoints) => Math.max(MIN_WALK_PAGE, Math.ceil((2 * most) / Math.max(1, endpoints)))),
  };

  async function walked(
    { appId, operation, cursor, ...filter }: ListRange,
    pageOf: (endpoints: number) => number,
    tags = {},
  ) {
    const before = cursor === undefined ? undefined : parseCursor(cursor, filter.to);
    if (before === null) return null;
    const operations = operation === undefined ? await operationsOf(appId) : [operation];
    const page = pageOf(operations.length);
    return merged(
      operations.map((one) => newestFirst(appId, one, { ...filter, tags, ...(before && { before }) }, page)),
    );
  }
}

/** The cases of an endpoint that match, newest first. */
async function* newestOf(
  table: Table,
  tenant: string,
  { appId, operation }: { appId: string; operation: string },
  filter: CaseFilter & { before?: string },
  page: number,
) {
  const { from = 0, to, pinnedOnly = false, tags = {}, before } = filter;
  const end = before ?? (to === undefined ? undefined : paddedTime(to));
  const query: Query = {
    ...(pinnedOnly
      ? { index: 'i3', pk: pinnedKey(tenant, appId, operation) }
      : { index: 'i1', pk: casesKey(tenant, appId, operation) }),
    from: paddedTime(from),
    ...(end === undefined ? {} : { to: end }),
  };
  const wanted = Object.entries(tags);
  const rows = queryAll(table, { ...query, descending: true, limit: Math.min(PAGE, page), damaged: 'marked' });
  for await (const row of rows) {
    const head = isDamaged(row) ? unreadableHead(row, appId, operation) : headOf(row);
    // Whether a damaged case has the tags is unknown; it is listed rather than lost.
    if (head?.unreadable) yield head;
    else if (head && wanted.every(([name, value]) => Object.hasOwn(head.tags, name) && head.tags[name] === value))
      yield head;
  }
}

/** The window of a selection is ignored for pinned cases (spec 2.1). */
const ofAnyTimeIfPinned = <Filter extends CaseFilter>({ from, to, ...filter }: Filter) => ({
  ...filter,
  ...(!filter.pinnedOnly && from !== undefined && { from }),
  ...(!filter.pinnedOnly && to !== undefined && { to }),
});

/** The cursor of the cases that follow this one in a list. */
export const cursorAfter = (head: CaseHead): string => Buffer.from(orderOf(head)).toString('base64url');

const firstOf = (heads: AsyncGenerator<CaseHead>, limit: number): Promise<CaseHead[]> =>
  Array.fromAsync(limited(heads, limit));

async function* limited(heads: AsyncGenerator<CaseHead>, limit: number): AsyncGenerator<CaseHead> {
  let left = limit;
  if (left < 1) return;
  for await (const head of heads) {
    yield head;
    if (--left < 1) return;
  }
}

/** Merges several lists into one, newest first. */
async function* merged(lists: readonly AsyncGenerator<CaseHead>[]): AsyncGenerator<CaseHead> {
  const next = async (list: AsyncGenerator<CaseHead>) => {
    const head: CaseHead | undefined = (await list.next()).value;
    return { list, head, order: head ? orderOf(head) : '' };
  };
  const open = await Promise.all(lists.map(next));
  for (;;) {
    let at = -1;
    let newest = '';
    for (const [index, { order }] of open.entries()) {
      if (order > newest) {
        at = index;
        newest = order;
      }
    }
    const found = open[at];
    if (!found?.head) return;
    yield found.head;
    open[at] = await next(found.list);
  }
}

const POSITION = /^\d{15}#\d{15}-\d{9}#[A-Za-z0-9._:-]{1,128}$/;

/** The position after which a list continues; a cursor never extends beyond the requested end. */
function parseCursor(cursor: string, to: number | undefined): string | null {
  const position = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!POSITION.test(position)) return null;
  return to !== undefined && paddedTime(to) < position ? paddedTime(to) : position;
}

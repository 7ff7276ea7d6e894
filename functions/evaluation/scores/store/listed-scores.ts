import { queryAll } from '../../../platform/table/query-all.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Item, Query, Table } from '../../../platform/world.ts';
import type { Score } from '../../domain/scores/score.ts';
import { dayOf, orderOf, parseScore, type ScoresOf, type scoreKeys } from './score-rows.ts';

export interface ScoresQuery {
  of: ScoresOf;
  /** Epoch ms: from <= timestamp < to. */
  from: number;
  to: number;
  /** Applies the filters that the index does not cover. */
  matches(score: Score): boolean;
  /** `next` of the previous page. */
  after: string | null;
  limit: number;
}

/** Maximum rows that one page scans. A selective filter gives short pages, and `next` continues. */
const MAX_ROWS_READ = 5000;

/** One page of scores, newest first. */
export async function listedScores(
  table: Table,
  keys: ReturnType<typeof scoreKeys>,
  { of, from, to, matches, after, limit }: ScoresQuery,
): Promise<{ items: Score[]; next: string | null }> {
  const range = { from: paddedTime(from), to: after ?? paddedTime(to), limit: Math.min(limit + 1, 101) };
  if (range.from >= range.to) return { items: [], next: null };
  const items: Score[] = [];
  let read = 0;
  let last = '';
  for await (const row of rowsOf(table, keys, of, range)) {
    if (items.length === limit || read === MAX_ROWS_READ) return { items, next: last };
    const score = parseScore(row);
    read++;
    last = orderOf(score);
    if (matches(score)) items.push(score);
  }
  return { items, next: null };
}

type Range = Required<Pick<Query, 'from' | 'to' | 'limit'>>;

function rowsOf(table: Table, keys: ReturnType<typeof scoreKeys>, of: ScoresOf, range: Range): AsyncGenerator<Item> {
  const inIndex = (index: 'i1' | 'i2' | 'i3', pk: string) => queryAll(table, { ...range, index, pk, descending: true });
  if ('target' in of) return inIndex('i1', keys.target(of.target));
  if ('run' in of) return inIndex('i3', keys.run(of.run));
  if ('trace' in of) {
    const own = inIndex('i1', keys.target({ target_type: 'trace', target_id: of.trace }));
    return newestFirst(own, inIndex('i3', keys.trace(of.trace)));
  }
  return ofName(table, keys, of.name, range);
}

/** Reads day by day, only days that have scores of the name. */
async function* ofName(
  table: Table,
  keys: ReturnType<typeof scoreKeys>,
  name: string,
  range: Range,
): AsyncGenerator<Item> {
  const day = (order: string) => dayOf(Math.min(Number(order.slice(0, 15)), LAST_DAY));
  // "~" sorts after every digit, so the last day is included.
  const days = { pk: keys.days(name), from: day(range.from), to: `${day(range.to)}~`, descending: true };
  for await (const { sk } of queryAll(table, days))
    yield* queryAll(table, { ...range, index: 'i2', pk: keys.nameDay(name, sk), descending: true });
}

/** 31 December 9999, because later years do not have four digits. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Merges two descending lists. */
async function* newestFirst(one: AsyncGenerator<Item>, other: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let [a, b] = await Promise.all([one.next(), other.next()]);
  while (!a.done || !b.done) {
    if (b.done || (!a.done && orderOf(parseScore(a.value)) >= orderOf(parseScore(b.value)))) {
      if (!a.done) yield a.value;
      a = await one.next();
    } else {
      yield b.value;
      b = await other.next();
    }
  }
}

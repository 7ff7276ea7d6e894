import { textBytes } from '../page-budget.ts';
import type { DiffItem, LineItem } from './diff-item.ts';
import { type DiffPart, foldedParts, type NumberedRow } from './folded-parts.ts';
import { type ShownRow, shownRow } from './shown-rows.ts';

/** Maximum rows of one page, apart from those that its folds hold. @internal */
export const MAX_ROWS = 200;
/** Folds of more rows are not on the page; a link leads to them. */
const MAX_FOLDED_ROWS = 40;
/** Maximum rows in the folds of one page. */
const MAX_ALL_FOLDED_ROWS = 400;
/** Maximum bytes of the rows of one page, markup included, as estimated by `bytesOf`. */
const MAX_PAGE_BYTES = 170_000;

/** Rows that are shown, or that a fold holds. */
export type ShownPart =
  | { kind: 'row'; row: ShownRow }
  | {
      kind: 'fold';
      /** Number of its first row, from 0. */
      at: number;
      lines: number;
      unchanged: number;
      ignored: number;
      fields: string[];
      /** Empty where there are too many. */
      rows: ShownRow[];
    };

/** A page of the rows of two bodies. */
export interface DiffWindow {
  parts: ShownPart[];
  /** Number of the first row, from 0. */
  from: number;
  /** The rows that the pages before and after it begin with; null if there is none. */
  previous: number | null;
  next: number | null;
}

export interface WindowOptions {
  /** The first row; of a fold any row in it. */
  from: number;
  isUnfolded: boolean;
  /** What a row is about. */
  factsOf(item: LineItem): { isIgnored: boolean; difference: number | null };
}

/** Reads a page of rows. Earlier rows are counted, but not read; later ones are not looked at. */
export function diffWindow(items: Iterable<DiffItem>, { from, isUnfolded, factsOf }: WindowOptions): DiffWindow {
  const isIgnored = (item: LineItem) => factsOf(item).isIgnored;
  const named = new Set<number>();
  const parts: ShownPart[] = [];
  let left = MAX_PAGE_BYTES;
  let foldable = MAX_ALL_FOLDED_ROWS;
  let rows = 0;
  let first: number | null = null;
  const starts: number[] = [];
  let sinceStart = MAX_ROWS;

  const read = (row: NumberedRow): ShownRow => {
    const { difference, ...facts } = factsOf(row.item);
    const isNew = difference !== null && row.item.isFirst && row.item.state !== 'same' && !named.has(difference);
    if (isNew) named.add(difference);
    const shown = shownRow(row, { ...facts, difference: isNew ? difference : null });
    left -= bytesOf(shown);
    return shown;
  };

  for (const part of foldedParts(items, isIgnored, isUnfolded)) {
    if (endOf(part) <= from) {
      if (sinceStart === MAX_ROWS) {
        starts.push(part.at);
        sinceStart = 0;
      }
      sinceStart++;
      continue;
    }
    first ??= part.at;
    if (rows === MAX_ROWS || left <= 0) return { parts, from: first, previous: starts.at(-1) ?? null, next: part.at };
    rows++;
    if (part.kind === 'row') parts.push({ kind: 'row', row: read(part.row) });
    else {
      const { rows: hidden, kind, ...facts } = part;
      const isOnPage = part.lines <= Math.min(MAX_FOLDED_ROWS, foldable) && left > MAX_PAGE_BYTES / 4;
      if (isOnPage) foldable -= part.lines;
      parts.push({ kind, ...facts, rows: isOnPage ? Array.from(hidden(), read) : [] });
      left -= 400;
    }
  }
  return { parts, from: first ?? 0, previous: starts.at(-1) ?? null, next: null };
}

const endOf = (part: DiffPart): number => part.at + (part.kind === 'row' ? 1 : part.lines);

/** Bytes of the markup of a row without its texts. */
const ROW_BYTES = 260;

const bytesOf = ({ recorded, replayed }: ShownRow): number =>
  ROW_BYTES +
  [recorded, replayed].reduce((sum, line) => sum + (line ? textBytes(line.label) + textBytes(line.text) : 0), 0);

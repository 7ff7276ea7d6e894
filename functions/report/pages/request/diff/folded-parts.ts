import type { DiffItem, LineItem } from './diff-item.ts';

/** Unchanged lines shown beside a difference. */
export const CONTEXT_LINES = 3;
/** Fewer lines are not folded. */
const MIN_FOLDED_LINES = 2;
/** Maximum fields that a fold names. */
const MAX_NAMED_FIELDS = 5;

/** A row with the numbers of its lines, counted from 1; 0 for a side without a line. */
export interface NumberedRow {
  item: LineItem;
  lines: readonly [number, number];
}

/** A row that is shown, or several that are folded. `at`: the number of the first row, from 0. */
export type DiffPart = { kind: 'row'; at: number; row: NumberedRow } | FoldPart;

interface FoldPart {
  kind: 'fold';
  at: number;
  lines: number;
  unchanged: number;
  /** Differences that rules ignore, and the first of their fields. */
  ignored: number;
  fields: string[];
  rows(): Iterable<NumberedRow>;
}

/** An item with the row and the line numbers that it begins with. */
interface Placed {
  item: DiffItem;
  at: number;
  lines: readonly [number, number];
}

/**
 * Folds what lies more than three lines away from a difference, and differences that `isIgnored`. With `isUnfolded`
 * every row stands by itself.
 */
export function* foldedParts(
  items: Iterable<DiffItem>,
  isIgnored: (item: LineItem) => boolean,
  isUnfolded: boolean,
): Generator<DiffPart> {
  let run: Placed[] = [];
  let isAfterDifference = false;
  for (const placed of placedItems(items)) {
    if (isUnfolded) {
      yield* rowParts(placed);
      continue;
    }
    const { item } = placed;
    if (item.kind === 'line' && item.state !== 'same' && !item.isRest && !isIgnored(item)) {
      yield* runParts(run, isIgnored, { before: isAfterDifference, after: true });
      yield* rowParts(placed);
      run = [];
      isAfterDifference = true;
    } else run.push(placed);
  }
  yield* runParts(run, isIgnored, { before: isAfterDifference, after: false });
}

function* placedItems(items: Iterable<DiffItem>): Generator<Placed> {
  let at = 0;
  let [left, right] = [1, 1];
  for (const item of items) {
    yield { item, at, lines: [left, right] };
    const lines = linesOf(item);
    at += lines;
    left += item.kind === 'line' && item.recorded === null ? 0 : lines;
    right += item.kind === 'line' && item.replayed === null ? 0 : lines;
  }
}

const linesOf = (item: DiffItem): number => (item.kind === 'equal' ? item.lines : 1);

/** The rows between two differences: some beside each of them, the rest folded. */
function* runParts(
  run: readonly Placed[],
  isIgnored: (item: LineItem) => boolean,
  { before, after }: { before: boolean; after: boolean },
): Generator<DiffPart> {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined) return;
  const total = last.at + linesOf(last.item) - first.at;
  const isSame = ({ row }: { row: NumberedRow }) => row.item.state === 'same';
  const head = before ? leading(rowsOf(run), isSame) : [];
  const tail = after ? trailing(run, isSame, total - head.length) : [];
  const folded = total - head.length - tail.length;
  yield* head;
  if (folded > 0) {
    const from = first.at + head.length;
    const middle = () => between(run, from, from + folded);
    const parts = folded < MIN_FOLDED_LINES ? [...middle()] : [];
    if (parts.length > 0 && parts.every(isSame)) yield* parts;
    else yield foldOf(run, isIgnored, { at: from, lines: folded, shown: head.length + tail.length, middle });
  }
  yield* tail;
}

function foldOf(
  run: readonly Placed[],
  isIgnored: (item: LineItem) => boolean,
  { at, lines, shown, middle }: { at: number; lines: number; shown: number; middle: () => Iterable<RowPart> },
): FoldPart {
  let unchanged = -shown;
  let ignored = 0;
  const fields = new Set<string>();
  for (const { item } of run) {
    if (item.kind === 'equal' || item.state === 'same') unchanged += linesOf(item);
    else if (item.isFirst && isIgnored(item)) {
      ignored++;
      if (item.location !== null && fields.size <= MAX_NAMED_FIELDS)
        fields.add(item.location.paths.subjectText(item.location.path));
    }
  }
  return {
    kind: 'fold',
    at,
    lines,
    unchanged,
    ignored,
    fields: [...fields].slice(0, MAX_NAMED_FIELDS),
    *rows() {
      for (const { row } of middle()) yield row;
    },
  };
}

type RowPart = Extract<DiffPart, { kind: 'row' }>;

function leading(rows: Iterable<RowPart>, isSame: (part: RowPart) => boolean): RowPart[] {
  const found: RowPart[] = [];
  for (const part of rows) {
    if (found.length === CONTEXT_LINES || !isSame(part)) break;
    found.push(part);
  }
  return found;
}

/** At most so many of the last rows. Reads no more items than needed. */
function trailing(run: readonly Placed[], isSame: (part: RowPart) => boolean, most: number): RowPart[] {
  let found: RowPart[] = [];
  for (let at = run.length - 1; at >= 0 && found.length < CONTEXT_LINES; at--) {
    const placed = run[at];
    const rows = placed === undefined ? [] : [...rowParts(placed, Math.max(0, linesOf(placed.item) - CONTEXT_LINES))];
    if (!rows.every(isSame)) break;
    found = [...rows, ...found];
  }
  return found.slice(Math.max(0, found.length - Math.min(most, CONTEXT_LINES)));
}

function* rowsOf(run: readonly Placed[]): Generator<RowPart> {
  for (const placed of run) yield* rowParts(placed);
}

/** The rows from one number to another. */
function* between(run: readonly Placed[], from: number, to: number): Generator<RowPart> {
  for (const placed of run) {
    if (placed.at >= to) return;
    if (placed.at + linesOf(placed.item) <= from) continue;
    for (const part of rowParts(placed, Math.max(0, from - placed.at))) {
      if (part.at >= to) return;
      yield part;
    }
  }
}

/** The rows of an item from one on, counted from 0. */
function* rowParts({ item, at, lines: [left, right] }: Placed, from = 0): Generator<RowPart> {
  if (item.kind === 'line') {
    const lines = [item.recorded === null ? 0 : left, item.replayed === null ? 0 : right] as const;
    yield { kind: 'row', at, row: { item, lines } };
    return;
  }
  let index = from;
  for (const [recorded, replayed] of item.refs(from)) {
    const same = { ...SAME, recorded, replayed };
    yield { kind: 'row', at: at + index, row: { item: same, lines: [left + index, right + index] } };
    index++;
  }
}

const SAME = {
  kind: 'line',
  state: 'same',
  against: null,
  location: null,
  isFirst: false,
  isRest: false,
  move: null,
} as const;

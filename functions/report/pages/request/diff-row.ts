/** Some lines of a body, indented by `depth` steps. */
export interface Line {
  depth: number;
  text: string;
}

/** One row of the side-by-side view: the same on both sides, or what each side has there. */
export type DiffRow =
  | { kind: 'same'; line: Line }
  /** Unchanged lines that stay closed; `shown` are the first of them. */
  | { kind: 'fold'; lines: number; shown: Line[] }
  | ChangedRow;

/** A row whose sides differ; null where a side has nothing. */
export interface ChangedRow {
  kind: 'changed';
  recorded: Line | null;
  replayed: Line | null;
  /** The normalised path; null in texts, and behind the first line of what only one side has. */
  subject: string | null;
  note: string | null;
  /** Of two values that are cut to where they part. */
  parted?: Parted;
}

/** Where two long values part. */
export interface Parted {
  /** The concrete path, made only when asked for. */
  path(): string;
  cells: [string, string];
  /** The bytes of either side at which the cells begin. */
  at: [number, number];
}

/** Most lines that a fold holds; of more, the beginning. */
export const MOST_FOLDED = 30;

/** Most characters of one side of a row. */
export const LONGEST_CELL = 300;

/** How much of the common beginning of two long values is shown before they part. */
export const BEFORE_CHANGE = 60;

/** A piece of a longer text, with what is left out on both sides. */
export const pieceOf = (piece: string, isBehind: boolean, left: number): string =>
  `${isBehind ? '… ' : ''}${piece}${left > 0 ? ` … (${left} more characters)` : ''}`;

/** A text cut for its row, never inside a character. */
export function cutCell(text: string, from = 0): string {
  const start = isLowSurrogate(text, from) ? from - 1 : from;
  const end = isLowSurrogate(text, start + LONGEST_CELL) ? start + LONGEST_CELL - 1 : start + LONGEST_CELL;
  return pieceOf(text.slice(start, end), start > 0, text.length - end);
}

/** Two texts cut to where they part. */
export function cutAtChange(recorded: string, replayed: string): [string, string] {
  const from = partOf(recorded, replayed);
  return [cutCell(recorded, from), cutCell(replayed, from)];
}

/** Where the pieces of two texts begin that show how they part. */
export function partOf(recorded: string, replayed: string): number {
  if (recorded.length <= LONGEST_CELL && replayed.length <= LONGEST_CELL) return 0;
  let at = 0;
  while (at < recorded.length && at < replayed.length && recorded[at] === replayed[at]) at++;
  return at + BEFORE_CHANGE < LONGEST_CELL ? 0 : at - BEFORE_CHANGE;
}

/** Whether a text cannot be cut before this unit. */
export const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
};

/** The rows from `start` on, at most `most`, and whether more follow; earlier ones are made and dropped. */
export function rowsOf(rows: Iterable<DiffRow>, start: number, most: number): { rows: DiffRow[]; more: boolean } {
  const kept: DiffRow[] = [];
  let index = 0;
  for (const row of rows) {
    if (index++ < start) continue;
    if (kept.length === most) return { rows: kept, more: true };
    kept.push(row);
  }
  return { rows: kept, more: false };
}

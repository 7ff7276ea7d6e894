/** Lines of a body, indented by `depth` steps. */
export interface Line {
  depth: number;
  text: string;
}

/** One row of the side-by-side view: equal on both sides, or the content of each side. */
export type DiffRow =
  | { kind: 'same'; line: Line }
  /** Unchanged lines, folded. `shown` are the first of them. */
  | { kind: 'fold'; lines: number; shown: Line[] }
  | ChangedRow;

/** A row whose sides differ. Null for a side without content. */
export interface ChangedRow {
  kind: 'changed';
  recorded: Line | null;
  replayed: Line | null;
  /** The normalised path. Null in texts, and after the first line of one-sided content. */
  subject: string | null;
  note: string | null;
  /** Set for two values truncated to where they diverge. */
  highlighted?: Highlighted;
}

/** Where two long values diverge. */
export interface Highlighted {
  /** The concrete path, created on demand. */
  path(): string;
  cells: [string, string];
  /** Byte offsets of either side at which the cells begin. */
  at: [number, number];
}

/** Maximum lines kept in a fold. The rest is omitted. */
export const MAX_FOLDED_LINES = 30;

/** Maximum rows scanned for the places of differences. */
export const MAX_SCANNED_ROWS = 20_000;

/** Maximum characters of one side of a row. */
export const MAX_CELL_LENGTH = 300;

/** Characters of the common prefix shown before two long values diverge. */
export const BEFORE_CHANGE = 60;

/** A piece of a longer text, with marks for the omitted text on both sides. */
export const pieceOf = (piece: string, isBehind: boolean, left: number): string =>
  `${isBehind ? '… ' : ''}${piece}${left > 0 ? ` … (${left} more characters)` : ''}`;

/** A text truncated for its row, never inside a character. */
export function cutCell(text: string, from = 0): string {
  const start = isLowSurrogate(text, from) ? from - 1 : from;
  const end = isLowSurrogate(text, start + MAX_CELL_LENGTH) ? start + MAX_CELL_LENGTH - 1 : start + MAX_CELL_LENGTH;
  return pieceOf(text.slice(start, end), start > 0, text.length - end);
}

/** Two texts truncated to where they diverge. */
export function cutAtChange(recorded: string, replayed: string): [string, string] {
  const from = highlightOf(recorded, replayed);
  return [cutCell(recorded, from), cutCell(replayed, from)];
}

/** Start of the pieces that show where two texts diverge. */
export function highlightOf(recorded: string, replayed: string): number {
  if (recorded.length <= MAX_CELL_LENGTH && replayed.length <= MAX_CELL_LENGTH) return 0;
  let at = 0;
  while (at < recorded.length && at < replayed.length && recorded[at] === replayed[at]) at++;
  return at + BEFORE_CHANGE < MAX_CELL_LENGTH ? 0 : at - BEFORE_CHANGE;
}

/** Whether a text cannot be split before this unit. */
export const isLowSurrogate = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000;
};

/** The rows from `start` on, at most `most`, and whether more follow. Earlier rows are generated and dropped. */
export function rowsOf(rows: Iterable<DiffRow>, start: number, max: number): { rows: DiffRow[]; more: boolean } {
  const kept: DiffRow[] = [];
  let index = 0;
  for (const row of rows) {
    if (index++ < start) continue;
    if (kept.length === max) return { rows: kept, more: true };
    kept.push(row);
  }
  return { rows: kept, more: false };
}

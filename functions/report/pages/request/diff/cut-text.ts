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

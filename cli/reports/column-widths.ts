/** Columns between two cells. */
const GAP = 2;

/** No column becomes narrower than this. */
const MIN_WIDTH = 8;

/** Characters that take two columns of a terminal: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;

/** The widths of the columns of a table: those of their widest cells, or less where the table is wider than `width`. */
export function columnWidths(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): number[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  for (let excess = widths.reduce((sum, one) => sum + one + GAP, -GAP) - width; excess > 0; excess--) {
    const widest = widths.indexOf(Math.max(...widths));
    const before = widths[widest] ?? 0;
    if (before <= MIN_WIDTH) break;
    widths[widest] = before - 1;
  }
  return widths;
}

/** The lines of a row whose cells wrap within the widths of their columns. */
export function rowLines(row: readonly string[], widths: readonly number[]): string[] {
  const cells = row.map((cell, at) => wrapped(cell, widths[at]).split('\n'));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, at) => {
        const text = lines[line] ?? '';
        return text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/**
 * A text in lines of at most `width`, broken after a blank, or anywhere in what has none, such as ids and paths.
 * @internal
 */
export function wrapped(text: string, width: number | undefined): string {
  if (width === undefined || widthOf(text) <= width) return text;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )/)) {
    if (line !== '' && widthOf(line) + widthOf(word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    const pieces = piecesOf(word, width);
    line += pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line.trimEnd()].join('\n');
}

/** A word in pieces of at most `width`, the last with the blank behind it. */
function piecesOf(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const size = character === ' ' ? 0 : widthOf(character);
    if (used + size > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += size;
  }
  return [...pieces, piece];
}

const widthOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

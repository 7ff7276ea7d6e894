/** Columns between two cells. */
export const GAP = 2;

/** No column becomes narrower than this. */
const MIN_WIDTH = 8;

/** Characters that take two columns of a terminal: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/gu;

/** The widths of the columns of a table that make it fit into `width`; null if it fits as it is. */
export function columnWidths(rows: readonly (readonly string[])[], width: number): number[] | null {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  let excess = widths.reduce((sum, one) => sum + one + GAP, -GAP) - width;
  if (excess <= 0) return null;
  for (; excess > 0; excess--) {
    const widest = widths.indexOf(Math.max(...widths));
    const before = widths[widest] ?? 0;
    if (before <= MIN_WIDTH) break;
    widths[widest] = before - 1;
  }
  return widths;
}

/** A text in lines of at most `width`: ids and paths have no spaces to wrap at. */
export function wrapped(text: string, width: number | undefined): string {
  if (width === undefined || widthOf(text) <= width) return text;
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const character of text) {
    const size = widthOf(character);
    if (used + size > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += character;
    used += size;
  }
  return [...lines, line].join('\n');
}

const widthOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

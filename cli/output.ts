import type { Host } from './host.ts';
import { plainLine, plainText } from './plain-text.ts';
import { columnWidths, rowLines } from './reports/column-widths.ts';

/** The output of a command: results on stdout, messages for people on stderr. */
export interface Output {
  json: boolean;
  stderr: NodeJS.WriteStream;
  /** Writes the result: as JSON with --json, else as text, whose tables are as wide as the terminal. */
  result(value: unknown, text: (width: number | undefined) => string): void;
  /** Writes a message for people. */
  say(text: string): void;
}

/** Writes to the host's streams; `json`: --json was given. */
export function outputTo({ stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>, json: boolean): Output {
  return {
    json,
    stderr,
    result: (value, text) => {
      stdout.write(
        json
          ? `${JSON.stringify(value, null, stdout.isTTY ? 2 : 0)}\n`
          : `${plainText(text(stdout.columns)).trimEnd()}\n`,
      );
    },
    say: (text) => {
      stderr.write(`${plainText(text)}\n`);
    },
  };
}

/**
 * Formats rows under their headings, without ruled lines; returns `nothing` if there are no rows. Cells wrap where the
 * table is wider than `width`, that of the terminal; undefined: there is none.
 */
export function tableText(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  nothing: string,
  width?: number,
): string {
  if (rows.length === 0) return nothing;
  const cells = rows.map((row) => row.map((cell) => plainLine(String(cell ?? '-'))));
  const all = [head, ...cells];
  const widths = columnWidths(all, width);
  return all.flatMap((row) => rowLines(row, widths)).join('\n');
}

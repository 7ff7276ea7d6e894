import Table from 'cli-table3';
import type { Host } from './host.ts';
import { plainLine, plainText } from './plain-text.ts';
import { columnWidths, GAP, wrapped } from './reports/column-widths.ts';

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
  const widths = width === undefined ? null : columnWidths([head, ...cells], width);
  const table = new Table({
    head: [...head],
    chars: NO_LINES,
    style: { head: [], 'padding-left': 0, 'padding-right': GAP },
  });
  table.push(...cells.map((row) => row.map((cell, at) => wrapped(cell, widths?.[at]))));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const NO_LINES = Object.fromEntries(
  ['top', 'bottom', 'left', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .concat('mid', 'mid-mid', 'middle')
    .map((part) => [part, '']),
);

import Table from 'cli-table3';
import type { Host } from './host.ts';
import { plainLine, plainText } from './plain-text.ts';

/** The output of a command: results on stdout, messages for people on stderr. */
export interface Output {
  json: boolean;
  stderr: NodeJS.WriteStream;
  /** Writes the result: as JSON with --json, else as text. */
  result(value: unknown, text: () => string): void;
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
        json ? `${JSON.stringify(value, null, stdout.isTTY ? 2 : 0)}\n` : `${plainText(text()).trimEnd()}\n`,
      );
    },
    say: (text) => {
      stderr.write(`${plainText(text)}\n`);
    },
  };
}

/** Formats rows under their headings, without ruled lines; returns `nothing` if there are no rows. */
export function tableText(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  nothing: string,
): string {
  if (rows.length === 0) return nothing;
  const table = new Table({
    head: [...head],
    chars: NO_LINES,
    style: { head: [], 'padding-left': 0, 'padding-right': 2 },
  });
  table.push(...rows.map((row) => row.map((cell) => plainLine(String(cell ?? '-')))));
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

import { CliFailure } from '../cli-failure.ts';

/** `cases` are cases as recorders post them, one a line or a JSON list; the others are files of other tools (interface 10). */
export type ImportFormat = 'cases' | (string & {});

const BY_NAME: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.har$/i, 'har'],
  [/\.(ndjson|jsonl)$/i, 'cases'],
  [/\.gor(\.gz)?$/i, 'goreplay'],
  [/_\d+\.gz$/i, 'goreplay'],
];

/** The format that a file's name tells; stdin holds cases. A `.json` file does not say what it is. */
export function formatOf(file: string): ImportFormat {
  if (file === '-') return 'cases';
  const known = BY_NAME.find(([form]) => form.test(file));
  if (known === undefined) {
    throw new CliFailure(
      'UNKNOWN_FORMAT',
      `the name of ${file} does not tell its format`,
      'Add --format har, goreplay or cases (cases as recorders post them, one a line).',
    );
  }
  return known[1];
}

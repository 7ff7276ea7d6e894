import { CliFailure } from '../cli-failure.ts';

/**
 * `cases` is the format that recorders post, one case per line or a JSON list; the others are files of other tools
 * (interface 10).
 */
export type ImportFormat = 'cases' | (string & {});

const BY_NAME: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.har$/i, 'har'],
  [/\.(ndjson|jsonl)$/i, 'cases'],
  [/\.gor(\.gz)?$/i, 'goreplay'],
  [/_\d+\.gz$/i, 'goreplay'],
];

/** Infers the format from a file's name; stdin contains cases. The extension `.json` is ambiguous. */
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

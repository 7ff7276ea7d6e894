import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../../bin/import-graph.ts';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { exclude: ['**/node_modules/**'] })];
const SOURCES = [
  ...sourceFiles().map(({ path }) => path),
  ...globSync('{test,demo,lib,docs/deploy,docs/ci}/**/*.{ts,mjs,cjs,py,yaml,yml,service}', {
    exclude: ['**/node_modules/**'],
  }),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const TOP_FOLDERS = readdirSync('.', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

/** What stands in code spans and code blocks. */
const codeIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`|^```\w*\n([\s\S]*?)^```/gm)].map(([, span, block]) => span ?? block ?? '');

/**
 * The cells of each row of each table, by the line of the row; a pipe in code or after a backslash belongs to its cell.
 */
function tablesIn(text: string): { line: number; cells: number }[][] {
  const tables: { line: number; cells: number }[][] = [];
  let isInside = false;
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const isRow = !isCode && line.startsWith('|');
    if (isRow && !isInside) tables.push([]);
    isInside = isRow;
    if (!isRow) continue;
    const cells =
      line
        .replaceAll(/\\\|/g, '')
        .replaceAll(/`[^`]*`/g, '')
        .trim()
        .split('|').length - 2;
    tables.at(-1)?.push({ line: index + 1, cells });
  }
  return tables;
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  test('has tables whose rows have the cells of their head', () => {
    const wrong = tablesIn(text).flatMap(([head, ...rows]) =>
      rows
        .filter(({ cells }) => cells !== head?.cells)
        .map(({ line, cells }) => `line ${line}: ${cells} of ${head?.cells}`),
    );
    expect(wrong).toEqual([]);
  });

  test('names scripts of npm that exist', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  // Decisions are dated: what they name may have gone since.
  test.skipIf(document.startsWith('docs/decisions/'))('names files and folders that exist', () => {
    const paths = codeIn(text)
      .filter((code) => /^[\w.-]+\/[\w./-]+$/.test(code))
      .filter((code) => TOP_FOLDERS.includes(code.split('/', 1)[0] ?? ''));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('names settings that something reads', () => {
    const named = [...new Set(text.match(/\b(?:SVC|REPLAY)_[A-Z][A-Z0-9_]*[A-Z0-9]\b/g))];
    expect(named.filter((name) => !SOURCES.includes(name))).toEqual([]);
  });

  test('names log lines that something writes', () => {
    const named = [...text.matchAll(/(?:log lines?|logs|line)\s`([a-z][^`]+)`/g)].map(([, line = '']) => line);
    expect(named.filter((line) => !SOURCES.includes(line))).toEqual([]);
  });
});

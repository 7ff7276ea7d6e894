import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../bin/import-graph.ts';
import { functionLengths } from './support/function-lengths.ts';

const MAX_LINES = 100;
/** Longer functions are long by nature, such as tables and pages; of these there are at most MAX_LONG. */
const USUAL_LINES = 70;
/** Lower it where fewer are left; never raise it. */
const MAX_LONG = 23;

describe('functions outside of test/ and bench/', () => {
  const long = sourceFiles()
    .filter(({ path }) => !/^(?:test|bench)\//.test(path))
    .map(({ path }) => ({ path, source: readFileSync(path, 'utf8') }))
    .filter(({ source }) => source.split('\n').length > USUAL_LINES)
    .flatMap(({ path, source }) => functionLengths(path, source).map((one) => ({ ...one, path })))
    .filter(({ lines }) => lines > USUAL_LINES);

  const textOf = ({ path, name, lines }: (typeof long)[number]) => `${path}: ${name} has ${lines}`;

  test(`have at most ${MAX_LINES} lines`, () => {
    expect(long.filter(({ lines }) => lines > MAX_LINES).map(textOf)).toEqual([]);
  });

  test(`have at most ${USUAL_LINES} lines, all but ${MAX_LONG}`, () => {
    expect(long.length, long.map(textOf).join('\n')).toBeLessThanOrEqual(MAX_LONG);
  });
});

describe('functionLengths', () => {
  test.for<[what: string, source: string, found: [name: string, lines: number][]]>([
    ['a declaration', 'export function a() {\n  return 1;\n}', [['a', 3]]],
    ['a value', 'const a = () =>\n  1;', [['a', 2]]],
    ['a method', 'const a = {\n  b() {\n  },\n};', [['b', 2]]],
    [
      'one in another',
      'function a(): void {\n  const b = async () => {\n  };\n}',
      [
        ['a', 4],
        ['b', 2],
      ],
    ],
    ['no type', 'interface A {\n  b(): void;\n}', []],
  ])('measures %s', ([, source, found]) => {
    expect(functionLengths('a.ts', source).map(({ name, lines }) => [name, lines])).toEqual(found);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../bin/import-graph.ts';
import { functionLengths } from './support/function-lengths.ts';

const MAX_LINES = 100;

describe(`functions above ${MAX_LINES} lines`, () => {
  test('do not exist', () => {
    const long = sourceFiles()
      .filter(({ path }) => !/^(?:test|bench)\//.test(path))
      .map(({ path }) => ({ path, source: readFileSync(path, 'utf8') }))
      .filter(({ source }) => source.split('\n').length > MAX_LINES)
      .flatMap(({ path, source }) =>
        functionLengths(path, source)
          .filter(({ lines }) => lines > MAX_LINES)
          .map(({ name, lines }) => `${path}: ${name} has ${lines}`),
      );
    expect(long).toEqual([]);
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

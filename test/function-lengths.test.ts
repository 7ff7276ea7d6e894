import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { capabilityOf, sourceFiles } from '../bin/import-graph.ts';
import { functionLengths } from './support/function-lengths.ts';

const MAX_LINES = 100;

/** Functions above that, per folder. A number only gets smaller; a folder that is not named has none. */
const LONGER: Readonly<Record<string, number>> = {
  'functions/platform': 7,
  bin: 1,
  demo: 1,
  lib: 2,
};

const folderOf = (path: string): string => {
  const capability = capabilityOf(path);
  return capability === undefined ? path.slice(0, path.indexOf('/')) : `functions/${capability}`;
};

describe(`functions above ${MAX_LINES} lines`, () => {
  test('are not more than they were', () => {
    const long = sourceFiles()
      .filter(({ path }) => !/^(?:test|bench)\//.test(path))
      .map(({ path }) => ({ path, source: readFileSync(path, 'utf8') }))
      .filter(({ source }) => source.split('\n').length > MAX_LINES)
      .flatMap(({ path, source }) =>
        functionLengths(path, source)
          .filter(({ lines }) => lines > MAX_LINES)
          .map(({ name, lines }) => ({ folder: folderOf(path), text: `${path}: ${name} has ${lines}` })),
      );
    const added = [...Map.groupBy(long, ({ folder }) => folder)]
      .filter(([folder, functions]) => functions.length > (LONGER[folder] ?? 0))
      .flatMap(([, functions]) => functions.map(({ text }) => text));
    expect(added).toEqual([]);
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

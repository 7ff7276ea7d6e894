import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layerOf, sourceFiles } from '../bin/import-graph.ts';

/** What this test reads of an override in biome.json. */
interface BiomeOverride {
  includes: string[];
  linter: { rules: { complexity?: { noExcessiveCognitiveComplexity?: 'off' } } };
}

const FILES = sourceFiles().map((file) => ({ ...file, text: readFileSync(file.path, 'utf8') }));
const DOMAIN = FILES.filter(({ path }) => layerOf(path) === 'domain');

const IMPURE =
  /\bDate\.now\b|new Date\(\)|Math\.random|process\.|\bfetch\(|randomUUID|randomBytes|setTimeout|setInterval/;

/** A variable, or a constant that is an empty container to be filled; one that is declared readonly stays empty. */
const STATE =
  /^(?:export )?(?:(?:let|var) |const \w+(?:: (?!Readonly|readonly )[^\n]+?)? = (?:new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\)|new \w*Array(?:<[^\n]*>)?\((?!0\))[^[\n]*\)|\[\]|\{\})(?: as [^\n]+)?;?$)/m;

/** The first line comments in a row, or the first block comment. */
const FIRST_COMMENT = /^[ \t]*(?:\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|\/\*[\s\S]*?\*\/)/m;
const givesReasonForLength = (text: string): boolean => FIRST_COMMENT.exec(text)?.[0].includes('Long because') ?? false;

describe('the source files', () => {
  test('read no clock, randomness, environment or network in the domain', () => {
    expect(DOMAIN.filter(({ text }) => IMPURE.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('keep no state in a module of the domain or the JSON of platform', () => {
    const json = FILES.filter(({ path }) => path.startsWith('functions/platform/json/'));
    expect([...DOMAIN, ...json].filter(({ text }) => STATE.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('have names that say something', () => {
    const strays = FILES.map(({ path }) => path).filter((path) =>
      /\/(?:utils?|helpers?|common|misc|manager|index)\.ts$/.test(path),
    );
    expect(strays).toEqual([]);
  });

  test('import the standard library with node:', () => {
    const bare = FILES.flatMap(({ path, imports }) =>
      imports
        .filter((target) => builtinModules.includes(target) && !target.startsWith('node:'))
        .map((target) => `${path} -> ${target}`),
    );
    expect(bare).toEqual([]);
  });

  test('share a folder with at most 24 others', () => {
    const folders = new Set(FILES.map(({ path }) => dirname(path)));
    const full = [...folders].filter(
      (folder) => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length > 25,
    );
    expect(full).toEqual([]);
  });

  // Scripts of browsers are one file each, because pages load them as they are.
  const lengths = FILES.filter(({ path }) => !path.endsWith('.js')).map(({ path, text }) => ({
    path,
    text,
    lines: text.split('\n').length - 1,
  }));

  test('have a median of at most 60 lines', () => {
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(60);
  });

  // The formatter keeps code within 120 columns and leaves comments as they are. Rows of tables cannot wrap.
  test('have comments of at most 120 columns', () => {
    // This file is generated from the OpenAPI document.
    const wide = FILES.filter(({ path }) => path !== 'client/paths.ts').flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => line.length > 120 && /^ *(?:\/\*\*|\/\/|\* (?!\|))/.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(wide).toEqual([]);
  });

  test('have at most 300 lines, or a reason in the first comment', () => {
    const long = lengths.filter(({ lines, text }) => lines > 300 && !givesReasonForLength(text));
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test('have at most 300 lines below test, whatever the reason', () => {
    const long = lengths.filter(({ path, lines }) => path.startsWith('test/') && lines > 300);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });
});

describe('the list of files that biome.json exempts from the limit of complexity', () => {
  test('has files that exist, without patterns', () => {
    const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: BiomeOverride[] };
    const listed = overrides
      .filter(({ linter }) => linter.rules.complexity?.noExcessiveCognitiveComplexity === 'off')
      .flatMap(({ includes }) => includes);
    expect(listed.length).toBeGreaterThan(0);
    expect(listed.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the patterns of these rules', () => {
  test.for<[isState: boolean, line: string]>([
    [true, 'let count = 0;'],
    [true, 'export let last: string | undefined;'],
    [true, 'var x;'],
    [true, 'const cache = new Map();'],
    [true, 'const cache = new Map<string, () => void>();'],
    [true, 'export const cache: Map<string, () => void> = new Map();'],
    [true, 'const digests = new WeakMap<readonly string[], string>();'],
    [true, 'const seen: Set<string> = new Set();'],
    [true, 'const kept: string[] = [];'],
    [true, 'const byName: Record<string, number> = {};'],
    [true, 'const byName = {} as Record<string, number>;'],
    [true, 'const lanes = new Int32Array(2);'],
    [true, 'const lanes = new Int32Array(double.buffer);'],
    [true, 'const slots = new Array<number>(8).fill(0);'],
    [false, "const NAMES = new Set(['a', 'b']);"],
    [false, 'const NAMES = new Set(\n  `a b`.split(/ /),\n);'],
    [false, 'const NAMES = new Map(ROWS.map(({ name }) => [name, 1]));'],
    [false, 'const NONE: ReadonlySet<number> = new Set();'],
    [false, 'const NONE: readonly string[] = [];'],
    [false, 'const NONE: Readonly<Record<string, string>> = {};'],
    [false, 'const NO_BYTES = new Uint8Array(0);'],
    [false, 'const BYTES = new Uint8Array([1, 2]);'],
    [false, 'const ROWS = [1, 2];'],
    [false, 'const encoder = new TextEncoder();'],
    [false, 'function f() {\n  let count = 0;\n  const seen = new Set();\n}'],
  ])('find state in a module (%s): %s', ([isState, line]) => {
    expect(STATE.test(`import { a } from './a.ts';\n\n${line}\n\nf();\n`)).toBe(isState);
  });

  test.for<[givesReason: boolean, text: string]>([
    [true, '// Long because it is one table.\nimport a;'],
    [true, 'import a;\n\n/**\n * A table.\n * Long because the spec has as many rows.\n */\nconst b = 1;'],
    [true, 'import a;\n// A table.\n// Long because the spec has as many rows.\nconst b = 1;'],
    [false, 'import a;\nconst b = 1;'],
    [false, '/** A table. */\nimport a;'],
    [false, '/** A table. */\nimport a;\n// Long because the spec has as many rows.\nconst b = 1;'],
    [false, "// A table.\nconst a = 'Long because';\n// Long because"],
  ])('find a reason for length (%s): %s', ([givesReason, text]) => {
    expect(givesReasonForLength(text)).toBe(givesReason);
  });
});

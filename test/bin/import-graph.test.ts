import { describe, expect, test } from 'vitest';
import {
  capabilityEdges,
  capabilityOf,
  cycles,
  folderCycles,
  layerOf,
  reachable,
  sourceFiles,
  upwardImports,
} from '../../bin/import-graph.ts';
import { importsIn } from '../../bin/imports-in.ts';

describe('importsIn', () => {
  test.for<[what: string, source: string, imports: string[]]>([
    ['a static import', `import { a } from './a.ts';`, ['./a.ts']],
    ['a default and a namespace import', `import a, * as b from './a.ts';`, ['./a.ts']],
    ['an import for its side effect', `import './a.ts';`, ['./a.ts']],
    ['an import with attributes', `import a from './a.json' with { type: 'json' };`, ['./a.json']],
    ['an import over several lines', `import {\n  a,\n  type B,\n} from './a.ts';`, ['./a.ts']],
    ['an import with comments inside', `import {\n  a, // from 'b'\n  /* c */ d,\n} from './a.ts';`, ['./a.ts']],
    ['a type import', `import type { A } from './a.ts';`, ['./a.ts']],
    ['a type by import()', `let a: import('./a.ts').A;\nlet b: typeof import('./b.ts');`, ['./a.ts', './b.ts']],
    ['a re-export', `export { a, b as c } from './a.ts';`, ['./a.ts']],
    ['a re-export of everything', `export * from './a.ts';\nexport * as b from './b.ts';`, ['./a.ts', './b.ts']],
    ['a re-export of types', `export type { A } from './a.ts';\nexport type * from './b.ts';`, ['./a.ts', './b.ts']],
    ['a dynamic import', `const { a } = await import('./a.ts');`, ['./a.ts']],
    ['a dynamic import over several lines', `const a = () =>\n  import(\n    './a.ts'\n  );`, ['./a.ts']],
    ['a dynamic import inside a template', `const a = \`text \${(await import('./a.ts')).b} text\`;`, ['./a.ts']],
    [
      'a package and a built-in module',
      `import { a } from '@scope/a/b.js';\nimport c from "node:c";`,
      ['@scope/a/b.js', 'node:c'],
    ],
    ['imports on one line', `import a from './a.ts';import b from './b.ts';`, ['./a.ts', './b.ts']],
    [
      'an import behind a directive and a line of a shell',
      `#!/usr/bin/env node\n'use x';\nimport a from './a.ts';`,
      ['./a.ts'],
    ],
    ['one that is imported twice', `import a from './a.ts';\nawait import('./a.ts');`, ['./a.ts', './a.ts']],
  ])('finds %s', ([, source, imports]) => {
    expect(importsIn(source)).toEqual(imports);
  });

  test.for<[what: string, source: string]>([
    ['a line comment', `// import { a } from './a.ts';\nconst a = 1; // taken from './b.ts'`],
    ['a block comment', `/*\nimport { a } from './a.ts';\n*/\n/** export * from './b.ts'; */`],
    ['a text', `const a = "import { a } from './a.ts';";\nconst b = 'export * from "./b.ts"';`],
    ['a text with escaped quotes', `const a = 'it\\'s import("./a.ts")';`],
    [
      'a template',
      `const a = \`\nimport { a } from './a.ts';\n\${b({ c: \`import('./c.ts')\` })} import('./d.ts')\n\`;`,
    ],
    ['the word from before a text', `export const a = (from: string) => from;\na('./b.ts');\nArray.from('./c.ts');`],
    [
      'an export that a comment follows',
      `export function a() {\n  // the value comes from './a.ts'\n  return './b.ts';\n}`,
    ],
    ['a regular expression with quotes', `const a = /['"\`]/;\nconst b = [/import '/, /[/'"]/];\nconst c = 'from';`],
    ['a member that is called import', `a.import('./a.ts');\nconst b = { import: './b.ts' };`],
    ['import.meta', `import.meta.resolve('./a.ts');`],
  ])('ignores %s', ([, source]) => {
    expect(importsIn(source)).toEqual([]);
  });

  test('finds imports after what it ignores', () => {
    const source = `
      const a = 6 / 2; // it's half
      const b = /[/"'\`]/g.test('"') ? \`\${a} / \${{ c: 'd' }.c}\` : "it's";
      export { a } from './a.ts';
    `;
    expect(importsIn(source)).toEqual(['./a.ts']);
  });
});

describe('sourceFiles', () => {
  const files = new Map(sourceFiles().map(({ path, imports }) => [path, imports]));

  test('names repository files by their path and packages by their name', () => {
    expect(files.get('test/bin/import-graph.test.ts')).toEqual(['vitest', 'bin/import-graph.ts', 'bin/imports-in.ts']);
  });

  test('includes scripts for browsers and modules of Node', () => {
    expect([...files.keys()]).toContain('functions/platform/pages-shell/assets/console.js');
    expect([...files.keys()]).toContain('test/agent/apps/plain.mjs');
  });
});

describe('the place of a file', () => {
  test.for<[path: string, capability: string | undefined, layer: string | undefined]>([
    ['functions/replay/domain/plan.ts', 'replay', 'domain'],
    ['functions/evaluation/gates/api/read-gate.ts', 'evaluation', 'api'],
    ['functions/replay/composition.ts', 'replay', undefined],
    ['functions/platform/world.ts', 'platform', undefined],
    ['functions/platform/http/pages/page-route.ts', 'platform', undefined],
    ['functions/composition/open.ts', undefined, undefined],
    ['test/replay/domain/plan.test.ts', undefined, undefined],
    ['valibot', undefined, undefined],
  ])('is its capability and layer: %s is in %s, %s', ([path, capability, layer]) => {
    expect([capabilityOf(path), layerOf(path)]).toEqual([capability, layer]);
  });
});

describe('capabilityEdges', () => {
  test('lead from the importing to the imported capability, with the files', () => {
    const edges = capabilityEdges([
      { path: 'functions/a/x.ts', imports: ['functions/b/y.ts', 'functions/a/z.ts', 'valibot'] },
      { path: 'functions/a/z.ts', imports: ['functions/b/y.ts'] },
      { path: 'bin/app.ts', imports: ['functions/b/y.ts'] },
    ]);
    expect([...edges]).toEqual([
      ['a -> b', ['functions/a/x.ts -> functions/b/y.ts', 'functions/a/z.ts -> functions/b/y.ts']],
    ]);
  });
});

describe('cycles', () => {
  test.for<[what: string, edges: Record<string, string[]>, found: string[][]]>([
    ['an empty graph', {}, []],
    ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
    ['two ways to one node', { a: ['b', 'c'], b: ['d'], c: ['d'] }, []],
    ['a node that is not in the graph', { a: ['package'] }, []],
    ['a node that leads to itself', { a: ['a'], b: ['a'] }, [['a']]],
    ['two nodes', { a: ['b'], b: ['a'] }, [['a', 'b']]],
    [
      'a longer circle, without what leads to it and away',
      { x: ['a'], a: ['b'], b: ['c'], c: ['a', 'y'], y: [] },
      [['a', 'b', 'c']],
    ],
    [
      'two circles, one leading to the other',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['two circles through one node', { a: ['b', 'c'], b: ['a'], c: ['a'] }, [['a', 'b', 'c']]],
  ])('finds the cycles of %s', ([, edges, found]) => {
    expect(cycles(new Map(Object.entries(edges)))).toEqual(found);
  });

  test('reachable returns the nodes that arrows lead to', () => {
    const edges = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['d', ['a']],
    ]);
    expect([...reachable('a', edges)]).toEqual(['b', 'c']);
    expect([...reachable('c', edges)]).toEqual([]);
  });
});

describe('upwardImports', () => {
  test.for<[what: string, path: string, target: string, isUpward: boolean]>([
    ['a folder below', 'a/high/x.ts', 'a/low/y.ts', false],
    ['a folder above', 'a/low/x.ts', 'a/high/y.ts', true],
    ['a folder deep in one above', 'a/low/x/y.ts', 'a/high/x/y.ts', true],
    ['the same folder', 'a/low/x.ts', 'a/low/z/y.ts', false],
    ['a folder without a place', 'a/low/x.ts', 'a/new/y.ts', true],
    ['anything, in a folder without a place', 'a/new/x.ts', 'a/low/y.ts', true],
    ['a file right below the root', 'a/low/x.ts', 'a/composition.ts', false],
    ['anything, right below the root', 'a/composition.ts', 'a/high/y.ts', false],
    ['what lies elsewhere', 'a/low/x.ts', 'b/high/y.ts', false],
    ['a package', 'a/low/x.ts', 'valibot', false],
  ])('judges the import of %s', ([, path, target, isUpward]) => {
    const found = upwardImports([{ path, imports: [target] }], 'a', ['low', 'high']);
    expect(found).toEqual(isUpward ? [`${path} -> ${target}`] : []);
  });
});

describe('folderCycles', () => {
  test.for<[what: string, imports: Record<string, string>, found: string[]]>([
    ['two folders side by side', { 'r/a/x.ts': 'r/b/y.ts', 'r/b/z.ts': 'r/a/x.ts' }, ['r: a <-> b']],
    ['scripts and modules', { 'r/a/x.mjs': 'r/b/y.js', 'r/b/y.js': 'r/a/z.mjs' }, ['r: a <-> b']],
    ['folders deep in two', { 'r/a/b/x.ts': 'r/c/y.ts', 'r/c/y.ts': 'r/a/d/x.ts' }, ['r: a <-> c']],
    ['a folder and its parent', { 'r/a/x.ts': 'r/y.ts', 'r/y.ts': 'r/a/z.ts' }, []],
    ['one direction', { 'r/a/x.ts': 'r/b/y.ts', 'r/b/y.ts': 'r/c/z.ts' }, []],
  ])('finds the cycles of %s', ([, imports, found]) => {
    expect(folderCycles(Object.entries(imports).map(([path, target]) => ({ path, imports: [target] })))).toEqual(found);
  });
});

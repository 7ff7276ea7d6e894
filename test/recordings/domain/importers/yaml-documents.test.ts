import { describe, expect, test } from 'vitest';
import { MAX_DOCUMENT_BYTES, yamlDocuments } from '../../../../functions/recordings/domain/importers/yaml-documents.ts';

const read = (text: string) => [...yamlDocuments(text)];
const NOT_YAML = { reason: 'the document is not readable as YAML without aliases' };
const value = (one: unknown) => ({ value: one });

describe('YAML documents', () => {
  test.for<[string, string, unknown[]]>([
    ['one', 'a: 1', [value({ a: 1 })]],
    ['several', 'a: 1\n---\na: 2\n--- \n\na: 3\n...\n', [value({ a: 1 }), value({ a: 2 }), value({ a: 3 })]],
    ['with content on the line of the marker', '--- {a: 1}\n--- [2]', [value({ a: 1 }), value([2])]],
    ['with carriage returns', 'a: 1\r\n---\r\na: 2\r\n', [value({ a: 1 }), value({ a: 2 })]],
    ['without empty ones and comments', '# note\n---\n---\na: 1\n', [value({ a: 1 })]],
    ['with dashes inside a text', 'a: |\n  ---\n  b\n', [value({ a: '---\nb\n' })]],
    ['with a longer line of dashes', 'a: |\n  x\nb: "----"\n', [value({ a: 'x\n', b: '----' })]],
    ['beside a damaged one', 'a: 1\n---\na: [\n---\na: 3', [value({ a: 1 }), NOT_YAML, value({ a: 3 })]],
    [
      'times and large numbers',
      'a: 2024-06-14T22:12:24.871021436+05:30',
      [value({ a: '2024-06-14T22:12:24.871021436+05:30' })],
    ],
    ['bytes', 'a: !!binary aGk=', [value({ a: new Uint8Array([104, 105]) })]],
    ['with the last of equal names', 'a: 1\na: 2', [value({ a: 2 })]],
  ])('are read: %s', ([, text, expected]) => expect(read(text)).toEqual(expected));

  test.for<[string, string]>([
    ['aliases that unfold', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]'],
    ['an alias of itself', 'a: &a [*a]'],
    ['lists in lists', '['.repeat(100_000)],
    ['maps in maps', '{a: '.repeat(100_000)],
    ['unknown tags', 'a: !!js/function "x"'],
    ['merges', 'a: &a {x: 1}\nb: {<<: *a}'],
  ])('are refused when hostile: %s', ([, text]) => expect(read(text)).toEqual([NOT_YAML]));

  test('keep names of prototypes as plain members', () => {
    const [document] = read('__proto__: {isAdmin: true}\nconstructor: 1');
    expect(document && 'value' in document && Object.keys(Object(document.value))).toEqual([
      '__proto__',
      'constructor',
    ]);
    expect('isAdmin' in {}).toBe(false);
  });

  test('are refused beyond 4 MiB, without the others', () => {
    const text = (length: number) => `a: ${'x'.repeat(length - 3)}`;
    expect(read(text(MAX_DOCUMENT_BYTES))).toHaveLength(1);
    expect(read(`${text(MAX_DOCUMENT_BYTES + 1)}\n---\nb: 1`)).toEqual([
      { reason: 'the document is larger than 4 MiB' },
      value({ b: 1 }),
    ]);
  });
});

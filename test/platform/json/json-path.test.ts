import { describe, expect, test } from 'vitest';
import { parseJsonPath } from '../../../functions/platform/json/json-path.ts';
import { refusedPairs } from '../../support/hostile-paths.ts';

const name = (text: string, descend = false) => ({ descend, selectors: [{ type: 'name', name: text }] });

describe('JSONPath of compare rules and redaction (interface 11)', () => {
  test.for<[string, unknown[]]>([
    ['$', []],
    ['$.a.b', [name('a'), name('b')]],
    ['a.b', [name('a'), name('b')]],
    ['.a', [name('a')]],
    ['..a', [name('a', true)]],
    ["['a b']['\\u00fc']", [name('a b'), name('ü')]],
    [
      '$.a[0,-1]',
      [
        name('a'),
        {
          descend: false,
          selectors: [
            { type: 'index', index: 0 },
            { type: 'index', index: -1 },
          ],
        },
      ],
    ],
    ['$..*', [{ descend: true, selectors: [{ type: 'any' }] }]],
    [
      "$[?@.a.b=='v']",
      [{ descend: false, selectors: [{ type: 'filter', filter: { names: ['a', 'b'], type: 'string', equals: 'v' } }] }],
    ],
    [
      '$[?@.a==12345678901234567890.50]',
      [
        {
          descend: false,
          selectors: [{ type: 'filter', filter: { names: ['a'], type: 'number', equals: '123456789012345678905e-1' } }],
        },
      ],
    ],
  ])('reads %s', ([text, steps]) => {
    expect(parseJsonPath(text)).toEqual(steps);
  });

  test.for([
    '$[',
    '',
    '$..',
    '$[0:2]',
    '$[?@.a]',
    "$[?@.a!='v']",
    "$[?@.a=='v'||@.b=='v']",
    "$[?@..a=='v']",
    "$[?search(@.a,'(a+)+$')]",
    "$[?match(@.a,'a')]",
    '$[?length(@.a)==1]',
    `$${'.a'.repeat(33)}`,
    `$.${'a'.repeat(999)}`,
    ...new Set(refusedPairs().map(({ path }) => path)),
  ])('refuses path %#', (text) => {
    expect(parseJsonPath(text)).toBeNull();
  });

  test('reads paths with the maximum of steps and characters', () => {
    expect(parseJsonPath(`$${'.a'.repeat(32)}`)).toHaveLength(32);
    expect(parseJsonPath(`$.${'a'.repeat(998)}`)).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJson } from '../../../functions/platform/json/scan-json.ts';
import {
  childrenOf,
  endOf,
  isClose,
  isContainer,
  NODE,
  nameOf,
  stringOf,
  textOf,
  typeOf,
} from '../../../functions/platform/json/tape.ts';
import { bytesOf } from '../../compare/domain/compare-two.ts';
import { accepted, rejected } from './json-vectors.ts';

describe('scanJson (RFC 8259)', () => {
  test('is tested with more than 300 vectors of each kind', () => {
    expect(accepted.length).toBeGreaterThan(300);
    expect(rejected.length).toBeGreaterThan(300);
  });

  test('is tested with vectors on which JSON.parse agrees', () => {
    const parses = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    expect(accepted.filter((text) => !parses(text))).toEqual([]);
    expect(rejected.filter(parses)).toEqual([]);
  });

  test('accepts every valid vector', () => {
    expect(accepted.filter((text) => scanJson(bytesOf(text)) === null)).toEqual([]);
  });

  test('rejects every invalid vector', () => {
    expect(rejected.filter((text) => scanJson(bytesOf(text)) !== null)).toEqual([]);
  });

  test.for<[string, number[]]>([
    ['a lone continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['latin1', [0xe9]],
    ['0xff', [0xff]],
  ])('rejects bytes that are not UTF-8: %s', ([, bytes]) => {
    expect(scanJson(Uint8Array.of(0x22, ...bytes, 0x22))).toBeNull();
    expect(scanJson(Uint8Array.of(0x5b, 0x22, ...bytes, 0x22, 0x5d))).toBeNull();
  });

  test('rejects UTF-16 and every cut of a text', () => {
    expect(scanJson(Buffer.from('{"a":1}', 'utf16le'))).toBeNull();
    const text = bytesOf('{"a":[1,-2.5e3,"x\\u0041é"],"b":{"c":true,"d":null}}');
    expect(scanJson(text)).not.toBeNull();
    for (let length = 0; length < text.length; length++) expect(scanJson(text.subarray(0, length))).toBeNull();
  });

  test('agrees with JSON.parse about any changed text', () => {
    const changed = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[]",:0-.eE\\tu \n\u0000é'), fc.boolean());
    fc.assert(
      fc.property(changed, ([text, position, inserted, instead]) => {
        const at = position % (text.length + 1);
        const broken = text.slice(0, at) + inserted + text.slice(at + (instead ? 1 : 0));
        let parses = true;
        try {
          JSON.parse(broken);
        } catch {
          parses = false;
        }
        // fast-check may split a surrogate pair, which UTF-8 cannot represent.
        if (broken.isWellFormed()) expect(scanJson(bytesOf(broken)) !== null).toBe(parses);
      }),
      { numRuns: 3000 },
    );
  });

  test('keeps every value as it was written', () => {
    const text = ' {"a" : [1.0, "x\\n", {}], "\\u0062":null} ';
    const tape = scanJson(bytesOf(text));
    if (tape === null) throw new Error('must scan');
    const [a = -1, b = -1] = childrenOf(tape, 0);
    const [number = -1, string = -1, empty = -1] = childrenOf(tape, a);
    expect([nameOf(tape, a), nameOf(tape, b)]).toEqual(['a', 'b']);
    expect([number, string, empty].map((node) => textOf(tape, node))).toEqual(['1.0', '"x\\n"', '{}']);
    expect(stringOf(tape, string)).toBe('x\n');
    expect([0, a, b, number, string, empty].map((node) => typeOf(tape, node))).toEqual([
      'object',
      'array',
      'null',
      'number',
      'string',
      'object',
    ]);
    expect(isContainer(tape, empty)).toBe(true);
    expect(endOf(tape, 0)).toBe(text.length - 1);
  });
});

describe('the nodes of a tape', () => {
  test('are distinguished from closes', () => {
    for (const text of [...accepted, '[[],[[1]],{"a":{"b":[]}}]', `[${'[1,"2"],'.repeat(500)}0]`]) {
      const tape = scanJson(bytesOf(text));
      if (tape === null) throw new Error('the test wrote no JSON');
      const closes: number[] = [];
      const found: number[] = [];
      const end = isContainer(tape, 0) ? (tape.words[1] ?? 0) : 0;
      for (let node = 0; node <= end; node += NODE) {
        if (isClose(tape, node)) found.push(node);
        if (!closes.includes(node) && isContainer(tape, node)) closes.push(tape.words[node + 1] ?? 0);
      }
      expect(found).toEqual(closes.toSorted((a, b) => a - b));
    }
  });

  test.for([
    ['many short values', `[${'1,'.repeat(20_000)}1]`],
    ['many short values, then a long one', `[${'1,'.repeat(20_000)}"${'x'.repeat(60_000)}"]`],
    ['a long value, then many short ones', `["${'x'.repeat(60_000)}"${',1'.repeat(20_000)}]`],
    ['levels', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ] as const)('use at most four times their room: %s', ([, text]) => {
    const tape = scanJson(bytesOf(text));
    if (tape === null) throw new Error('the test wrote no JSON');
    const used = (tape.words[1] ?? 0) + NODE;
    expect(tape.words.length).toBeLessThanOrEqual(4 * used + 8 * NODE);
    expect(textOf(tape, 0)).toBe(text);
  });
});

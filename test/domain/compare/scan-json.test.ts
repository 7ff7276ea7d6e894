import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scanJson } from '../../../functions/domain/compare/scan-json.ts';
import {
  childrenOf,
  endOf,
  isContainer,
  nameOf,
  stringOf,
  textOf,
  typeOf,
} from '../../../functions/domain/compare/tape.ts';
import { bytesOf } from './compare-two.ts';

const NUMBERS =
  `0 -0 1 -1 10 1234567890 9007199254740993 123456789012345678901234567890 0.0 -0.0 0.5 -0.5 1.0 1.50 10.01
  0e0 0E0 1e1 1E1 1e+1 1E+1 1e-1 1E-1 1.5e3 -1.5E-3 1e400 1e-400 -1e400 1e99999999999999999999 0e+00 0.00e-00 1e0001`.split(
    /\s+/,
  );
const NO_NUMBERS =
  `+1 01 -01 00 -00 0x1 0X1F 0b1 0o7 .5 -.5 5. -5. 1.e1 1.5. 1..5 1e 1E 1e+ 1e- 1e1.5 1e1e1 e1 - -- --1 -+1 +-1
  1_000 1,0,0] 1a 1- 1+ 1/2 Infinity -Infinity NaN -NaN inf 1n 0.1.2 ١ １ 1e٣ 0- -a 1f 1L`.split(/\s+/);
const STRINGS = [
  '""',
  '" "',
  '"a"',
  '"a b"',
  '"é"',
  '"日本語"',
  '"😀"',
  '"\u2028"',
  '"\u2029"',
  '"\u007f"',
  '"\u0080"',
  '"\ufeff"',
  '"\uffff"',
  '"\\""',
  '"\\\\"',
  '"\\/"',
  '"/"',
  '"\\b"',
  '"\\f"',
  '"\\n"',
  '"\\r"',
  '"\\t"',
  '"\\u0000"',
  '"\\u001f"',
  '"\\u00e9"',
  '"\\u00E9"',
  '"\\uFFFF"',
  '"\\uabCD"',
  '"\\ud83d\\ude00"',
  '"\\ud800"',
  '"\\udc00"',
  '"\\ude00\\ud83d"',
  '"\\ud800a"',
  '"\\\\u0041"',
  '"[]{},:"',
  '"//"',
  '"\'"',
  '"null"',
  '"\\u0022"',
  '"\\u005c"',
];
const NO_STRINGS = [
  '"',
  '"a',
  'a"',
  "'a'",
  '"\\"',
  '"\\',
  '"\\a"',
  '"\\x41"',
  '"\\0"',
  '"\\\'"',
  '"\\v"',
  '"\\U0041"',
  '"\\u"',
  '"\\u0"',
  '"\\u00"',
  '"\\u004"',
  '"\\u004g"',
  '"\\u-041"',
  '"\\u 041"',
  '"\\u{41}"',
  '"\\uD83D\\u"',
  '"\\uD83D\\uDE0"',
  '"\t"',
  '"\n"',
  '"\r"',
  '"\b"',
  '"\f"',
  '"\u0000"',
  '"\u001f"',
  '"\u0001"',
  '"a\nb"',
  '"a""b"',
  '"a"b',
  '`a`',
  '“a”',
  '"\\ "',
  '"\\\n"',
  '"a\\',
  '"\\N"',
  '"\\T"',
];
const NO_LITERALS =
  `True TRUE tRUE tru truee trues t False FALSE fals falsee f Null NULL nul nulll n nil None undefined yes no on off
  true1 false0 nulla truefalse nullnull _true`.split(/\s+/);
const CONTAINERS = [
  '[]',
  '{}',
  '[ ]',
  '{ }',
  '[\n]',
  '[[]]',
  '[{}]',
  '[[],[]]',
  '[{},{}]',
  '{"a":{}}',
  '{"a":[]}',
  '{"a":1}',
  '{"a" : 1}',
  '{"":0}',
  '{"a":1,"b":2}',
  '{"a":1,"a":2}',
  '{"\\u0061":1,"a":2}',
  '{"a":{"a":{"a":{}}}}',
  '[1,2,3]',
  '[ 1 , 2 ]',
  '[1,[2,[3,[4]]]]',
  '[null,true,false]',
  '[{"a":[{"b":[]}]}]',
  '\t[\r\n1\t,\n2 ]\r',
  '{"__proto__":1}',
  '{"constructor":{"prototype":1}}',
  '[""]',
  '["",""]',
  '[0,-0,0.0]',
  '{"a":"b","c":["d"]}',
];
const NO_CONTAINERS = [
  '',
  ' ',
  '\n',
  '[',
  ']',
  '{',
  '}',
  '[[',
  ']]',
  '[]]',
  '[[]',
  '{}}',
  '{{}',
  '{{}}',
  '[}',
  '{]',
  '[1}',
  '{"a":1]',
  '[,]',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[1 2]',
  '[1:2]',
  '{,}',
  '{"a"}',
  '{"a":}',
  '{"a",1}',
  '{"a" 1}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a":1,,"b":2}',
  '{"a":1 "b":2}',
  '{"a"::1}',
  '{"a":1:2}',
  '{a:1}',
  "{'a':1}",
  '{1:1}',
  '{null:1}',
  '{true:1}',
  '{[]:1}',
  '{"a":1}{"b":2}',
  '[][]',
  '[],',
  ',[]',
  '[]a',
  '[1]1',
  '1 2',
  '1,2',
  'true false',
  '"a" "b"',
  '{"a":1}x',
  '[1]/**/',
  '/**/[1]',
  '[1,//\n2]',
  '#[1]',
  '[1]#',
  '[1;2]',
  '(1)',
  '<a/>',
  '{"a":1',
  '[1,2',
  '["a',
  '["a"',
  '["a",',
  '{"a',
  '{"a"',
  '{"a":',
  '{"a":"b',
  '{"a":[}',
  '{"a":[1}',
  '[{"a":1]',
  '[\u00a0]',
  '[\u2003]',
  '[\f]',
  '[\v]',
  '[\u0000]',
  '\u0000[]',
  '[]\u0000',
  '\ufeff[]',
  '[\ufeff]',
  '[...]',
  '[1...2]',
  '{"a":b}',
  '*',
  '[*]',
  '[-]',
  '[+]',
  '[.]',
  '[a]',
  '{"a":a}',
  '[tru]',
  '[nul',
  '[fals',
  ',',
  ':',
  '"a":1',
  '[1]}',
  '{"a":1}]',
  '[[[[]]]',
  '[[]]]]',
  '{"a":{"b":1}',
  '{"a":{"b":1}}}',
];

const around: [string, string][] = [
  ['', ''],
  ['[', ']'],
  ['{"k":', '}'],
  ['[1, ', ' ,2]'],
];
const scalars = [...NUMBERS, ...STRINGS, 'true', 'false', 'null'];
const accepted = [
  ...scalars.flatMap((text) => around.map(([open, close]) => open + text + close)),
  ...CONTAINERS,
  ...CONTAINERS.map((text) => `[${text}]`),
];
const rejected = [
  ...[...NO_NUMBERS, ...NO_STRINGS, ...NO_LITERALS].flatMap((text) =>
    around.slice(0, 3).map(([open, close]) => open + text + close),
  ),
  ...NO_CONTAINERS,
];

describe('JSON as RFC 8259 says', () => {
  test('there are vectors enough', () => {
    expect(accepted.length).toBeGreaterThan(300);
    expect(rejected.length).toBeGreaterThan(300);
  });

  test('every vector of these tables is what JSON.parse makes of it', () => {
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

  test('accepts', () => {
    expect(accepted.filter((text) => scanJson(bytesOf(text)) === null)).toEqual([]);
  });

  test('rejects', () => {
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
  ])('rejects bytes that are no UTF-8: %s', ([, bytes]) => {
    expect(scanJson(Uint8Array.of(0x22, ...bytes, 0x22))).toBeNull();
    expect(scanJson(Uint8Array.of(0x5b, 0x22, ...bytes, 0x22, 0x5d))).toBeNull();
  });

  test('rejects UTF-16 and every cut of a text', () => {
    expect(scanJson(Buffer.from('{"a":1}', 'utf16le'))).toBeNull();
    const text = bytesOf('{"a":[1,-2.5e3,"x\\u0041é"],"b":{"c":true,"d":null}}');
    expect(scanJson(text)).not.toBeNull();
    for (let length = 0; length < text.length; length++) expect(scanJson(text.subarray(0, length))).toBeNull();
  });

  test('is of one mind with JSON.parse about any changed text', () => {
    const changed = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[]",:0-.eE\\tu \n\u0000é'), fc.boolean());
    fc.assert(
      fc.property(changed, ([text, place, inserted, instead]) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + inserted + text.slice(at + (instead ? 1 : 0));
        let parses = true;
        try {
          JSON.parse(broken);
        } catch {
          parses = false;
        }
        // fast-check may cut a surrogate pair in two, which UTF-8 cannot carry.
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

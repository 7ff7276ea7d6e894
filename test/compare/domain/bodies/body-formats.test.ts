import { describe, expect, test } from 'vitest';
import { bytesOf, compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

const XML = 'application/xml';
const FORM = 'application/x-www-form-urlencoded';
const LINES = 'application/x-ndjson';

describe('the comparison of bodies that are not JSON (interface 2.4)', () => {
  test.for<[string, string, string, string[]]>([
    ['an element', '<a><b>1</b></a>', '<a><b>2</b></a>', ['FIELD_VALUE a.b']],
    ['an attribute', '<a x="1"/>', '<a x="2"/>', ["FIELD_VALUE a['@x']"]],
    ['text beside an attribute', '<a x="1">1</a>', '<a x="1">2</a>', ["FIELD_VALUE a['#text']"]],
    ['an element that went', '<a><b/><c/></a>', '<a><c/></a>', ['FIELD_MISSING a.b']],
    ['an element that came', '<a><c/></a>', '<a><b/><c/></a>', ['NEW_FIELD a.b']],
    ['the only element that went', '<a><b/></a>', '<a/>', ['FIELD_MISSING a.b']],
    ['an attribute that came', '<a>1</a>', '<a x="1">1</a>', ["NEW_FIELD a['@x']"]],
    ['one of several elements', '<a><i>1</i><i>2</i></a>', '<a><i>1</i><i>3</i></a>', ['FIELD_VALUE a.i[*]']],
    ['one of two elements went', '<a><i>1</i><i>2</i></a>', '<a><i>1</i></a>', ['ARRAY_LENGTH a.i']],
    [
      'a prefixed name',
      '<s:a xmlns:s="u"><s:b>1</s:b></s:a>',
      '<s:a xmlns:s="u"><s:b>2</s:b></s:a>',
      ["FIELD_VALUE ['s:a']['s:b']"],
    ],
    [
      'white space, comments, declaration, attribute order, quotes, CDATA',
      '<a x="1" y="2"> <b>1 &lt; 2</b>\n</a>',
      "<?xml version=\"1.0\"?><!-- c --><a y='2' x='1'><b><![CDATA[1 < 2]]></b></a>",
      [],
    ],
    ['another root', '<a/>', '<b/>', ['FIELD_MISSING a', 'NEW_FIELD b']],
    ['broken', '<a><b></a>', '<a><b></b></a>', ['RESPONSE_FORMAT response']],
    ['broken on both sides', '<a><b>1</a>', '<a><b>2</a>', ['UNSTRUCTURED_CONTENT response']],
    ['JSON instead', '<a/>', '{"a":""}', ['RESPONSE_FORMAT response']],
    ['a secret', '<a/>', '<a><password>x</password></a>', ['SENSITIVE_FIELD a.password']],
    ['nothing recorded', '', '<a><password>x</password></a>', ['NEW_FIELD $', 'SENSITIVE_FIELD a.password']],
    [
      'an external entity is not read',
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
      '<a>1</a>',
      ['RESPONSE_FORMAT response'],
    ],
  ])('gives the right differences for XML: %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed, rulesOf(), XML))).toEqual(expected);
  });

  test('compares XML at a depth of 100,000, and applies rules to it', () => {
    const deep = (value: number) => `${'<a>'.repeat(100_000)}${value}${'</a>'.repeat(100_000)}`;
    expect(compareTwo(deep(1), deep(2), rulesOf(), XML).differences).toMatchObject([{ kind: 'FIELD_VALUE' }]);
    expect(differencesIn(compareTwo('<a><t>1</t></a>', '<a><t>2</t></a>', rulesOf('$..t'), XML))).toEqual([
      'FIELD_VALUE a.t (r0)',
    ]);
  });

  test.for<[string, string, string, string[]]>([
    ['a field', 'a=1&b=2', 'a=1&b=3', ['FIELD_VALUE b']],
    ['order and spelling', 'a=1&b=x+y', 'b=x%20y&a=1', []],
    ['a field that went', 'a=1&b=2', 'a=1', ['FIELD_MISSING b']],
    ['a secret that came', 'a=1', 'a=1&token=2', ['SENSITIVE_FIELD token']],
    ['one of two of a name', 'a=1&a=2', 'a=1', ['ARRAY_LENGTH a']],
    ['HTML instead', 'a=1', '<html>', ['RESPONSE_FORMAT response']],
  ])('gives the right differences for forms: %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed, rulesOf(), FORM))).toEqual(expected);
  });

  const multipart = (boundary: string, fields: [string, string][]) =>
    `${fields.map(([head, body]) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('')}--${boundary}--\r\n`;
  const types: [string, string] = ['multipart/form-data; boundary=x1', 'multipart/form-data; boundary=x2'];

  test.for<[string, [string, string][], [string, string][], string[]]>([
    ['the boundary does not count', [['name="a"', '1']], [['name="a"', '1']], []],
    ['a field', [['name="a"', '1']], [['name="a"', '2']], ['FIELD_VALUE a']],
    ['JSON in a field', [['name="a"', '{"x":1}']], [['name="a"', '{"x":2}']], ['FIELD_VALUE a.x']],
    [
      'a file',
      [['name="f"; filename="a.bin"', '\u0000\u0001']],
      [['name="f"; filename="a.bin"', '\u0000\u0002']],
      ["FIELD_VALUE f['#text']"],
    ],
    ['its name', [['name="f"; filename="a"', '1']], [['name="f"; filename="b"', '1']], ["FIELD_VALUE f['@filename']"]],
    [
      'a field that came',
      [['name="a"', '1']],
      [
        ['name="a"', '1'],
        ['name="b"', '1'],
      ],
      ['NEW_FIELD b'],
    ],
  ])('gives the right differences for multipart: %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(multipart('x1', recorded), multipart('x2', replayed), rulesOf(), types))).toEqual(
      expected,
    );
  });

  test.for<[string, string, string, string, string[]]>([
    ['a line', '{"a":1}\n{"a":2}\n', '{"a":1}\n{"a":3}\n', LINES, ['FIELD_VALUE [*].a']],
    ['spelling', '{"a":1}\n{"a":2}', '{"a": 1.0}\r\n\n{"a":2}\n', LINES, []],
    ['a line more', '{"a":1}\n{"a":2}', '{"a":1}\n{"a":2}\n{"a":3}', LINES, ['ARRAY_LENGTH $']],
    ['one line left', '{"a":1}\n{"a":2}', '{"a":1}', LINES, ['ARRAY_LENGTH $']],
    ['without its header', '{"a":1}\n{"a":2}', '{"a":1}\n{"a":3}', 'text/plain', ['FIELD_VALUE [*].a']],
    ['a broken line', '{"a":1}\n{"a":2}', '{"a":1}\n{"a":', LINES, ['RESPONSE_FORMAT response']],
    ['a line is one text', '1\n2', '1,2', LINES, ['RESPONSE_FORMAT response']],
    [
      'text sequences',
      '\u001e{"a":1}\n\u001e{"a":2}\n',
      '\u001e{"a":1}\n\u001e{"a":3}\n',
      'application/json-seq',
      ['FIELD_VALUE [*].a'],
    ],
  ])('gives the right differences for lines of JSON: %s', ([, recorded, replayed, type, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed, rulesOf(), type))).toEqual(expected);
  });

  test.for<[string, string, string, string[]]>([
    ['spelling', '{"p":"{\\"x\\":1}"}', '{"p":"{\\"x\\": 1.0}"}', []],
    ['a value', '{"p":"{\\"x\\":{\\"y\\":1}}"}', '{"p":"{\\"x\\":{\\"y\\":2}}"}', ['FIELD_VALUE p.x.y']],
    ['in a list', '[{"p":"[1,2]"}]', '[{"p":"[1,3]"}]', ['FIELD_VALUE [*].p[*]']],
    ['the whole text', '"{\\"x\\":1}"', '"{\\"x\\":2}"', ['FIELD_VALUE x']],
    ['JSON on one side', '{"p":"{}"}', '{"p":"{"}', ['FIELD_VALUE p']],
    ['scalars are plain strings', '{"p":"1"}', '{"p":"1.0"}', ['FIELD_VALUE p']],
    ['a new member', '{"p":"{}"}', '{"p":"{\\"cvv\\":1}"}', ['SENSITIVE_FIELD p.cvv']],
  ])('gives the right differences for JSON inside strings: %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed))).toEqual(expected);
  });

  test('applies rules to JSON inside strings, also where it is nested', () => {
    expect(differencesIn(compareTwo('{"p":"{\\"t\\":1}"}', '{"p":"{\\"t\\":2}"}', rulesOf('p.t')))).toEqual([
      'FIELD_VALUE p.t (r0)',
    ]);
    const nest = (value: unknown, levels: number): string =>
      levels === 0 ? JSON.stringify(value) : nest({ p: JSON.stringify(value) }, levels - 1);
    expect(differencesIn(compareTwo(nest({ v: 1 }, 3), nest({ v: 2 }, 3)))).toEqual(['FIELD_VALUE p.p.p.v']);
    expect(differencesIn(compareTwo(nest({ v: 1 }, 12), nest({ v: 2 }, 12)))).toHaveLength(1);
  });

  const utf16 = (text: string, mark = '\ufeff') => Buffer.from(mark + text, 'utf16le');
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const gbk = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3);

  test.for<[string, string | Uint8Array, string | Uint8Array, string | [string, string], string[]]>([
    ['UTF-16 with its mark', utf16('{"a":1}'), '{"a":1.0}', 'application/json', []],
    [
      'UTF-16 by its header',
      utf16('{"a":1}', ''),
      '{"a":2}',
      ['application/json; charset=utf-16le', 'application/json'],
      ['FIELD_VALUE a'],
    ],
    ['latin1 JSON', latin1('{"a":"é"}'), '{"a":"é"}', ['application/json; charset=ISO-8859-1', 'application/json'], []],
    [
      'latin1 JSON without a charset is not JSON',
      '{"a":"é"}',
      latin1('{"a":"é"}'),
      'application/json',
      ['RESPONSE_FORMAT response'],
    ],
    ['GBK text', gbk, '你好', ['text/plain; charset="gbk"', 'text/plain'], []],
    [
      'GBK text that differs',
      gbk,
      '你们',
      ['text/plain; charset=gbk', 'text/plain'],
      ['UNSTRUCTURED_CONTENT response'],
    ],
    ['UTF-8 under a wrong charset', '{"a":"é"}', '{"a":"é" }', 'application/json; charset=iso-8859-1', []],
    ['an unknown charset', gbk, Uint8Array.of(0xc4), 'text/plain; charset=klingon', ['UNSTRUCTURED_CONTENT response']],
  ])('decodes the charset: %s', ([, recorded, replayed, type, expected]) => {
    const rules = rulesOf({ target: 'response-headers', path: '$' });
    const found = differencesIn(compareTwo(bytesOf(recorded), bytesOf(replayed), rules, type));
    expect(found.filter((one) => !one.includes('@headers'))).toEqual(expected);
  });
});

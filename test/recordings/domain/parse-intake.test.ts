import { describe, expect, test } from 'vitest';
import { parseIntake } from '../../../functions/recordings/domain/parse-intake.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const NOT_JSON = { reason: 'not readable as a JSON object' };
const TOO_DEEP = { reason: 'nested deeper than 32 levels' };

describe('parseIntake (interface 1, 10)', () => {
  test.for<[string, string, unknown]>([
    ['NDJSON', '{"a":1}\n{"a":2}', [{ input: { a: 1 } }, { input: { a: 2 } }]],
    ['blank lines and CRLF', '\r\n{"a":1}\r\n\r\n{"a":2}\r\n', [{ input: { a: 1 } }, { input: { a: 2 } }]],
    ['an array', ' [{"a":1}, {"a":2}] ', [{ input: { a: 1 } }, { input: { a: 2 } }]],
    ['an empty array', '[]', []],
    ['one object over several lines', '{\n"a": [\n1]\n}', [{ input: { a: [1] } }]],
    ['a byte order mark', '\uFEFF{"a":1}', [{ input: { a: 1 } }]],
    [
      'a bad line among good ones',
      '{"a":1}\n{"a":\n7\n{"a":2}',
      [{ input: { a: 1 } }, NOT_JSON, NOT_JSON, { input: { a: 2 } }],
    ],
    ['a bad element among good ones', '[{"a":1},7,[]]', [{ input: { a: 1 } }, NOT_JSON, NOT_JSON]],
    ['33 levels', `${nested(33)}\n${nested(32)}`, [TOO_DEEP, { input: expect.anything() }]],
    ['200,000 levels', `{"b":1}\n${nested(200_000)}`, [{ input: { b: 1 } }, TOO_DEEP]],
    ['200,000 levels in an array', `[${nested(200_000)},{"b":1}]`, [TOO_DEEP, { input: { b: 1 } }]],
  ])('reads %s', ([, text, entries]) => {
    expect(parseIntake(bytes(text))).toEqual(entries);
  });

  test('rejects only the line with bytes that are not UTF-8', () => {
    expect(parseIntake(Buffer.concat([bytes('{"a":"'), Uint8Array.of(0xff), bytes('"}\n{"a":1}')]))).toEqual([
      NOT_JSON,
      { input: { a: 1 } },
    ]);
  });

  test.for(['', ' \n', '{"a":', '7', '"text"', '[{"a":1}', '[1,]', 'a=1&b=2'])('refuses as unreadable: %s', (text) => {
    expect(parseIntake(bytes(text))).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { memberBytes, parseStrictJson } from '../../../functions/evaluation/domain/strict-json.ts';

const answerTo = (json: string | Uint8Array) => {
  const parsed = parseStrictJson(json);
  return parsed.ok ? 'read' : parsed.code;
};

describe('parseStrictJson (evaluation 3.4)', () => {
  test.for<[answer: string, json: string]>([
    ['read', '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}'],
    ['duplicate_key', '{"a":1,"a":1}'],
    ['duplicate_key', '{"a":1,"\\u0061":2}'],
    ['duplicate_key', '[{"b":{"x":[{"k":1,"m":2,"k":3}]}}]'],
    ['read', '{"é":1,"e\u0301":1}'],
    ['duplicate_key', '{"é":1,"\\u00e9":1}'],
    ['read', '{"__proto__":1}'],
    ['duplicate_key', '{"__proto__":1,"__proto__":2}'],
    ['read', '9007199254740991'],
    ['number_out_of_range', '9007199254740992'],
    ['number_out_of_range', '{"a":[9007199254740993]}'],
    ['read', '-9007199254740991'],
    ['number_out_of_range', '-9007199254740992'],
    ['read', '[9007199254740993.0,1e30,-0]'],
    ['read', '1.7976931348623157e308'],
    ['number_out_of_range', '1e309'],
    ['read', '"\\ud83d\\ude00"'],
    ['validation_failed', '"\\ud83d"'],
    ['validation_failed', '["\\ude00\\ud83d"]'],
    ['validation_failed', '{"\\udc00":1}'],
    ['validation_failed', '"\ud800"'],
    ['read', '"\\\\ud83d"'],
    ['invalid_json', '{"a":1,}'],
    ['invalid_json', '{"a":01}'],
    ['invalid_json', '\ufeff{}'],
    ['invalid_json', ''],
    ['invalid_json', '{} {}'],
  ])('answers %s to %s', ([answer, json]) => {
    expect(answerTo(json)).toBe(answer);
  });

  test.for<[what: string, bytes: number[]]>([
    ['a broken sequence', [0x22, 0xc3, 0x22]],
    ['a surrogate written as UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
  ])('refuses bytes that are not UTF-8: %s', ([, bytes]) => {
    expect(answerTo(new Uint8Array(bytes))).toBe('invalid_json');
  });

  test('reads 100,000 levels without using up the stack', () => {
    expect(answerTo('['.repeat(100_000) + ']'.repeat(100_000))).toBe('read');
  });

  test('reads every JSON value, and its canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        fc.pre(isFit(value));
        const written = JSON.stringify(value, null, 1);
        const parsed = parseStrictJson(written);
        expect(parsed).toEqual({ ok: true, value: JSON.parse(written) });
        expect(parseStrictJson(canonicalJson(value)).ok).toBe(true);
      }),
    );
  });

  test('finds a repeated name in any place and with any escapes', () => {
    const escaped = (name: string) =>
      `"${[...Array(name.length).keys()].map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 20 }), (name, depth) => {
        const doubled = `{${JSON.stringify(name)}:1,${escaped(name)}:2}`;
        const json = Array(depth)
          .fill(0)
          .reduce((inner: string, _, level) => (level % 2 ? `[0,${inner}]` : `{"x":${inner},"y":[]}`), doubled);
        expect(answerTo(json)).toBe('duplicate_key');
      }),
    );
  });

  test('accepts an integer exactly if a double distinguishes it from both neighbours', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }), (integer) => {
        const isSafe = integer >= -(2n ** 53n) + 1n && integer <= 2n ** 53n - 1n;
        expect(answerTo(`{"n":${integer}}`)).toBe(isSafe ? 'read' : 'number_out_of_range');
      }),
    );
  });
});

describe('memberBytes', () => {
  test.for<[found: string | undefined, json: string]>([
    ['{"n": 1.0}', '{"kind":"log", "content": {"n": 1.0} , "x":1}'],
    ['[1,1]', '{"content":0,"content":[1,1]}'],
    ['"é"', '{"c\\u006fntent":"é"}'],
    [undefined, '{"kind":{"content":1}}'],
    [undefined, '["content",1]'],
    [undefined, '{'],
  ])('finds %s in %s', ([found, json]) => {
    const bytes = memberBytes(Buffer.from(json), 'content');
    expect(bytes && Buffer.from(bytes).toString()).toBe(found);
  });
});

/** Whether a value has a canonical form and all its integers are safe. */
function isFit(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value) || /e/.test(`${value}`);
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isFit(one));
}

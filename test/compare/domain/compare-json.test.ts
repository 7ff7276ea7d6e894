import { describe, expect, test } from 'vitest';
import { compareTwo, differencesIn } from './compare-two.ts';

describe('the comparison of JSON (interface 2.4)', () => {
  test.for<[string, string, string, string[]]>([
    ['equal bytes', '{"a":1}', '{"a":1}', []],
    ['member order', '{"a":1,"b":2}', '{"b":2,"a":1}', []],
    ['white space', '{"a":[1,2]}', ' {\n\t"a" : [ 1 , 2 ]\r\n}\n', []],
    ['number spelling', '[1,10,-0,0.5,100]', '[1.0,1e1,0,5E-1,1.00e+2]', []],
    ['another value', '{"a":1}', '{"a":2}', ['FIELD_VALUE a']],
    ['2^53 + 1 is not 2^53', '{"a":9007199254740993}', '{"a":9007199254740992}', ['FIELD_VALUE a']],
    ['beyond any double', '{"a":1e400}', '{"a":1e401}', ['FIELD_VALUE a']],
    ['1e400 in two spellings', '{"a":1e400}', '{"a":10E399}', []],
    ['an exponent beyond any integer', '[1e99999999999999999999]', '[10e99999999999999999998]', []],
    ['a digit behind the 17th', '[0.12345678901234567890]', '[0.12345678901234567891]', ['FIELD_VALUE [*]']],
    ['sign', '[1]', '[-1]', ['FIELD_VALUE [*]']],
    ['escapes', '["aé😀/"]', '["\\u0061\\u00e9\\ud83d\\ude00\\/"]', []],
    ['escaped names', '{"a":{"b":1}}', '{"\\u0061":{"\\u0062":1}}', []],
    ['a lone surrogate is not another one', '["\\ud800"]', '["\\ud801"]', ['FIELD_VALUE [*]']],
    ['a lone surrogate is not U+FFFD', '["\\ud800"]', '["\ufffd"]', ['FIELD_VALUE [*]']],
    [
      'names with lone surrogates',
      '{"\\ud800":1}',
      '{"\\udfff":1}',
      ["FIELD_MISSING ['\\ud800']", "NEW_FIELD ['\\udfff']"],
    ],
    ['NUL in a string', '["a\\u0000b"]', '["a\\u0000c"]', ['FIELD_VALUE [*]']],
    ['letter case', '["A"]', '["a"]', ['FIELD_VALUE [*]']],
    ['composed and decomposed letters differ', '["é"]', '["e\u0301"]', ['FIELD_VALUE [*]']],
    ['string and number', '{"a":"1"}', '{"a":1}', ['FIELD_TYPE a']],
    ['null and string', '{"a":null}', '{"a":""}', ['FIELD_TYPE a']],
    ['false and null', '{"a":false}', '{"a":null}', ['FIELD_TYPE a']],
    ['true and false', '{"a":true}', '{"a":false}', ['FIELD_VALUE a']],
    ['object and array', '{"a":{}}', '{"a":[]}', ['FIELD_TYPE a']],
    ['integer and fraction are one type', '{"a":1}', '{"a":1.5}', ['FIELD_VALUE a']],
    ['root types', '{}', '[]', ['FIELD_TYPE $']],
    ['container and scalar', '{"a":1}', 'null', ['FIELD_TYPE $']],
    ['missing', '{"a":1,"b":2}', '{"b":2}', ['FIELD_MISSING a']],
    ['null is not absent', '{"a":null}', '{}', ['FIELD_MISSING a']],
    ['a missing subtree is one difference', '{"a":{"b":{"c":1},"d":[1]}}', '{}', ['FIELD_MISSING a']],
    ['new', '{"b":2}', '{"a":1,"b":2}', ['NEW_FIELD a']],
    ['a new subtree is one difference', '{}', '{"a":{"b":{"c":1},"d":[1]}}', ['NEW_FIELD a']],
    ['renamed', '{"x":{"a":1}}', '{"x":{"b":1}}', ['FIELD_MISSING x.a', 'NEW_FIELD x.b']],
    ['__proto__ is an ordinary name', '{"__proto__":1}', '{"__proto__":2}', ['FIELD_VALUE __proto__']],
    ['__proto__ missing', '{"__proto__":{"a":1}}', '{}', ['FIELD_MISSING __proto__']],
    [
      'constructor, toString',
      '{"constructor":1}',
      '{"toString":1}',
      ['FIELD_MISSING constructor', 'NEW_FIELD toString'],
    ],
    ['the empty name', '{"":1}', '{"":2}', ["FIELD_VALUE ['']"]],
    [
      'odd names',
      '{"a.b":{"it\'s":{"x-y":1}}}',
      '{"a.b":{"it\'s":{"x-y":2}}}',
      ["FIELD_VALUE ['a.b']['it\\'s']['x-y']"],
    ],
    [
      'nested',
      '{"data":{"items":[{"id":1,"price":2}]}}',
      '{"data":{"items":[{"id":1,"price":3}]}}',
      ['FIELD_VALUE data.items[*].price'],
    ],
    [
      'names that are data share a subject',
      '{"2026-01-01":{"n":1},"2026-01-02":{"n":1}}',
      '{"2026-01-01":{"n":2},"2026-01-02":{"n":3}}',
      ['FIELD_VALUE *.n'],
    ],
    ['a byte order mark does not count', '\ufeff{"a":1}', '{"a": 1}', []],
  ])('gives the right differences for %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed))).toEqual(expected);
  });

  test.for<[string, string, string, string[]]>([
    [
      'a repeat on one side with the effective value equal',
      '{"a":1,"a":2}',
      '{"a":2}',
      ['FIELD_VALUE a', 'FIELD_MISSING a'],
    ],
    ['a repeat of the same value', '{"a":2,"a":2}', '{"a":2}', ['FIELD_MISSING a']],
    ['a repeat on the replayed side', '{"x":0,"a":2}', '{"a":2,"a":2,"x":0}', ['NEW_FIELD a']],
    ['the same repeat on both sides', '{"a":1,"a":2}', '{"a": 1,"a":2}', []],
    ['another first value', '{"a":1,"a":2}', '{"a":3,"a":2}', ['FIELD_VALUE a']],
    ['repeats in another order', '{"a":1,"a":2}', '{"a":2,"a":1}', ['FIELD_VALUE a']],
  ])('never ignores a repeated name: %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed))).toEqual(expected);
  });

  test('shows the place and at most 1,000 characters of both sides', () => {
    const long = 'é'.repeat(5000);
    expect(compareTwo('{"a":[{"b":1},{"b":2}]}', '{"a":[{"b":1},{"b":3.0}]}').differences).toEqual([
      { kind: 'FIELD_VALUE', subject: 'a[*].b', path: 'a[1].b', recorded: '2', replayed: '3.0', rule: null },
    ]);
    const [cut] = compareTwo(`["${long}"]`, '[""]').differences;
    expect(cut?.recorded).toBe(`"${long.slice(0, 999)}`);
  });

  test('cuts no character in half', () => {
    const [difference] = compareTwo(`["a${'😀'.repeat(600)}"]`, '[""]').differences;
    expect(difference?.recorded).toHaveLength(1000);
    const [odd] = compareTwo(`["${'😀'.repeat(600)}"]`, '[""]').differences;
    expect(odd?.recorded).toHaveLength(999);
    expect(odd?.recorded?.isWellFormed()).toBe(true);
  });

  test.for<[string, number, boolean]>([
    ['200 places', 200, false],
    ['201 places', 201, true],
  ])('keeps at most 200 differences for %s (truncated: %s)', ([, locations, truncated]) => {
    const body = (value: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: locations }, (_, i) => [`f${i}`, value])));
    const comparison = compareTwo(body(1), body(2));
    expect(comparison.differences).toHaveLength(200);
    expect(comparison.truncated).toBe(truncated);
  });

  test('keeps each kind despite 200 differences of another', () => {
    const many = (value: number) => Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, value]));
    const comparison = compareTwo(JSON.stringify(many(1)), JSON.stringify({ ...many(2), password: 'x' }));
    expect(differencesIn(comparison)).toContain('SENSITIVE_FIELD password');
    expect(comparison).toMatchObject({ truncated: true, differences: { length: 200 } });
  });

  test('counts 40,000 differences of one subject as one', () => {
    const list = (value: number) =>
      JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, value: id + value })));
    expect(compareTwo(list(0), list(1))).toMatchObject({ truncated: false, differences: [{ subject: '[*].value' }] });
  });

  test.for<[string, string, string]>([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('works at a depth of 100,000: %s', ([, open, close]) => {
    const deep = (value: number) => open.repeat(100_000) + value + close.repeat(100_000);
    const { differences } = compareTwo(deep(1), deep(2));
    expect(differences).toMatchObject([{ kind: 'FIELD_VALUE', recorded: '1', replayed: '2' }]);
    expect(differences[0]?.subject.length).toBeLessThan(2000);
  });
});

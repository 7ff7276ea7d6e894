import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RedactRule } from '../../../functions/applications/domain/redact-rule.ts';
import { parseJsonPath } from '../../../functions/platform/json/json-path.ts';
import { jsonPathMatches } from '../../../functions/platform/json/json-path-matches.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { redactJson } from '../../../functions/recordings/domain/redact-json.ts';
import { testSealer } from '../../support/test-sealer.ts';

const SECRET = 'hunter2';

const inText = (text: string, ...paths: string[]) =>
  redactJson(text, jsonPathMatches(paths.map((path) => parseJsonPath(path) ?? [])), { steps: 5_000_000 });

const read = (change: object, redact: RedactRule[]) => {
  const input = { appId: 'shop', request: { method: 'POST', path: '/login' }, ...change };
  const result = parseCase(input, {
    now: 0,
    newId: () => '1'.repeat(32),
    settings: { operationNaming: 'path', redact, credentials: 'keep' },
    sealer: testSealer,
  });
  if (!result.ok) throw new Error(result.message);
  return result.value;
};
const sent = (body: string, type = 'application/json', redact: RedactRule[] = [{ path: '$.password' }]) =>
  read({ request: { method: 'POST', path: '/login', headers: [['content-type', type]], body } }, redact).request.body;

describe('redaction inside JSON text (interface 10, setting redact)', () => {
  test.for<[string, string, string, string]>([
    ['a member', '$.a', '{"a":1,"b":2}', '{"a":"[redacted]","b":2}'],
    ['without the leading $.', 'a', '{"a":{"x":[1]},"b":2}', '{"a":"[redacted]","b":2}'],
    ['anywhere', '..a', '[{"a":1},{"b":{"a":[]}}]', '[{"a":"[redacted]"},{"b":{"a":"[redacted]"}}]'],
    ['an element', '$[1]', '[1, 2, 3]', '[1, "[redacted]", 3]'],
    ['every element', '$.l[*].n', '{"l":[{"n":"x"},{"n":"y"}]}', '{"l":[{"n":"[redacted]"},{"n":"[redacted]"}]}'],
    ['a filter', "$[?@.k=='v'].s", '[{"k":"v","s":1},{"k":"w","s":2}]', '[{"k":"v","s":"[redacted]"},{"k":"w","s":2}]'],
    ['the root', '$', ' {"a":1} ', ' "[redacted]" '],
    ['an escaped name', "$['ü']", '{"\\u00fc":1}', '{"\\u00fc":"[redacted]"}'],
    ['a name that repeats, each time', '$.a', '{"a":1,"a":2}', '{"a":"[redacted]","a":"[redacted]"}'],
    ['what a repeated name hides', '$.a.p', '{"a":{"p":1},"a":{"q":2}}', '{"a":"[redacted]","a":{"q":2}}'],
    [
      'nothing',
      '$.x',
      '{ "n" : 12345678901234567890, "d":1.0, "e":"é😀" }',
      '{ "n" : 12345678901234567890, "d":1.0, "e":"é😀" }',
    ],
    [
      'the rest as it was',
      '$.x',
      '{"n":12345678901234567890,"x":1,"e":"é😀"}',
      '{"n":12345678901234567890,"x":"[redacted]","e":"é😀"}',
    ],
  ])('covers %s', ([, path, text, redacted]) => {
    expect(inText(text, path)).toBe(redacted);
  });

  test('covers overlapping paths', () => {
    expect(inText('{"a":{"b":1},"c":2}', '$.a.b', '$.a', '$.c')).toBe('{"a":"[redacted]","c":"[redacted]"}');
  });

  test('covers every element of a long list in one walk', () => {
    const list = (value: string) => JSON.stringify(Array.from({ length: 50_000 }, () => ({ email: value })));
    expect(inText(list('a@b.test'), '$[*].email')).toBe(list('[redacted]'));
  }, 5000);

  test.for([
    ['no JSON', '{"a":'],
    ['too deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('fails for %s', ([, text = '']) => {
    expect(inText(text, '..a')).toBeNull();
  });
});

describe('redaction of a case before it is stored', () => {
  test('covers headers by name in any case, on both sides', () => {
    const one = read(
      {
        request: {
          method: 'GET',
          path: '/',
          headers: [
            ['Authorization', SECRET],
            ['authorization', SECRET],
            ['a', 'b'],
          ],
        },
        response: { status: 200, headers: [['AUTHORIZATION', SECRET]] },
      },
      [{ header: 'authorization' }],
    );
    expect(one.request.headers).toEqual([
      ['Authorization', '[redacted]'],
      ['authorization', '[redacted]'],
      ['a', 'b'],
    ]);
    expect(one.response?.headers).toEqual([['AUTHORIZATION', '[redacted]']]);
  });

  test.for<[string, string, string, string]>([
    ['JSON', 'application/json', `{"password":"${SECRET}"}`, '{"password":"[redacted]"}'],
    ['JSON under another type', 'text/plain', `{"password":"${SECRET}"}`, '{"password":"[redacted]"}'],
    [
      'JSON after a byte order mark',
      'application/json',
      `\uFEFF{"password":"${SECRET}"}`,
      '\uFEFF{"password":"[redacted]"}',
    ],
    ['cut JSON goes whole', 'application/problem+json', `{"password":"${SECRET}"`, '[redacted]'],
    ['cut JSON without its type goes whole', 'text/plain', `{"password":"${SECRET}"`, '[redacted]'],
    ['text that only begins like JSON stays', 'text/plain', '[INFO] started', '[INFO] started'],
    ['other text stays', 'text/html', '<p>password</p>', '<p>password</p>'],
  ])('covers bodies: %s', ([, type, body, kept]) => {
    expect(sent(body, type)).toBe(kept);
  });

  test('keeps JSON under a content-encoding decoded, without the headers of the encoded bytes', () => {
    const body = gzipSync(`{"password":"${SECRET}"}`).toString('base64');
    const headers = [
      ['content-encoding', 'gzip'],
      ['content-type', 'application/json'],
    ];
    const one = read({ request: { method: 'POST', path: '/', headers, body, bodyEncoding: 'base64' } }, [
      { path: 'password' },
    ]);
    expect(one.request).toMatchObject({
      headers: [['content-type', 'application/json']],
      body: '{"password":"[redacted]"}',
      bodyEncoding: 'utf8',
    });
  });

  test.for([
    ["$[?search(@.a,'(a+)+$')]", '["[redacted]"]'],
    ['$[0:1]', '["[redacted]"]'],
    ['$[0:1].a', '[{"a":"[redacted]","b":1}]'],
    ['$[?@.b>0].a', '[{"a":"[redacted]","b":1}]'],
    ['$..[?length(@.a)>3,"b"]', '["[redacted]"]'],
    [`$[0]${'.b'.repeat(32)}`, JSON.stringify([{ a: 'a'.repeat(32), b: 1 }])],
    ['no [ path', '"[redacted]"'],
  ])('covers at least what the path %s of an earlier version selects', ([path = '', expected]) => {
    const body = JSON.stringify([{ a: 'a'.repeat(32), b: 1 }]);
    expect(sent(body, 'application/json', [{ path }])).toBe(expected);
  });

  test('hides whole JSON bodies, and no other text, for a path with too many steps', () => {
    const path = `$..[${Array.from({ length: 60 }, (_, i) => `?@.b=='${i}'`)}]`;
    const body = `[${'{"a":1},'.repeat(5000)}1]`;
    const redact = [{ path }, { path: '$.password' }];
    expect(sent(body, 'application/json', redact)).toBe('[redacted]');
    expect(sent(body, 'text/plain', redact)).toBe('[redacted]');
    expect(sent('the password', 'text/plain', redact)).toBe('the password');
    const call = { kind: 'http', target: 't', operation: 'o', request: null, response: JSON.parse(body) };
    expect(read({ calls: [call] }, redact).calls[0]?.response).toBe('"[redacted]"');
  });

  test('takes no longer than the document for descents of wildcards', () => {
    const body = JSON.stringify({ a: { b: { c: { d: { e: 1 } } } } });
    expect(sent(body, 'application/json', [{ path: '$..*..*..*..*..*' }])).toBe(
      '{"a":{"b":{"c":{"d":{"e":"[redacted]"}}}}}',
    );
  });

  test('has one budget of steps for a case with any number of calls', () => {
    const list = Array.from({ length: 400 }, (_, i) => ({ a: i }));
    const calls = Array.from({ length: 50 }, () => ({
      kind: 'http',
      target: 't',
      operation: 'o',
      request: list,
      response: 1,
    }));
    const path = `$..[${Array.from({ length: 60 }, (_, i) => `?@.b=='${i}'`)}]`;
    const kept = read({ calls }, [{ path }]).calls.map(({ request }) => request);
    expect(kept[0]).toBe(JSON.stringify(list));
    expect(kept.at(-1)).toBe('"[redacted]"');
  });

  test('hides all bytes that claim to be JSON and are unreadable', () => {
    const headers = [['content-type', 'application/json']];
    const body = Buffer.of(0x31, 0xff).toString('base64');
    const one = read({ response: { status: 200, headers, body, bodyEncoding: 'base64' } }, [{ path: 'password' }]);
    expect(one.response).toMatchObject({ body: '[redacted]', bodyEncoding: 'utf8' });
  });

  test('uses no trace id of a redacted header', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = [['traceparent', `00-${trace}-00f067aa0ba902b7-01`]];
    const one = read({ request: { method: 'GET', path: '/', headers } }, [{ header: 'Traceparent' }]);
    expect(JSON.stringify(one)).not.toContain(trace);
  });

  test('covers the values, bodies, nested bodies and headers of calls', () => {
    const call = { kind: 'http', target: 't', operation: 'o' };
    const one = read(
      {
        calls: [
          { ...call, request: { password: SECRET }, response: JSON.stringify({ password: SECRET }) },
          { ...call, request: { headers: { Cookie: SECRET }, body: { password: SECRET } }, response: null },
          {
            ...call,
            request: { headers: [['Cookie', SECRET]], body: JSON.stringify({ password: SECRET }) },
            response: 1,
          },
        ],
      },
      [{ path: 'password' }, { header: 'cookie' }],
    );
    expect(JSON.stringify(one)).not.toContain(SECRET);
    expect(one.calls.map(({ request }) => request)).toEqual([
      '{"password":"[redacted]"}',
      '{"headers":{"Cookie":"[redacted]"},"body":{"password":"[redacted]"}}',
      '{"headers":[["Cookie","[redacted]"]],"body":"[redacted]"}',
    ]);
  });

  test('changes nothing without rules', () => {
    expect(sent(`{"password":"${SECRET}"`, 'application/json', [])).toBe(`{"password":"${SECRET}"`);
  });
});

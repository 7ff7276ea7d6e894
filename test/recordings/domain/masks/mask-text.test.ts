import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isCredentialName } from '../../../../functions/recordings/domain/masks/credential-names.ts';
import { numberedMask, plainMask } from '../../../../functions/recordings/domain/masks/mask.ts';
import { maskText } from '../../../../functions/recordings/domain/masks/mask-text.ts';
import {
  maskedCall,
  maskedPayload,
  maskedResponse,
} from '../../../../functions/recordings/domain/masks/masked-payload.ts';

const masked = (text: string, type = '') => maskText(text, plainMask, type);

describe('isCredentialName', () => {
  test.for(
    `Authorization proxy-authorization Cookie set-cookie X-Api-Key password userPassword new_password passwd pwd
    client_secret clientSecret secret token access_token refreshToken id_token X-Auth-Token csrfToken XSRF-TOKEN
    sessionId JSESSIONID credentials private_key jwt otp cvv X-Amz-Signature X-Amz-Security-Token tokens
    Ocp-Apim-Subscription-Key x-functions-key DPoP bearer bearer_token`.split(/\s+/),
  )('includes %s', (name) => {
    expect(isCredentialName(name)).toBe(true);
  });

  test.for(
    'id name email path pass compass key primaryKey tokenize nextPageToken page_token total_tokens author pinned code status subscription functions bearers'.split(
      ' ',
    ),
  )('excludes %s', (name) => {
    expect(isCredentialName(name)).toBe(false);
  });
});

describe('maskText', () => {
  test.for<[string, string, string]>([
    ['a member', '{"a":1,"password":"x"}', '{"a":1,"password":"***"}'],
    ['a session of PHP', 'user|i:1;csrf_token|s:4:"abcd";x|s:1:"y";', 'user|i:1;csrf_token|s:4:"***";x|s:1:"y";'],
    ['an array of PHP', 'a:1:{s:6:"_token";s:4:"abcd";}', 'a:1:{s:6:"_token";s:4:"***";}'],
    [
      'a session of PHP in JSON',
      JSON.stringify({ args: ['k', '_token|s:4:"abcd";'] }),
      JSON.stringify({ args: ['k', '_token|s:4:"***";'] }),
    ],
    ['a number', '{"pin" : 1234, "b":2}', '{"pin" : "***", "b":2}'],
    ['an object', '{"credentials":{"a":["}",1],"b":{}},"c":1}', '{"credentials":"***","c":1}'],
    ['a list', '{"tokens":["x","y"],"c":1}', '{"tokens":"***","c":1}'],
    ['no null and no flag', '{"token":null,"secret":false}', '{"token":null,"secret":false}'],
    ['quotes in a value', String.raw`{"secret":"a\"b\\","c":1}`, '{"secret":"***","c":1}'],
    ['an escaped name', String.raw`{"p\u0061ssword":"x"}`, String.raw`{"p\u0061ssword":"***"}`],
    ['cut JSON', '{"a":{"token":"abc', '{"a":{"token":"***"'],
    ['a cut object', '{"secret":{"a":"b', '{"secret":"***"'],
    ['lines of JSON', '{"token":"x"}\n{"token":"y"}\n', '{"token":"***"}\n{"token":"***"}\n'],
    ['events', 'data: {"token":"x"}\n\n', 'data: {"token":"***"}\n\n'],
    ['JSON after an odd quote', '5" pipe {"password":"x"}', '5" pipe {"password":"***"}'],
    [
      'JSON in a string',
      String.raw`{"b":"{\"password\":\"x\",\"c\":1}"}`,
      String.raw`{"b":"{\"password\":\"***\",\"c\":1}"}`,
    ],
    [
      'JSON in a string in a string',
      JSON.stringify({ b: JSON.stringify({ c: JSON.stringify({ token: 'a"b\\', d: 1 }) }) }),
      JSON.stringify({ b: JSON.stringify({ c: JSON.stringify({ token: '***', d: 1 }) }) }),
    ],
    [
      'an object in JSON in a string',
      JSON.stringify({ b: JSON.stringify({ secret: { x: ['"', '}'] } }), c: 1 }),
      JSON.stringify({ b: JSON.stringify({ secret: '***' }), c: 1 }),
    ],
    ['a query', '/a?x=1&access_token=abc%20d&y=2#f', '/a?x=1&access_token=***&y=2#f'],
    ['the first parameter', '/a?token=abc', '/a?token=***'],
    ['a fragment', 'https://a.test/#id_token=abc&x=1', 'https://a.test/#id_token=***&x=1'],
    [
      'a query in a query',
      '/r?to=https%3A%2F%2Fa%3Ftoken%3Dabc%26x%3D1',
      '/r?to=https%3A%2F%2Fa%3Ftoken%3D***%26x%3D1',
    ],
    ['a URL in JSON', String.raw`{"u":"/a?x=1\u0026token=abc"}`, String.raw`{"u":"/a?x=1\u0026token=***"}`],
    ['a form in JSON', '{"b":"user=a&password=b+c&x=1"}', '{"b":"user=a&password=***&x=1"}'],
    ['the password of a URL', 'postgres://app:p%40ss@db/shop', 'postgres://app:***@db/shop'],
    ['a condition', "select 1 where password = 'it' and a=1", "select 1 where password = '***' and a=1"],
    [
      'a condition in JSON',
      String.raw`{"sql":"password=\"it\" and a=1"}`,
      String.raw`{"sql":"password=\"***\" and a=1"}`,
    ],
    ['a scheme', '{"note":"sent Bearer abc.def-123"}', '{"note":"sent Bearer ***"}'],
    ['a JWT anywhere', '{"note":"eyJhbGciOiJ9.eyJzdWIiOiIx.abc"}', '{"note":"***"}'],
    ['no word after a scheme', '{"note":"the bearer shares"}', '{"note":"the bearer shares"}'],
    ['an authorization code', '/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=1', '/cb?code=***&state=1'],
    ['a code of hex', '/cb?code=a1b2c3d4e5f6', '/cb?code=***'],
    ['no code that is short', '/cb?code=a1b2c3d4e5f', '/cb?code=a1b2c3d4e5f'],
    ['a code in an encoded query', '/r?to=%2Fcb%3Fcode%3DSplxlOBeZQQYbYS6WxSbIA', '/r?to=%2Fcb%3Fcode%3D***'],
    ['a code that is encoded', '/cb?code=4%2F0AX4XfWh9k-3jd7Q', '/cb?code=***'],
    ['no country', '/a?code=DE', '/a?code=DE'],
    ['no status', '/a?code=404', '/a?code=404'],
    ['no voucher', '/a?code=SUMMER2024SALE50', '/a?code=SUMMER2024SALE50'],
    ['no error', '/a?code=ERR_INVALID_ARG_42', '/a?code=ERR_INVALID_ARG_42'],
    ['no number', '/a?code=123456789012345678', '/a?code=123456789012345678'],
    ['no date', '/a?code=2026-11-20T10:00:00.000Z', '/a?code=2026-11-20T10:00:00.000Z'],
    ['no member code', '{"code":"SplxlOBeZQQYbYS6WxSbIA"}', '{"code":"SplxlOBeZQQYbYS6WxSbIA"}'],
    ['a link to reset a password', '/reset-password/aZ3kP09sLq7xYt1b?x=1', '/reset-password/***?x=1'],
    [
      'a UUID in a link',
      '{"mail":"https://a.test/auth/verify-email/f47ac10b-58cc-4372-a567-0e02b2c3d479"}',
      '{"mail":"https://a.test/auth/verify-email/***"}',
    ],
    ['a token before another segment', '/invitations/aZ3kP09sLq7xYt1b/accept', '/invitations/***/accept'],
    ['no words in a link', '/password-resets/new-password-form', '/password-resets/new-password-form'],
    ['no number in a link', '/verify/202411230001', '/verify/202411230001'],
    ['no segment of another name', '/orders/aZ3kP09sLq7xYt1b', '/orders/aZ3kP09sLq7xYt1b'],
    ['an element', '<a><Password>x</Password><b>y</b></a>', '<a><Password>***</Password><b>y</b></a>'],
    ['an element with a prefix', '<s:token type="t">x</s:token>', '<s:token type="t">***</s:token>'],
    ['elements in an element', '<credentials><u>a</u><p>b</p></credentials><c/>', '<credentials>***</credentials><c/>'],
    ['a cut element', '<a><secret>abc', '<a><secret>***'],
    ['an attribute', '<user name="a" password="x"/>', '<user name="a" password="***"/>'],
    [
      'an input',
      '<input name="csrf_token" type="hidden" value="x">',
      '<input name="csrf_token" type="hidden" value="***">',
    ],
    ['a meta', "<meta name='csrf-token' content='x'>", "<meta name='csrf-token' content='***'>"],
    ['a line', 'user: a\npassword: x y\nb: 1', 'user: a\npassword: ***\nb: 1'],
    ['a header line', 'GET / HTTP/1.1\r\nCookie: a=b; c=d\r\n\r\n', 'GET / HTTP/1.1\r\nCookie: ***\r\n\r\n'],
  ])('masks %s', ([, text, shown]) => {
    expect(masked(text)).toBe(shown);
  });

  test('masks a form', () => {
    expect(masked('user=a&pass%77ord=b,c;d&password=&x=1', 'application/x-www-form-urlencoded')).toBe(
      'user=a&pass%77ord=***&password=&x=1',
    );
  });

  test('masks the parts of a multipart form', () => {
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(
      masked(
        `${part('user', 'a')}${part('password', 'x\r\ny')}${part('data', '{"token":"x"}')}--b--\r\n`,
        'multipart/form-data; boundary=b',
      ),
    ).toBe(`${part('user', 'a')}${part('password', '***')}${part('data', '{"token":"***"}')}--b--\r\n`);
  });

  test.for([
    'plain text',
    '{"a":"b","list":[1,2],"nested":{"x":"key: value"}}',
    '<p class="token-list">tokens are counted</p>',
    '/orders/1?full=1&page_token=3',
    'status: ok\nauthor: ann',
  ])('leaves %j unchanged', (text) => {
    expect(masked(text)).toBe(text);
  });

  // Quadratic time would take minutes.
  test('takes time in proportion to any text', () => {
    const hostile = [
      '"password":{',
      '"token":"',
      '"token":\\"',
      '"token":"\\',
      '"\\\\\\\\u',
      '<token>',
      '<a b="',
      '<',
      '?token=',
      '&a',
      '//a:',
      "password='",
      'password="',
      'password=\\"',
      'Bearer ',
      'eyJaaaaaaaa.',
      'eyJaaaaaaaa-',
      'a: b\n',
      'token: \n',
      ' ',
      '-',
      'a[a',
      '%26token%3D',
      '["a","b',
      '["token","',
    ];
    for (const piece of hostile) {
      const text = `token ${piece.repeat(Math.ceil(300_000 / piece.length))}`;
      for (const type of ['', 'multipart/form-data; boundary=b', 'application/x-www-form-urlencoded'])
        expect(masked(text, type).length).toBeGreaterThan(0);
      const call = { kind: 'http' as const, target: '', operation: '', response: text, error: null, durationMs: null };
      expect(maskedCall({ ...call, request: `{"headers":${text}` }).request).not.toBe('');
    }
  });
});

describe('the masks of a case', () => {
  const payload = (change: object) => ({
    request: { method: 'GET', path: '/', headers: [] as [string, string][], body: null, bodyEncoding: 'utf8' as const },
    response: null,
    calls: [],
    ...change,
  });
  const answer = (body: string, bodyEncoding: 'utf8' | 'base64', headers: [string, string][]) => ({
    status: 200,
    headers,
    body,
    bodyEncoding,
  });

  test('cover headers by name, and what other headers name', () => {
    const { request } = maskedPayload(
      payload({
        request: {
          ...payload({}).request,
          path: '/a?token=x',
          headers: [
            ['Authorization', 'Bearer x'],
            ['cookie', 'a=b'],
            ['X-Shop-Api-Key', 'x'],
            ['referer', 'https://a.test/?access_token=x&b=1'],
            ['accept', 'text/html'],
          ],
        },
      }),
    );
    expect(request).toMatchObject({
      path: '/a?token=***',
      headers: [
        ['Authorization', '***'],
        ['cookie', '***'],
        ['X-Shop-Api-Key', '***'],
        ['referer', 'https://a.test/?access_token=***&b=1'],
        ['accept', 'text/html'],
      ],
    });
  });

  test('cover bodies under a content-encoding, and hide those that cannot be decoded', () => {
    const body = gzipSync('{"token":"x","a":1}').toString('base64');
    const gzip: [string, string][] = [
      ['content-encoding', 'gzip'],
      ['content-type', 'application/json'],
    ];
    const shown = maskedResponse(answer(body, 'base64', gzip), plainMask);
    expect(shown).toEqual(answer('{"token":"***","a":1}', 'utf8', [['content-type', 'application/json']]));
    const odd = Buffer.of(0x7b, 0xff).toString('base64');
    for (const header of [
      ['content-encoding', 'own'],
      ['content-type', 'application/json'],
      ['content-type', 'text/xml'],
    ] as const)
      expect(maskedResponse(answer(odd, 'base64', [[...header]]), plainMask)).toMatchObject({ body: '***' });
    const image = answer(odd, 'base64', [['content-type', 'image/png']]);
    expect(maskedResponse(image, plainMask)).toEqual(image);
  });

  test('cover calls in both directions, with headers as members or pairs', () => {
    const call = { kind: 'http' as const, target: 'https://a:x@b.test', operation: 'GET /?token=x', durationMs: 1 };
    const { calls } = maskedPayload(
      payload({
        calls: [
          {
            ...call,
            request: JSON.stringify({ headers: { Cookie: 'x' }, body: { password: 'x' } }),
            response: JSON.stringify({
              headers: [
                ['set-cookie', 'x'],
                ['a', 'b'],
              ],
              body: '{"token":"x"}',
            }),
            error: 'no answer of https://a:x@b.test',
          },
        ],
      }),
    );
    expect(calls).toEqual([
      {
        ...call,
        target: 'https://a:***@b.test',
        operation: 'GET /?token=***',
        request: '{"headers":{"Cookie":"***"},"body":{"password":"***"}}',
        response: '{"headers":[["set-cookie","***"],["a","b"]],"body":"{\\"token\\":\\"***\\"}"}',
        error: 'no answer of https://a:***@b.test',
      },
    ]);
  });

  test('are equal for equal values of two sides, and differ for others', () => {
    const mask = numberedMask();
    const texts = ['{"token":"x","pin":1}', '{"token":"y","pin":1}', '{"token":"x","pin":2}'];
    expect(texts.map((text) => maskText(text, mask))).toEqual([
      '{"token":"***","pin":"***"}',
      '{"token":"***2","pin":"***"}',
      '{"token":"***","pin":"***2"}',
    ]);
  });
});

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shownSealed } from '../../../../functions/platform/values/sealed-text.ts';
import { bodyOf } from '../../../../functions/recordings/domain/content-encoding.ts';
import type { CasePayload, RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { answered, asRecorded, FORM_TYPE, GET, JSON_TYPE, sealed, sent } from './sealed-request.ts';

const TEXT_TYPE: [string, string] = ['content-type', 'text/plain'];
const SECRETS = [
  'hunter2-4711',
  'SplxlOBeZQQYbYS6WxSbIA',
  '$$',
  'a+b/c==',
  'ü "quoted" \\ & <x>',
  '%41%',
  'a b',
  "it's",
  '1234',
  'ends\\',
];

describe('a sealed request', () => {
  const TEXTS = fc.oneof(fc.constantFrom(...SECRETS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }));
  const NAMES = fc.constantFrom('password', 'access_token', 'x', 'note', 'sid', 'clientSecret', 'pass%77ord', 'auth');
  const TOKENS = fc.stringMatching(/^[\w.~+/=%-]{1,30}$/);
  const jsonOf = (value: unknown, slashed: boolean, pretty: boolean) => {
    const text = JSON.stringify(value, null, pretty ? 2 : 0);
    return slashed ? text.replaceAll('/', '\\/').replaceAll('ü', '\\u00fc') : text;
  };
  const VALUES = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      TEXTS,
      fc.integer(),
      fc.constantFrom(null, true, false),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(NAMES, tie('value'), { maxKeys: 4 }),
      tie('text'),
    ),
    text: fc.dictionary(NAMES, TEXTS, { maxKeys: 3 }).map((value) => JSON.stringify(value)),
  })).value;
  const BODIES = fc.oneof(
    fc
      .tuple(VALUES, fc.boolean(), fc.boolean())
      .map(([value, slashed, pretty]) => ({ headers: [JSON_TYPE], body: jsonOf(value, slashed, pretty) })),
    fc.array(fc.tuple(NAMES, TEXTS), { maxLength: 4 }).map((pairs) => ({
      headers: [FORM_TYPE],
      body: pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
    })),
    fc.array(fc.tuple(NAMES, TEXTS), { maxLength: 4 }).map((pairs) => ({
      headers: [FORM_TYPE],
      body: new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
    })),
    fc.array(fc.tuple(NAMES, TEXTS), { maxLength: 4 }).map((pairs) => ({
      headers: [['content-type', 'multipart/form-data; boundary=form-parts-4711']] as [string, string][],
      body: `${pairs.map(([name, value]) => `--form-parts-4711\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--form-parts-4711--`,
    })),
    fc.tuple(NAMES, TEXTS).map(([name, value]) => ({
      headers: [['content-type', 'text/xml']] as [string, string][],
      body: `<a ${name}="${value}"><${name}>${value}</${name}></a>`,
    })),
    TEXTS.map((text) => ({ headers: [], body: `password=${text}\ntoken: ${text}\nBearer ${text} {"secret":"${text}` })),
    fc.tuple(TEXTS, fc.boolean()).map(([text, isJson]) => {
      const query = `mutation { login(user: "a", password: ${JSON.stringify(text)}, pin: "1") }`;
      return { headers: [JSON_TYPE], body: isJson ? JSON.stringify({ query, code: text, client_id: 'a' }) : query };
    }),
    fc.tuple(TEXTS, TEXTS, fc.boolean()).map(([text, other, isJson]) => {
      const literal = `'${text.replaceAll("'", "''")}'`;
      const sql = `INSERT INTO u (a, password,\n pin) VALUES ('${other}', ${literal}, 12), (1, crypt(${literal}), 3); SET PASSWORD = ${literal}; UPDATE u SET "token" = ${literal} WHERE secret <> ${literal} AND pin NOT IN (${literal}, 'x'); ALTER ROLE a PASSWORD $$${text}$$; CREATE USER b IDENTIFIED BY "${text}"; INSERT INTO u (pin) VALUES ("${text}")`;
      return { headers: [isJson ? JSON_TYPE : TEXT_TYPE], body: isJson ? JSON.stringify({ sql }) : sql };
    }),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ headers: [JSON_TYPE], ...bodyOf(bytes) })),
  );

  test('opens to the bytes that were recorded', () => {
    fc.assert(
      fc.property(BODIES, TOKENS, TEXTS, ({ headers, ...body }, token, text) => {
        const request: RecordedRequest = {
          ...GET,
          bodyEncoding: 'utf8',
          ...body,
          path: `/reset/${token}/verify/aZ3kP09sLq7xYt1b/a;sid=${token}/b?code=SplxlOBeZQQYbYS6WxSbIA&token=${token}&q=${encodeURIComponent(text.toWellFormed())}&password=${token}&data=${encodeURIComponent(JSON.stringify({ password: text.toWellFormed() }))}`,
          headers: [
            ['Authorization', `Bearer ${token}`],
            ['cookie', `sid=${token}; theme="dark"; e=;a = ${token} ;${encodeURIComponent(text.toWellFormed())}`],
            ['x-api-key', token],
            ['referer', `https://shop.test/?token=${token}#a`],
            ['x-note', text.replaceAll(/[\r\n\0]/g, ' ')],
            ...headers,
          ],
        };
        const stored = sealed(request);
        expect(sent(stored)).toEqual(asRecorded(request));
        expect(sent(sealed(stored))).toEqual(asRecorded(stored));
      }),
      { numRuns: 400 },
    );
  });

  test('has no credential in clear, and keeps everything else', () => {
    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmVkLWNhbmFyeQ';
    const request = sealed({
      method: 'POST',
      path: '/login?api_key=canary&page_token=3&next=%2Fa%3Ftoken%3Dcanary',
      headers: [
        ['Authorization', 'Bearer canary'],
        ['Cookie', 'sid=canary; theme=canary'],
        ['X-Api-Key', 'canary'],
        ['accept', 'text/html'],
        JSON_TYPE,
      ],
      body: JSON.stringify({
        user: 'ada',
        password: 'canary',
        pin: 4711,
        isSecret: true,
        auth: { scheme: 'canary', tries: [4711], mfa: null },
        text: JSON.stringify({ clientSecret: 'canary', deep: { n: JSON.stringify([{ token: 'canary' }]) } }),
        note: `see ${jwt}`,
      }),
    });
    expect(JSON.stringify(request)).not.toMatch(/canary|4711|eyJ/);
    expect(shownSealed(request.path)).toBe('/login?api_key=sealed&page_token=3&next=%2Fa%3Ftoken%3Dsealed');
    expect(request.headers.map(([name, value]) => [name, shownSealed(value)])).toEqual([
      ['Authorization', 'Bearer sealed'],
      ['Cookie', 'sid=sealed; theme=sealed'],
      ['X-Api-Key', 'sealed'],
      ['accept', 'text/html'],
      JSON_TYPE,
    ]);
    expect(JSON.parse(shownSealed(request.body ?? ''))).toEqual({
      user: 'ada',
      password: 'sealed',
      pin: 'sealed',
      isSecret: true,
      auth: { scheme: 'sealed', tries: ['sealed'], mfa: null },
      text: '{"clientSecret":"sealed","deep":{"n":"[{\\"token\\":\\"sealed\\"}]"}}',
      note: 'see sealed',
    });
  });

  test('is stored decoded from gzip, without the headers of its coding', () => {
    const request = sealed({
      headers: [JSON_TYPE, ['Content-Encoding', 'gzip'], ['content-length', '40']],
      body: gzipSync('{"password":"canary"}').toString('base64'),
      bodyEncoding: 'base64',
    });
    expect(request.headers).toEqual([JSON_TYPE]);
    expect(sent(request).body?.toString()).toBe('{"password":"canary"}');
    const harmless = {
      headers: [JSON_TYPE, ['content-encoding', 'gzip']] as [string, string][],
      body: gzipSync('{"user":"ada"}').toString('base64'),
      bodyEncoding: 'base64' as const,
    };
    expect(sealed(harmless)).toMatchObject(harmless);
  });

  test('has fields of a form with a file sealed, an image kept, and UTF-16 sealed as a whole', () => {
    const form = Buffer.concat([
      Buffer.from(
        '--form-parts-4711\r\nContent-Disposition: form-data; name="password"\r\n\r\ncan\u00e4ry\r\n--form-parts-4711\r\n',
      ),
      Buffer.from('Content-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'),
      Buffer.of(0x89, 0xff, 0, 0xfe),
      Buffer.from('token=x\r\n--form-parts-4711--\r\n'),
    ]);
    const multipart: Partial<RecordedRequest> = {
      headers: [['content-type', 'multipart/form-data; boundary=form-parts-4711']],
      body: form.toString('base64'),
      bodyEncoding: 'base64',
    };
    const stored = sealed(multipart);
    const bytes = Buffer.from(stored.body ?? '', 'base64');
    expect(bytes.includes('can')).toBe(false);
    expect(bytes.includes(Buffer.of(0x89, 0xff, 0, 0xfe))).toBe(true);
    expect(sent(stored).body).toEqual(form);

    const image = { headers: [['content-type', 'image/png']] as [string, string][], ...bodyOf(Buffer.of(0x89, 0xff)) };
    expect(sealed(image)).toMatchObject(image);

    const wide = Buffer.from('{"password":"canary"}', 'utf16le');
    const whole = sealed({ headers: [JSON_TYPE], ...bodyOf(wide) });
    expect(shownSealed(whole.body ?? '')).toBe('sealed');
    expect(sent(whole).body).toEqual(wide);
  });

  test('is sent as recorded when it looks sealed already', () => {
    const own = testSealer.seal('t', 'stolen');
    const request: RecordedRequest = {
      ...GET,
      path: `/a?q=${own}`,
      headers: [['x-note', own]],
      body: JSON.stringify({ note: own, password: own }),
    };
    expect(sent(sealed(request))).toEqual(asRecorded(request));
    expect(sent(sealed(request, 'keep'))).toEqual(asRecorded(request));
  });
});

describe('equal secrets', () => {
  const placeholderIn = (text: string | null | undefined) => /sealed\.v1\.[\w-]+\./.exec(text ?? '')?.[0];

  test.for(['plain-token.1234', 'a+b/c==', 'üäö'])('have one placeholder in every place: %s', (token) => {
    const cookie = `sid=${encodeURIComponent(token)}`;
    const locations = {
      'a bearer token': sealed({ headers: [['authorization', `Bearer ${token}`]] }).headers[0]?.[1],
      'a header': sealed({ headers: [['x-api-key', token]] }).headers[0]?.[1],
      'a cookie': sealed({ headers: [['cookie', `a=1; ${cookie}`]] }).headers[0]?.[1].split('; ')[1],
      'a set-cookie': answered('', [['set-cookie', `${cookie}; Path=/; HttpOnly`]]).headers[0]?.[1],
      'a query': sealed({ path: `/?token=${encodeURIComponent(token)}` }).path,
      'a form': sealed({ headers: [FORM_TYPE], body: `token=${encodeURIComponent(token)}` }).body,
      JSON: sealed({ headers: [JSON_TYPE], body: JSON.stringify({ token }) }).body,
      'JSON in JSON': sealed({ headers: [JSON_TYPE], body: JSON.stringify({ b: JSON.stringify({ token }) }) }).body,
      'a bearer token in JSON': answered(JSON.stringify({ Authorization: `Bearer ${token}` })).body,
      'a list under a credential name': answered(JSON.stringify({ tokens: [token] })).body,
      'an answer that escapes slashes': answered(JSON.stringify({ token }).replaceAll('/', '\\/')).body,
      'a location': answered('', [['location', `/?token=${encodeURIComponent(token)}`]]).headers[0]?.[1],
      'a hidden field': answered(`<input name="csrf" value="${token.replaceAll('+', '&#x2B;')}">`, []).body,
    };
    expect(new Set(Object.values(locations).map(placeholderIn))).toEqual(new Set([testSealer.seal('t', token)]));
  });

  test('leave names and attributes of cookies unchanged', () => {
    const { headers } = answered('', [['Set-Cookie', 'sid=canary; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT']]);
    expect(shownSealed(headers[0]?.[1] ?? '')).toBe('sid=sealed; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT');
    expect(answered('', [['set-cookie', 'sid=; Max-Age=0']]).headers).toEqual([['set-cookie', 'sid=; Max-Age=0']]);
  });

  test('do not include flags and words', () => {
    const headers: [string, string][] = [['access-control-allow-credentials', 'true'], JSON_TYPE];
    const body = '{"note":"Basic information","token":null,"secret":"","nextPageToken":"x"}';
    expect(answered(body, headers)).toEqual({ headers, body });
  });
});

test('sealPayload seals calls', () => {
  const payload: CasePayload = {
    request: GET,
    response: null,
    calls: [
      {
        kind: 'http',
        target: 'https://ada:canary@accounts.test',
        operation: 'GET /?token=canary',
        request: JSON.stringify({ headers: { Cookie: 'sid=canary' }, body: { password: 'canary' } }),
        response: JSON.stringify({ headers: [['set-cookie', 'sid=canary; Path=/']], body: '{"token":"canary"}' }),
        error: 'no answer of https://ada:canary@accounts.test',
        durationMs: 1,
      },
    ],
  };
  const { calls } = sealPayload(payload, { redact: [], credentials: 'seal' }, testSealer);
  expect(JSON.stringify(calls)).not.toContain('canary');
  expect(JSON.parse(calls[0]?.response ?? '')).toMatchObject({
    headers: [['set-cookie', expect.stringMatching(/^sid=sealed\.v1\.[\w-]+\.; Path=\/$/)]],
  });
});

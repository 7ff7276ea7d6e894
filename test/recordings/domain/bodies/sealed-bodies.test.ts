import { describe, expect, test } from 'vitest';
import type { RedactRule } from '../../../../functions/applications/domain/redact-rule.ts';
import { compareResponses } from '../../../../functions/compare/domain/compare-responses.ts';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { redactPayload } from '../../../../functions/recordings/domain/redact.ts';
import { openRequest } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { sealAnswerNoting, sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { GET } from '../sealed/sealed-request.ts';

const XML = 'application/xml';
const HTML = 'text/html; charset=utf-8';
const FORM = 'multipart/form-data; boundary=X';
const LINES = 'application/x-ndjson';
const FILE_START = Buffer.concat([
  Buffer.from('--X\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n\r\n'),
  Buffer.from([0xff, 0xfe, 0, 1]),
]);

const request = (type: string, body: string | Buffer): RecordedRequest => ({
  ...GET,
  method: 'POST',
  headers: [['content-type', type]],
  body: typeof body === 'string' ? body : body.toString('base64'),
  bodyEncoding: typeof body === 'string' ? 'utf8' : 'base64',
});
const payload = (type: string, body: string | Buffer) => ({ request: request(type, body), response: null, calls: [] });
const part = (name: string, value: string, more = '') =>
  `--X\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`;

/** What is selected, the format, the body, and the body with it blacked out. */
const SELECTED: [what: string, rule: RedactRule, type: string, body: string, redacted: string][] = [
  [
    'an element of XML',
    { path: '$.order.mail' },
    XML,
    '<order><mail>a@b.de</mail></order>',
    '<order><mail>#</mail></order>',
  ],
  [
    'each element of a name',
    { path: '$.order.item.mail' },
    XML,
    '<order><item><mail>a</mail></item><item><mail>b</mail></item></order>',
    '<order><item><mail>#</mail></item><item><mail>#</mail></item></order>',
  ],
  [
    'elements of a list, also of one',
    { path: '$.order.item[*].mail' },
    XML,
    '<order><item><mail>a</mail></item></order>',
    '<order><item><mail>#</mail></item></order>',
  ],
  [
    'one element of a list',
    { path: '$.a.b[1]' },
    XML,
    '<a><b>1</b><b>2</b><b>3</b></a>',
    '<a><b>1</b><b>#</b><b>3</b></a>',
  ],
  ['elements anywhere', { path: '$..mail' }, XML, '<a><b><mail>x</mail></b></a>', '<a><b><mail>#</mail></b></a>'],
  [
    'an element with its prefix',
    { path: "$['s:a']['s:mail']" },
    XML,
    '<s:a><s:mail>x</s:mail></s:a>',
    '<s:a><s:mail>#</s:mail></s:a>',
  ],
  ['an attribute', { path: "$.a['@mail']" }, XML, `<a mail='x' n="1"/>`, `<a mail='#' n="1"/>`],
  ['an element with others in it', { path: '$.a.b' }, XML, '<a><b>x<c/>y</b>z</a>', '<a><b>#</b>z</a>'],
  ['marked data', { path: '$.a.b' }, XML, '<a><b><![CDATA[x<y]]></b></a>', '<a><b>#</b></a>'],
  ['nothing in an empty element', { path: '$.a.b' }, XML, '<a><b></b><b/></a>', '<a><b></b><b/></a>'],
  ['an element after what is not well-formed', { path: '$..mail' }, XML, '<a><mail>x</mail', '<a><mail>#</mail'],
  [
    'an element of a page by its id',
    { path: "$..['p#mail']" },
    HTML,
    '<!doctype html><body><p id=mail>x <b>y</b><p>z',
    '<!doctype html><body><p id=mail>#<p>z',
  ],
  [
    'elements by their class',
    { path: "$..['td.mail']" },
    HTML,
    '<html><td class="mail x">a</td></html>',
    '<html><td class="mail x">#</td></html>',
  ],
  [
    'a column of a table',
    { path: '$..tr.td[1]' },
    HTML,
    '<html><tr><td>1<td>a<tr><td>2<td>b</html>',
    '<html><tr><td>1<td>#<tr><td>2<td>#</html>',
  ],
  [
    'a field of a form',
    { path: '$..email' },
    HTML,
    '<html><input name="email" value="x"><input name="n" value="1">',
    '<html><input name="email" value="#"><input name="n" value="1">',
  ],
  [
    'an attribute of a page',
    { path: "$..a['@href']" },
    HTML,
    '<html><a href="mailto:x">y</a></html>',
    '<html><a href="#">y</a></html>',
  ],
  [
    'a member of each line',
    { path: '$[*].mail' },
    LINES,
    '{"mail":"x"}\r\n\n{"mail":"y","n":1}\n',
    '{"mail":"#"}\r\n\n{"mail":"#","n":1}\n',
  ],
  [
    'a field of a form of parts',
    { parameter: 'mail' },
    FORM,
    `${part('mail', 'x')}${part('n', '1')}--X--\r\n`,
    `${part('mail', '#')}${part('n', '1')}--X--\r\n`,
  ],
  [
    'a member of JSON in a part',
    { path: '$.mail' },
    FORM,
    `${part('data', '{"mail":"x"}', 'Content-Type: application/json\r\n')}--X--\r\n`,
    `${part('data', '{"mail":"#"}', 'Content-Type: application/json\r\n')}--X--\r\n`,
  ],
  ['a part by its path', { path: '$.mail' }, FORM, `${part('mail', 'x')}--X--`, `${part('mail', '#')}--X--`],
];

describe('a rule', () => {
  test.for(SELECTED)('blacks out %s, and nothing else', ([, rule, type, body, redacted]) => {
    const done = redactPayload(payload(type, body), [rule]).request.body;
    expect(done?.replaceAll('[redacted]', '#')).toBe(redacted);
  });

  test.for(SELECTED)('seals %s, and opens it as it was', ([, rule, type, body, redacted]) => {
    const sealed = sealPayload(
      payload(type, body),
      { redact: [{ ...rule, seal: true }], credentials: 'seal' },
      testSealer,
    );
    expect(sealed.request.body?.replaceAll(/sealed\.v1\.[\w.-]+/g, '#').replaceAll('"#"', '#')).toBe(
      redacted.replaceAll('"#"', '#'),
    );
    expect(openRequest(sealed.request, testSealer)).toMatchObject({ body, bodyEncoding: 'utf8' });
    const again = sealPayload(sealed, { redact: [{ ...rule, seal: true }], credentials: 'seal' }, testSealer, 'stored');
    expect(again.request.body).toBe(sealed.request.body);
  });

  test.for([
    ['XML', XML, `<a><mail>${'x'.repeat(9)}</mail>${'<b>'.repeat(300)}`],
    ['a page', HTML, `<html>${'<div>'.repeat(300)}<p>x`],
  ] as const)('redacts %s that is too deep as a whole', ([, type, body]) => {
    expect(redactPayload(payload(type, body), [{ path: '$..mail' }]).request.body).toBe('[redacted]');
  });

  test('redacts markup as a whole once the steps are used up', () => {
    const redact = Array.from({ length: 99 }, (_, at) => ({ path: `$..x${at}` }));
    const body = `<a>${Array.from({ length: 5000 }, (_, at) => `<e${at}/>`).join('')}</a>`;
    expect(redactPayload(payload(XML, body), redact).request.body).toBe('[redacted]');
  });

  test('leaves text and bytes as they are', () => {
    const redact = [{ path: '$..*' }, { parameter: 'f' }];
    expect(redactPayload(payload('text/plain', 'mail: x'), redact).request.body).toBe('mail: x');
    const png = Buffer.from([0x89, 0x50, 0xff]);
    expect(redactPayload(payload('image/png', png), redact).request.body).toBe(png.toString('base64'));
  });

  test('seals a field beside a file of bytes, and opens it to the byte', () => {
    const body = Buffer.concat([Buffer.from(part('mail', 'ä@b.de')), FILE_START, Buffer.from('\r\n--X--\r\n')]);
    const rules = { redact: [{ parameter: 'mail', seal: true }], credentials: 'seal' as const };
    const { request: sealed } = sealPayload(payload(FORM, body), rules, testSealer);
    expect(Buffer.from(sealed.body ?? '', 'base64').toString('latin1')).toMatch(/name="mail"\r\n\r\nsealed\.v1\./);
    expect(openRequest(sealed, testSealer).body).toBe(body.toString('base64'));
  });

  test('seals XML in Latin-1 whose other text is ASCII, and opens it to the byte', () => {
    const body = Buffer.from('<a><name>Jos\u00e9</name></a>', 'latin1');
    const rules = { redact: [{ path: '$.a.name', seal: true }], credentials: 'seal' as const };
    const { request: sealed } = sealPayload(payload('text/xml; charset=iso-8859-1', body), rules, testSealer);
    expect(sealed.body).not.toContain('Jos');
    expect(openRequest(sealed, testSealer).body).toBe(body.toString('base64'));
  });

  test('selects in markup that a call holds as a text', () => {
    const call = { kind: 'http', target: 't', operation: 'o', error: null, durationMs: null } as const;
    const calls = [{ ...call, request: 'null', response: JSON.stringify({ body: '<a><mail>x</mail></a>' }) }];
    const { calls: redacted } = redactPayload({ request: GET, response: null, calls }, [{ path: '$.a.mail' }]);
    expect(redacted[0]?.response).toBe('{"body":"[redacted]"}');
  });
});

describe('a rule for segments of the path', () => {
  const path = (given: string, segment = '/users/{mail}') =>
    redactPayload({ request: { ...GET, path: given }, response: null, calls: [] }, [{ segment }]).request.path;

  test.for([
    ['the segment in braces', '/users/a@b.de', '/users/{mail}', '/users/%5Bredacted%5D'],
    ['and not the query', '/users/a@b.de?x=a@b.de', '/users/{mail}', '/users/%5Bredacted%5D?x=a@b.de'],
    [
      'beside segments of any text',
      '/eu/users/a@b.de/orders/7',
      '/*/users/{mail}/orders/*',
      '/eu/users/%5Bredacted%5D/orders/7',
    ],
    ['nothing of a longer path', '/users/a@b.de/orders', '/users/{mail}', '/users/a@b.de/orders'],
    ['nothing of an empty segment', '/users/', '/users/{mail}', '/users/'],
    ['nothing elsewhere', '/groups/a@b.de', '/users/{mail}', '/groups/a@b.de'],
  ] as const)('selects %s', ([, given, segment, expected]) => {
    expect(path(given, segment)).toBe(expected);
  });

  test.for(['/users/a%40b.de', '/users/a@b.de', "/users/o'neil@b.de", '/users/+491512%203456'])(
    'opens %s as it was',
    (given) => {
      const rules = { redact: [{ segment: '/users/{mail}', seal: true }], credentials: 'seal' as const };
      const sealed = sealPayload({ request: { ...GET, path: given }, response: null, calls: [] }, rules, testSealer);
      expect(sealed.request.path).toMatch(/^\/users\/%?sealed\.v1\.[\w.-]+$/);
      expect(openRequest(sealed.request, testSealer).path).toBe(given);
    },
  );
});

describe('the two sides of a comparison', () => {
  const differences = (type: string, rule: RedactRule, before: string, after: string) => {
    const settings = { redact: [{ ...rule, seal: true }], credentials: 'seal' as const };
    const headers: [string, string][] = [['content-type', type]];
    const recorded = sealPayload(
      { request: GET, response: { status: 200, headers, body: before, bodyEncoding: 'utf8' }, calls: [] },
      settings,
      testSealer,
    ).response;
    const { outcome } = sealAnswerNoting(
      { kind: 'response', status: 200, headers, body: Buffer.from(after), truncated: false, durationMs: 1 },
      settings,
      testSealer,
    );
    if (recorded?.body == null || outcome.kind !== 'response') throw new Error('no response');
    expect(recorded.body + Buffer.from(outcome.body).toString()).not.toMatch(/a@b|c@d/);
    const body = Buffer.from(recorded.body);
    return compareResponses({ status: 200, headers, body }, outcome, compileRules([], '/')).differences.map(
      ({ path }) => path,
    );
  };

  test.for<[string, string, RedactRule, (mail: string) => string, string]>([
    ['XML', XML, { path: '$.o.mail' }, (mail) => `<o><mail>${mail}</mail><n>1</n></o>`, 'o.mail'],
    [
      'a page',
      HTML,
      { path: "$..['p#mail']" },
      (mail) => `<!doctype html><html><body><p id="mail">${mail}</p><p>1</p></body></html>`,
      "html['p#mail']",
    ],
    ['lines of JSON', LINES, { path: '$[*].mail' }, (mail) => `{"mail":"${mail}"}\n{"mail":"x@y.de"}\n`, '[0].mail'],
    [
      'a multipart body',
      'multipart/mixed; boundary=X',
      { path: '$.mail' },
      (mail) => `${part('mail', mail)}${part('n', '1')}--X--`,
      'mail',
    ],
  ])('have no difference in %s that is sealed alike, and keep one that is there', ([, type, rule, body, path]) => {
    expect(differences(type, rule, body('a@b.de'), body('a@b.de'))).toEqual([]);
    expect(differences(type, rule, body('a@b.de'), body('c@d.de'))).toEqual([path]);
  });
});

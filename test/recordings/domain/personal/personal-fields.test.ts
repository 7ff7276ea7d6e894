import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { parseCase } from '../../../../functions/recordings/domain/parse-case.ts';
import { impersonalOperation } from '../../../../functions/recordings/domain/personal/path-segments.ts';
import { personalFields } from '../../../../functions/recordings/domain/personal/personal-fields.ts';
import type {
  CasePayload,
  RecordedCall,
  RecordedRequest,
} from '../../../../functions/recordings/domain/recorded-case.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { imported } from '../importers/imported-file.ts';
import { FORM_TYPE, GET, JSON_TYPE } from '../sealed/sealed-request.ts';

const CALL: RecordedCall = {
  kind: 'http',
  target: 'mail',
  operation: 'POST /',
  request: 'null',
  response: 'null',
  error: null,
  durationMs: null,
};
const payloadOf = (
  request: Partial<RecordedRequest>,
  body: unknown = null,
  calls: Partial<RecordedCall>[] = [],
): CasePayload => ({
  request: { ...GET, ...request },
  response: {
    status: 200,
    headers: [JSON_TYPE],
    body: body === null ? null : JSON.stringify(body),
    bodyEncoding: 'utf8',
  },
  calls: calls.map((call) => ({ ...CALL, ...call })),
});

const XML = 'application/xml';
const HTML = 'text/html';
/** A case whose response has this body. */
const bodyOf = (type: string, body: string): CasePayload => ({
  request: GET,
  response: { status: 200, headers: [['content-type', type]], body, bodyEncoding: 'utf8' },
  calls: [],
});

/** Fields with personal data: `<kind> <field>`, with the number of values found and checked. */
const foundIn = (payload: CasePayload) =>
  Object.fromEntries(
    [...personalFields(payload)].flatMap(([field, { checked, found }]) =>
      [...found].map(([kind, { sure, unsure }]) => [`${kind} ${field}`, `${sure + unsure}/${checked}`]),
    ),
  );

const MAIL = 'ada@example.org';

describe('the fields of a case', () => {
  test.for<[what: string, payload: CasePayload, expected: object]>([
    ['members of a body', payloadOf({}, { customer: { mail: MAIL } }), { 'mail path $.customer.mail': '1/1' }],
    [
      'elements of a list together',
      payloadOf({}, { items: [{ to: MAIL }, { to: 'x' }] }),
      { 'mail path $.items[*].to': '1/2' },
    ],
    [
      'columns of rows apart',
      payloadOf(
        {},
        {
          rows: [
            [1, MAIL],
            [2, MAIL],
          ],
        },
      ),
      { 'mail path $.rows[*][1]': '2/2' },
    ],
    ['a list of values', payloadOf({}, { to: [MAIL, MAIL] }), { 'mail path $.to[*]': '2/2' }],
    ['a name with signs', payloadOf({}, { 'e-mail': MAIL }), { "mail path $['e-mail']": '1/1' }],
    [
      'names that are values, without them',
      payloadOf({}, { [MAIL]: { mail: MAIL }, 4915112345678: { mail: MAIL } }),
      { 'mail path $[*].mail': '2/2' },
    ],
    ['a header', payloadOf({ headers: [['X-User', MAIL]] }), { 'mail header x-user': '1/1' }],
    [
      'a parameter of the query',
      payloadOf({ path: `/a?mail=${encodeURIComponent(MAIL)}` }),
      { 'mail parameter mail': '1/1' },
    ],
    [
      'a parameter of a form',
      payloadOf({ headers: [FORM_TYPE], body: `firstName=Ada&n=1` }),
      { 'name parameter firstName': '1/1' },
    ],
    [
      'the body of a call',
      payloadOf({}, null, [{ request: JSON.stringify({ body: { to: MAIL } }) }]),
      { 'mail path $.to': '1/1' },
    ],
    [
      'a body of a call that is a text',
      payloadOf({}, null, [{ response: JSON.stringify({ body: `{"to":"${MAIL}"}` }) }]),
      { 'mail path $.to': '1/1' },
    ],
    [
      'rows of a statement',
      payloadOf({}, null, [{ response: JSON.stringify({ rows: [{ mail: MAIL }] }) }]),
      { 'mail column mail': '1/1' },
    ],
    [
      'rows that are lists',
      payloadOf({}, null, [
        {
          response: JSON.stringify({
            fields: [{ name: 'id' }, { name: 'mail' }],
            rows: [
              [1, MAIL],
              [2, 'x'],
            ],
          }),
        },
      ]),
      { 'mail column mail': '1/2' },
    ],
    [
      'members of a document in a row',
      payloadOf({}, null, [{ response: JSON.stringify({ rows: [{ id: 1, document: { to: MAIL } }] }) }]),
      { 'mail path $.rows..to': '1/1' },
    ],
    [
      'parameters of a statement by their columns',
      payloadOf({}, null, [
        {
          request: JSON.stringify({
            sql: 'insert into users (id, mail) values ($1, $2)',
            parameters: [
              ['7', MAIL],
              ['8', 'x'],
            ],
          }),
        },
        { request: JSON.stringify({ sql: 'select id from users where first_name = ?', parameters: ['Ada'] }) },
      ]),
      { 'mail column mail': '1/2', 'name column first_name': '1/1' },
    ],
    [
      'parameters without a column, and literals, as text',
      payloadOf({}, null, [
        { request: JSON.stringify({ sql: 'select $1', parameters: [MAIL] }) },
        { request: JSON.stringify({ sql: `select * from users where mail = '${MAIL}' and n = 5`, parameters: [] }) },
      ]),
      { 'mail text call': '2/2' },
    ],
    ['no sealed or redacted value', payloadOf({}, { a: '[redacted]', b: testSealer.seal('t', MAIL) }), {}],
    ['no header of the protocol', payloadOf({ headers: [['user-agent', `bot (${MAIL})`]] }), {}],
    ['a text without fields', payloadOf({ body: `Dear ${MAIL},\n\nhello` }), { 'mail text request': '1/2' }],
    [
      'a line with a name, and a number in a text',
      payloadOf({ body: 'First name: Ada\nCall me at +49 1512 3456789 or so.' }),
      { 'name text request': '1/2', 'phone text request': '1/2' },
    ],
    [
      'elements and attributes of XML',
      bodyOf(XML, `<o id="7"><c mail="${MAIL}"><s:firstName>Ada</s:firstName></c><c mail="x"/></o>`),
      { "mail path $.o.c['@mail']": '1/2', "name path $.o.c['s:firstName']": '1/1' },
    ],
    [
      'elements, fields and attributes of a page',
      bodyOf(
        HTML,
        `<html><body><p id="first-name">Ada</p><input name="email" value="${MAIL}"><a href="mailto:${MAIL}">x</a><table><tr><td>1<td>${MAIL}</table><script>var a = '${MAIL}'</script>`,
      ),
      {
        "name path $..['p#first-name']": '1/1',
        'mail path $..email': '1/1',
        "mail path $.html.body.a['@href']": '1/1',
        'mail path $.html.body.table.tr.td[1]': '1/1',
      },
    ],
    [
      'lines of JSON together',
      bodyOf('application/x-ndjson', `{"mail":"${MAIL}"}\n{"mail":"x"}\n`),
      { 'mail path $[*].mail': '1/2' },
    ],
    [
      'fields of a form of parts, and JSON in a part',
      payloadOf({
        headers: [['content-type', 'multipart/form-data; boundary=X']],
        body: `--X\r\ncontent-disposition: form-data; name="mail"\r\n\r\n${MAIL}\r\n--X\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\n\r\n${MAIL}\r\n--X\r\ncontent-disposition: form-data; name="d"\r\n\r\n{"to":"${MAIL}"}\r\n--X--`,
      }),
      { 'mail parameter mail': '1/1', 'mail path $.to': '1/1' },
    ],
    ['no script or style', bodyOf('text/javascript', `// ${MAIL}`), {}],
    [
      'a segment of the path',
      payloadOf({ path: `/users/${encodeURIComponent(MAIL)}/orders/17?x=1` }),
      { 'mail segment /users/{mail}/orders/*': '1/1' },
    ],
    ['no number in a path', payloadOf({ path: '/users/5555555555554444' }), {}],
  ])('are %s', ([, payload, expected]) => {
    expect(foundIn(payload)).toEqual(expected);
  });

  test('are looked at up to a number of values', () => {
    const body = Object.fromEntries(Array.from({ length: 59 }, (_, at) => [`m${'x'.repeat(at)}`, Array(20).fill('a')]));
    const fields = personalFields(payloadOf({ body: JSON.stringify(body) }, body, [{ request: JSON.stringify(body) }]));
    expect([...fields.values()].reduce((all, { checked }) => all + checked, 0)).toBe(2000);
  });
});

test('a parameter of an endpoint is counted wherever its value is personal', () => {
  const fields = personalFields(payloadOf({ path: `/a/${MAIL}/x` }), '/a/{user}/{part}');
  expect([...fields]).toEqual([
    ['segment /a/{user}/*', { checked: 1, found: new Map([['mail', { sure: 1, unsure: 0 }]]) }],
    ['segment /a/*/{part}', { checked: 1, found: new Map() }],
  ]);
  expect(impersonalOperation(`GET /a/${MAIL}/x#op`)).toBe('GET /a/{mail}/x#op');
  expect(impersonalOperation('/a/{id}')).toBe('/a/{id}');
});

describe('real recordings', () => {
  const folder = join(import.meta.dirname, 'real');
  const files = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  const context = { now: 0, newId: () => '0'.repeat(32), settings: DEFAULT_SETTINGS, sealer: testSealer };
  const casesOf = (file: string) =>
    imported('har', gunzipSync(readFileSync(join(folder, file)))).entries.flatMap((input) => {
      const read = parseCase(input, context);
      return read.ok ? [read.value] : [];
    });

  test('hold nothing that is taken for personal data by mistake', () => {
    const cases = files.flatMap(casesOf);
    const fields = cases.flatMap((one) => [...personalFields(one, one.operation)]);
    const found = fields.filter(([, counts]) => counts.found.size > 0).map(([field]) => field);
    const values = fields.reduce((all, [, { checked }]) => all + checked, 0);
    expect({ files: files.length, cases: cases.length, values, found }).toEqual({
      files: 6,
      cases: 37,
      values: 600,
      // A form of parts that has the name of a person: no mistake.
      found: ['parameter surname'],
    });
  });
});

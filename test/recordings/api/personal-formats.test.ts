import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storedOf } from '../stored-earlier.ts';
import { openRecorder, type Recorder } from './recorder.ts';

const MAIL = 'ada.lovelace@example.org';
const PATH = '/api/recorder/apps/shop/personal-data';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const recorded = (index: number, change: object = {}) => ({
  appId: 'shop',
  caseId: `case-${index}`,
  operation: '/customers',
  request: { method: 'GET', path: `/customers/${index}` },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ mail: MAIL, n: index }),
  },
  ...change,
});
const record = async (from: number, to: number, change: object = {}) => {
  const cases = Array.from({ length: to - from }, (_, at) => recorded(from + at, change));
  const { body } = await recorder.ask('POST', '/api/recorder/cases', cases);
  expect(body).toMatchObject({ accepted: to - from });
};
const found = async () => ((await recorder.ask('GET', PATH)).body as { items: unknown[] }).items; // the answer of a list
const set = (change: object) => recorder.ask('PUT', '/api/apps/shop/settings', change);
const rows = async () => JSON.stringify((await recorder.parts.table.query({ pk: 'T#default#APP#shop' })).items);
const bodyOf = async (index: number) => JSON.stringify(await storedOf(recorder, `case-${index}`));

const TEXT = { operation: '/customers', method: 'GET', in: 'text' };

describe('personal data', () => {
  test.for([
    ['an element of XML', 'application/xml', `<c><mail>${MAIL}</mail></c>`, { in: 'path', field: '$.c.mail' }],
    [
      'an element of a page',
      'text/html',
      `<html><p id="who">${MAIL}</p></html>`,
      { in: 'path', field: "$..['p#who']" },
    ],
    ['lines of JSON', 'application/x-ndjson', `{"mail":"${MAIL}"}\n{"n":1}`, { in: 'path', field: '$[*].mail' }],
  ] as const)('in %s has a rule that seals it, in new and in stored recordings', async ([, type, text, field]) => {
    const response = { status: 200, headers: [['content-type', type]], body: text };
    await record(0, 1, { response });
    expect(await found()).toMatchObject([{ ...field, isCovered: false, rule: { path: field.field, seal: true } }]);
    await set({ redact: [{ path: field.field, seal: true }] });
    expect(await found()).toMatchObject([{ isCovered: true }]);
    expect(await recorder.sealStored()).toMatchObject({ cases: 1, sealed: 1 });
    await record(1, 2, { response });
    for (const index of [0, 1]) expect(await bodyOf(index)).not.toContain('ada.lovelace');
    expect(await recorder.sealStored()).toMatchObject({ sealed: 0 });
  });

  test('in a text without fields is counted, without a rule', async () => {
    await record(0, 2, { response: { status: 200, headers: [['content-type', 'text/plain']], body: `Dear ${MAIL}` } });
    expect(await found()).toEqual([
      { ...TEXT, field: 'response', kind: 'mail', found: 2, checked: 2, isCovered: false, rule: null },
    ]);
    expect(await rows()).not.toContain('ada');
    await set({ personalData: 'seal' });
    await record(2, 3, { response: { status: 200, headers: [['content-type', 'text/plain']], body: `Dear ${MAIL}` } });
    expect(await found()).toMatchObject([{ found: 3, isCovered: false }]);
  });
});

describe('personal data in calls to a database', () => {
  const calls = [
    {
      kind: 'database',
      target: 'main',
      operation: 'insert into users (id, mail) values (?, ?)',
      request: { sql: 'INSERT INTO users (id, mail) VALUES ($1, $2)', parameters: ['7', MAIL] },
      response: { fields: [{ name: 'id' }, { name: 'mail' }], rows: [['7', MAIL]] },
    },
  ];
  const column = { in: 'column', field: 'mail', kind: 'mail', rule: { column: 'mail', seal: true } };
  const unanswered = { response: { status: 204 }, calls };

  test('has a rule for its column, which seals new and stored recordings', async () => {
    await record(0, 1, unanswered);
    expect(await found()).toMatchObject([{ ...column, found: 2, checked: 2, isCovered: false }]);
    await set({ redact: [{ column: 'MAIL', seal: true }] });
    expect(await found()).toMatchObject([{ ...column, isCovered: true }]);
    expect(await recorder.sealStored()).toMatchObject({ cases: 1, sealed: 1 });
    await record(1, 2, unanswered);
    for (const index of [0, 1]) expect(await bodyOf(index)).not.toContain('ada.lovelace');
  });

  test('is sealed from the first recording on with personalData: seal', async () => {
    await set({ personalData: 'seal' });
    await record(0, 1, unanswered);
    expect(await bodyOf(0)).not.toContain('ada.lovelace');
    expect(await found()).toMatchObject([{ ...column, isCovered: true }]);
  });
});

describe('a path with personal data', () => {
  const PATHS = ['ada@example.org', 'bob%40example.org', 'cy@example.org'];
  const rule = { segment: '/users/{mail}', seal: true };
  const atPath = (index: number, mail: string, change: object = {}) =>
    record(index, index + 1, {
      request: { method: 'GET', path: `/users/${mail}?n=1` },
      response: { status: 204 },
      ...change,
    });
  const endpoints = async () =>
    (
      (await recorder.ask('GET', '/api/recorder/apps/shop/operations')).body as { items: { operation: string }[] }
    ).items.map(({ operation }) => operation);
  const given = { operation: undefined };
  const holdsMail = /(?:ada|bob|cy)(?:@|%40)example/;

  test('is counted under one endpoint, without a value', async () => {
    for (const [at, mail] of PATHS.entries()) await atPath(at, mail, given);
    expect(await found()).toEqual([
      {
        operation: '/users/{mail}',
        method: 'GET',
        in: 'segment',
        field: '/users/{mail}',
        kind: 'mail',
        found: 3,
        checked: 3,
        isCovered: false,
        rule,
      },
    ]);
    const { items } = await recorder.parts.table.query({ pk: 'T#default#APP#shop', prefix: 'PII#' });
    expect(JSON.stringify(items)).not.toMatch(holdsMail);
  });

  test('is sealed in stored recordings, with the names of their endpoints', async () => {
    for (const [at, mail] of PATHS.entries()) await atPath(at, mail, given);
    await atPath(3, 'dee@example.org', { operation: '/users/{user}' });
    await set({ redact: [rule] });
    expect(await recorder.sealStored()).toMatchObject({ cases: 4, sealed: 4, missed: 0 });
    expect(await endpoints()).toEqual(['/users/sealed', '/users/{user}']);
    for (const index of [0, 1, 2]) {
      expect(await bodyOf(index)).not.toMatch(holdsMail);
      const { body } = await recorder.ask('GET', `/api/recorder/cases/case-${index}`);
      expect(body).toMatchObject({ operation: '/users/sealed', request: { path: '/users/sealed?n=1' } });
    }
    expect(await rows()).not.toMatch(holdsMail);
    expect(await recorder.sealStored()).toMatchObject({ sealed: 0, missed: 0 });
  });

  test('is sealed in new recordings, whose endpoint a pattern names', async () => {
    await set({ redact: [rule], endpoints: [{ pattern: '/users/{who}' }] });
    await atPath(0, 'ada@example.org', given);
    await atPath(1, 'bob%40example.org', { operation: '/users/bob%40example.org' });
    expect(await endpoints()).toEqual(['/users/{who}']);
    expect(JSON.stringify([await bodyOf(0), await bodyOf(1), await rows()])).not.toMatch(holdsMail);
    expect(await found()).toEqual([]);
  });

  test('is sealed from the first recording on with personalData: seal', async () => {
    await set({ personalData: 'seal' });
    for (const [at, mail] of PATHS.entries()) await atPath(at, mail, given);
    expect(await endpoints()).toEqual(['/users/sealed']);
    expect(JSON.stringify([await bodyOf(0), await rows()])).not.toMatch(holdsMail);
  });

  test.for(['users/{mail}', '/users/mail', '/users/{mail}?x=1', '/users/{ma il}', '/{a'])(
    'has no rule with the pattern %s',
    async (segment) => {
      expect(await set({ redact: [{ segment }] })).toMatchObject({
        status: 400,
        body: { errorCode: 'INVALID_SETTINGS' },
      });
    },
  );
});

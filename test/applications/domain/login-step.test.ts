import { describe, expect, test } from 'vitest';
import { changedSettings, DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { maskedSettings } from '../../../functions/applications/domain/masked-settings.ts';

const REQUEST = {
  method: 'POST',
  path: '/login?key=secret-key',
  headers: { 'content-type': 'application/json', 'x-api-key': 'secret-header' },
  body: '{"user":"ann","password":"secret-password"}',
};
const TYPED = {
  request: REQUEST,
  token: { path: '$.token' },
  place: { header: 'authorization', prefix: 'Bearer ' },
  scope: 'session',
};
const STORED = { ...TYPED, place: { ...TYPED.place, always: false }, targets: [] };

function settingsAfter(login: unknown, current = DEFAULT_SETTINGS) {
  const changed = changedSettings(current, { login });
  if (!changed.ok) throw new Error(changed.message);
  return changed.value;
}

const refusal = (login: unknown, current = DEFAULT_SETTINGS) => {
  const changed = changedSettings(current, { login });
  return changed.ok ? null : changed.message;
};

describe('the setting login (interface 10)', () => {
  test('is absent by default, keeps a typed or a recorded request, and is removed by null', () => {
    expect(DEFAULT_SETTINGS.login).toBe(null);
    const typed = settingsAfter(TYPED);
    expect(typed.login).toEqual(STORED);
    expect(settingsAfter(undefined, typed).login).toEqual(STORED);
    expect(settingsAfter(null, typed).login).toBe(null);
    const recorded = { caseId: 'case-1', token: { header: 'x-token' }, place: { cookie: 'sid' } };
    expect(settingsAfter(recorded).login).toEqual({
      ...recorded,
      place: { cookie: 'sid', prefix: '', always: false },
      scope: 'run',
      targets: [],
    });
  });

  test('keeps the members that a change does not send', () => {
    const typed = settingsAfter(TYPED);
    expect(settingsAfter({ scope: 'user' }, typed).login).toEqual({ ...STORED, scope: 'user' });
    expect(settingsAfter({ place: { cookie: 'sid', always: true } }, typed).login).toEqual({
      ...STORED,
      place: { cookie: 'sid', prefix: '', always: true },
    });
    const { request: _, ...rest } = STORED;
    const recorded = settingsAfter({ caseId: 'case-1' }, typed);
    expect(recorded.login).toEqual({ ...rest, caseId: 'case-1' });
    expect(settingsAfter({ request: { path: '/in' } }, recorded).login).toEqual({
      ...rest,
      request: { method: 'POST', path: '/in', headers: {}, body: null },
    });
  });

  test('shows readers no value of the request, and keeps stored values for their masks', () => {
    const typed = settingsAfter(TYPED);
    const masked = maskedSettings(typed);
    expect(JSON.stringify(masked)).not.toContain('secret');
    expect(masked.login).toEqual({
      ...STORED,
      request: {
        method: 'POST',
        path: '/login?***',
        headers: { 'content-type': '***', 'x-api-key': '***' },
        body: '***',
      },
    });
    expect(settingsAfter(masked.login, typed).login).toEqual(STORED);
    expect(maskedSettings(settingsAfter({ ...TYPED, request: { path: '/in' } })).login).toMatchObject({
      request: { path: '/in', headers: {}, body: null },
    });
  });

  test.for<[string, unknown]>([
    ['a header', { headers: { 'x-new': '***' } }],
    ['the query', { path: '/login?***' }],
    ['the body', { body: '***' }],
  ])('refuses a mask for %s that is not stored', ([, change]) => {
    const message = 'login.request has a mask (***) for a value that is not stored yet';
    const request = { path: '/login', headers: {}, ...Object(change) };
    expect(refusal({ ...TYPED, request })).toBe(message);
    expect(refusal({ request }, settingsAfter({ ...TYPED, request: { path: '/in' } }))).toBe(message);
  });

  const UNUSABLE = 'is invalid';
  const JSON_PATH =
    "must be a JSONPath (RFC 9535) of names, indices, *, .. and [?@.key=='v'], at most 32 steps and 1,000 characters";
  const request = (change: object) => ({ ...TYPED, request: { ...REQUEST, ...change } });
  const headers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'v']));

  test.for<[string, unknown]>([
    [`login ${UNUSABLE}`, 'secret'],
    [`login.request.method ${UNUSABLE}`, request({ method: 'PO ST' })],
    [`login.request.method ${UNUSABLE}`, request({ method: 'P'.repeat(33) })],
    [`login.request.path ${UNUSABLE}`, request({ path: 'login' })],
    [`login.request.path ${UNUSABLE}`, request({ path: '/a b' })],
    [`login.request.path ${UNUSABLE}`, request({ path: '/'.padEnd(2049, 'a') })],
    [`login.request.headers ${UNUSABLE}`, request({ headers: { 'secret name': 'x' } })],
    [`login.request.headers ${UNUSABLE}`, request({ headers: { a: 'b\r\nsecret' } })],
    [`login.request.headers ${UNUSABLE}`, request({ headers: headers(101) })],
    [
      'login.request.headers cannot have host: the target environment determines it',
      request({ headers: { Host: 'x' } }),
    ],
    ['login.request.headers repeats a header: names are case-insensitive', request({ headers: { A: '1', a: '2' } })],
    [`login.request.body ${UNUSABLE}`, request({ body: 'x'.repeat(65_537) })],
    [`login.request.body ${UNUSABLE}`, request({ body: { secret: 1 } })],
    [`login.caseId ${UNUSABLE}`, { ...TYPED, request: null, caseId: 'c'.repeat(129) }],
    ['login cannot have both request and caseId', { ...TYPED, caseId: 'case-1' }],
    ['login.request or login.caseId is missing', { ...TYPED, request: undefined }],
    ['login.token is missing', { ...TYPED, token: undefined }],
    [`login.token ${UNUSABLE}`, { ...TYPED, token: {} }],
    [`login.token ${UNUSABLE}`, { ...TYPED, token: { path: '$.a', header: 'a' } }],
    [`login.token.path ${JSON_PATH}`, { ...TYPED, token: { path: '$[' } }],
    [`login.token.header ${UNUSABLE}`, { ...TYPED, token: { header: 'a b' } }],
    ['login.place is missing', { ...TYPED, place: undefined }],
    [`login.place ${UNUSABLE}`, { ...TYPED, place: { header: 'a', cookie: 'b' } }],
    [`login.place.prefix ${UNUSABLE}`, { ...TYPED, place: { header: 'a', prefix: 'b\n' } }],
    [`login.place.prefix ${UNUSABLE}`, { ...TYPED, place: { header: 'a', prefix: 'b'.repeat(257) } }],
    [`login.place.cookie ${UNUSABLE}`, { ...TYPED, place: { cookie: 'a=b' } }],
    [
      `login.place.header ${UNUSABLE}: name the cookie in login.place.cookie`,
      { ...TYPED, place: { header: 'Cookie' } },
    ],
    [`login.place.header ${UNUSABLE}: the target environment determines it`, { ...TYPED, place: { header: 'host' } }],
    [
      'login.token.header can be set-cookie only if login.place.cookie names the cookie',
      { ...TYPED, token: { header: 'Set-Cookie' } },
    ],
    [`login.scope ${UNUSABLE}`, { ...TYPED, scope: 'secret' }],
  ])('is refused: %s', ([message, login]) => {
    expect(refusal(login)).toBe(message);
  });

  test.for<[string, unknown]>([
    ['a method of 32 characters', request({ method: 'P'.repeat(32) })],
    ['a path of 2,048 characters', request({ path: '/'.padEnd(2048, 'a') })],
    ['100 headers', request({ headers: headers(100) })],
    ['a body of 65,536 characters', request({ body: 'x'.repeat(65_536) })],
    ['a caseId of 128 characters', { ...TYPED, request: undefined, caseId: 'c'.repeat(128) }],
    ['a prefix of 256 characters', { ...TYPED, place: { header: 'a', prefix: 'b'.repeat(256) } }],
    ['a token in set-cookie', { ...TYPED, token: { header: 'set-cookie' }, place: { cookie: 'sid' } }],
  ])('accepts %s', ([, login]) => {
    expect(refusal(login)).toBe(null);
  });
});

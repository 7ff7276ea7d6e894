import { describe, expect, test } from 'vitest';
import { hintPath, hintText } from '../../../../functions/findings/domain/hints/hint-texts.ts';
import { areMostRefused, hintsOf, type RefusedRequest } from '../../../../functions/findings/domain/hints/hints-of.ts';

const SENT = Date.parse('2026-11-22T10:00:00Z');
const refused = (change: Partial<RefusedRequest> = {}): RefusedRequest => ({
  operation: '/a',
  status: 401,
  credential: 'token',
  expiresAt: null,
  replayedAt: SENT,
  isIssued: true,
  isOfRefusedLogin: false,
  ...change,
});
const hints = (requests: RefusedRequest[], change = {}) =>
  hintsOf(requests, {
    areMost: true,
    isCut: false,
    hasLogin: false,
    headersLeftOut: [],
    isLoginLeftOut: false,
    hasWholeSessions: false,
    ...change,
  });
const codes = (...requests: RefusedRequest[]) => hints(requests).map(({ code }) => code);

test.for<[number, number, boolean]>([
  [0, 0, false],
  [1, 1, true],
  [1, 2, false],
  [2, 3, true],
])('areMostRefused, for %i refused of %i failed requests, returns %s', ([some, all, most]) => {
  expect(areMostRefused(some, all)).toBe(most);
});

describe('hintsOf', () => {
  test.for<[string, Partial<RefusedRequest>, string | null]>([
    ['a token that expired when it was sent', { expiresAt: SENT }, 'CREDENTIALS_EXPIRED'],
    ['a token that expired later', { expiresAt: SENT + 1 }, null],
    ['an expired token of an unknown time', { expiresAt: SENT, replayedAt: null }, null],
    ['an expired token that was replaced', { expiresAt: SENT, credential: 'replaced' }, null],
    ['a token that nothing issued', { isIssued: false }, 'NO_LOGIN_RECORDED'],
    ['a token that a recorded response issued', { isIssued: true }, null],
    ['a removed credential', { credential: 'removed', isIssued: false }, 'CREDENTIALS_REMOVED'],
    ['a deleted credential', { credential: 'deleted', isIssued: false }, 'CREDENTIALS_REMOVED'],
    ['a fixed header of other targets', { credential: 'left-out' }, 'SAVED_FOR_OTHER_TARGETS'],
    ['a fixed header that is not a credential', { credential: 'without-header' }, 'SAVED_FOR_OTHER_TARGETS'],
    ['no credential and 401', { credential: 'none', isIssued: false }, 'HEADER_MISSING'],
    ['a recorded login', { credential: 'none', isIssued: false, isOfRefusedLogin: true }, 'LOGIN_REFUSED'],
    ['a login that is forbidden', { credential: 'none', status: 403, isOfRefusedLogin: true }, 'LOGIN_REFUSED'],
    ['a token of a login that was refused', { isOfRefusedLogin: true }, 'LOGIN_REFUSED'],
    ['a replaced token', { credential: 'replaced', isOfRefusedLogin: true }, null],
    ['no credential and 403', { credential: 'none', isIssued: false, status: 403 }, null],
  ])('names a proven cause only: %s', ([, change, code]) => {
    expect(codes(refused(change))).toEqual(code === null ? [] : [code]);
  });

  test('leaves out causes that a change of single endpoints may have, if only those refuse', () => {
    expect(hints([refused({ credential: 'without-header' })], { areMost: false })).toEqual([]);
    const all = [
      refused({ expiresAt: SENT }),
      refused({ credential: 'removed' }),
      refused({ credential: 'none' }),
      refused({ isIssued: false }),
    ];
    expect(hints(all, { areMost: false }).map(({ code }) => code)).toEqual([
      'CREDENTIALS_EXPIRED',
      'CREDENTIALS_REMOVED',
    ]);
    expect(hints(all.slice(3), { areMost: false, hasWholeSessions: true })).toEqual([]);
  });

  test('names the cut sessions if others are whole', () => {
    const requests = [
      refused({ isIssued: false }),
      refused({ isIssued: false, credential: 'fixed' }),
      refused({ expiresAt: SENT, isIssued: false }),
      refused({ isIssued: true }),
    ];
    expect(hints(requests, { hasWholeSessions: true }).map(({ code, requests: hinted }) => [code, hinted])).toEqual([
      ['CREDENTIALS_EXPIRED', 1],
      ['NO_LOGIN_RECORDED', 1],
      ['SESSION_CUT', 1],
    ]);
  });

  test('counts endpoints and requests, keeps the last expiry, and follows the order of interface 10', () => {
    const all = [
      refused({ credential: 'none' }),
      refused({ expiresAt: SENT - 1000, operation: '/b' }),
      refused({ expiresAt: SENT - 5000, operation: '/b' }),
      refused({ expiresAt: SENT - 9000, operation: '/c' }),
    ];
    expect(hints(all)).toEqual([
      {
        code: 'CREDENTIALS_EXPIRED',
        interfaces: 2,
        endpoints: 2,
        requests: 3,
        setting: 'login',
        expiredAt: SENT - 1000,
      },
      { code: 'HEADER_MISSING', interfaces: 1, endpoints: 1, requests: 1, setting: 'replay.headers.always' },
    ]);
    expect(hints(all, { isCut: true }).map(({ isAtLeast }) => isAtLeast)).toEqual([true, true]);
  });

  test.for<[string, Partial<RefusedRequest>[], object]>([
    ['login', [{ isIssued: false }, { isIssued: false, credential: 'fixed' }], {}],
    ['replay.headers.set', [{ isIssued: false, credential: 'fixed' }], {}],
    ['login', [{ credential: 'removed' }, { credential: 'deleted' }], {}],
    ['replay.headers.remove', [{ credential: 'deleted' }], {}],
    ['replay.headers.always', [{ credential: 'none' }], {}],
    ['login.place.always', [{ credential: 'none' }], { hasLogin: true }],
  ])('names the setting %s', ([setting, requests, change]) => {
    expect(hints(requests.map(refused), change).map((hint) => hint.setting)).toEqual([setting]);
  });
});

describe('the sentence of a hint', () => {
  test.for<[string, Partial<RefusedRequest>, number, object]>([
    [
      'The target refused 1 request of 1 endpoint: its recorded token expired at 2026-11-22 09:59:59 UTC.',
      { expiresAt: SENT - 1 },
      1,
      {},
    ],
    [
      'The target refused 2 requests of 1 endpoint: their recorded tokens have expired, the last one at 2026-11-22 09:59:59 UTC.',
      { expiresAt: SENT - 1 },
      2,
      {},
    ],
    [
      'The target refused at least 2 requests of 1 endpoint: no recorded response issued their credentials.',
      { isIssued: false },
      2,
      { isCut: true },
    ],
    ['The target refused 2 requests of 1 endpoint: their credentials were removed.', { credential: 'removed' }, 2, {}],
    [
      'The target refused 1 request of 1 endpoint: it was recorded without credentials, which the target requires.',
      { credential: 'none' },
      1,
      {},
    ],
    [
      'The target refused 1 request of 1 endpoint: x-key was saved for other targets and not sent here; save it again to add this target.',
      { credential: 'left-out' },
      1,
      { headersLeftOut: ['x-key'] },
    ],
    [
      'The target refused 2 requests of 1 endpoint: x-a, x-b, x-c and 2 others were saved for other targets and not sent here; save them again to add this target.',
      { credential: 'left-out' },
      2,
      { headersLeftOut: ['x-a', 'x-b', 'x-c', 'x-d'], isLoginLeftOut: true },
    ],
    [
      'The target refused 1 request of 1 endpoint: x-key and the login step were saved for other targets and not sent here; save them again to add this target.',
      {},
      1,
      { headersLeftOut: ['x-key'], isLoginLeftOut: true },
    ],
    [
      '2 requests of 1 endpoint say nothing about the build: their sessions began before the recordings, so the target does not know their credentials.',
      { isIssued: false },
      2,
      { hasWholeSessions: true },
    ],
  ])('reads: %s', ([sentence, change, count, more]) => {
    const [hint] = hints(
      Array.from({ length: count }, () => refused(change)),
      more,
    );
    expect(hint && hintText(hint)).toBe(sentence);
  });

  test('leads to the setting', () => {
    expect(hintPath('a/b', { setting: 'login' })).toBe('/console/apps/a%2Fb/settings/login');
    expect(hintPath('shop', { setting: 'replay.headers.always' })).toBe('/console/apps/shop/settings/headers#always');
  });
});

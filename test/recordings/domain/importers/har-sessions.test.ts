import { describe, expect, test } from 'vitest';
import {
  MAX_SESSION_EXCHANGES,
  sessionOf,
  sessionSurvey,
} from '../../../../functions/recordings/domain/importers/har-sessions.ts';

const A = 'Bearer token-of-ann-0001';
const B = 'Bearer token-of-bob-0001';
const exchange = (headers: [string, string][] = [], host = 'shop.test') => ({
  host,
  method: 'GET',
  path: '/a',
  headers,
  responseType: 'application/json',
  resourceType: null,
});
const bearer = (value: string, host?: string) => exchange([['Authorization', value]], host);
const cookie = (value: string) => exchange([['cookie', value]]);

function planOf(exchanges: readonly ReturnType<typeof exchange>[], eligible = exchanges.length) {
  const survey = sessionSurvey();
  for (const one of exchanges) survey.add(one);
  const hosts = [{ host: 'shop.test', exchanges: eligible, eligible }];
  return survey.plan(hosts, (host) => host === 'shop.test', [exchanges.length, 1]);
}
const ONE = { session: expect.stringMatching(/^har-[0-9a-f]{24}$/) };
const long = (name: string, who: string) => `${name}=${who.padEnd(16, '0')}`;

describe('the sessions of a HAR (interface 10)', () => {
  test.for<[name: string, exchanges: ReturnType<typeof exchange>[], plan: object]>([
    ['without credentials', [exchange(), exchange()], ONE],
    ['a login between', [exchange(), bearer(A), bearer(A)], ONE],
    ['tokens that are renewed', ['1', '2', '3', '4', '5'].flatMap((n) => [bearer(A + n), bearer(A + n)]), ONE],
    ['two logins, one after the other', [bearer(A), bearer(A), exchange(), bearer(B), bearer(B)], ONE],
    ['two late requests with the token of before', [A, B, A, B, A].slice(0, 4).map((one) => bearer(one)), ONE],
    ['tokens of two users', [A, B, A, B, A].map((one) => bearer(one)), { sessionBy: 'authorization' }],
    [
      'cookies of two users',
      ['ann', 'bob', 'ann', 'bob', 'ann'].map((who) => cookie(`theme=dark; ${long('sid', who)}`)),
      { sessionBy: 'cookie:sid' },
    ],
    ['short cookies', ['1', '2', '1', '2', '1'].map((tab) => cookie(`tab=${tab}`)), ONE],
    [
      'passwords of basic authentication',
      ['ann', 'bob', 'ann', 'bob', 'ann'].map((who) => bearer(`Basic ${who.padEnd(20, 'x')}`)),
      ONE,
    ],
    ['tokens of another host', [A, B, A, B, A].map((one) => bearer(one, 'other.test')), ONE],
  ])('are planned for %s', ([, exchanges, plan]) => {
    expect(planOf(exchanges)).toEqual(plan);
  });

  test('leave out a session that would be too long', () => {
    expect(planOf([exchange()], MAX_SESSION_EXCHANGES)).toEqual(ONE);
    expect(planOf([exchange()], MAX_SESSION_EXCHANGES + 1)).toBe(null);
  });

  test('differ between files', () => {
    expect(planOf([exchange()])).toEqual(planOf([exchange()]));
    expect(planOf([exchange()])).not.toEqual(planOf([exchange(), exchange()]));
  });

  test('are the same for the same credential, and missing without one', () => {
    const by = { sessionBy: 'authorization' };
    const [ann, bob] = [sessionOf(by, bearer(A)), sessionOf(by, bearer(B))];
    expect(ann).toMatch(/^har-[0-9a-f]{24}$/);
    expect(sessionOf(by, bearer(A))).toBe(ann);
    expect(bob).not.toBe(ann);
    expect(sessionOf(by, exchange())).toBe(null);
    const sid = { sessionBy: 'cookie:sid' };
    expect(
      sessionOf(
        sid,
        exchange([
          ['Cookie', 'a=1'],
          ['Cookie', long('sid', 'ann')],
        ]),
      ),
    ).toMatch(/^har-/);
    expect(sessionOf(null, bearer(A))).toBe(null);
  });
});

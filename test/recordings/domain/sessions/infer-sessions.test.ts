import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CaseOfSession,
  inferSessions,
  type SessionLink,
  sessionStart,
} from '../../../../functions/recordings/domain/sessions/infer-sessions.ts';

const HOUR = 3_600_000;
const key = (letter: string) => letter.repeat(24);
const [A, B, C] = ['a', 'b', 'c'].map(key) as [string, string, string]; // three names, three keys

interface Given {
  at?: number;
  session?: string;
  sent?: string[];
  tokens?: string[];
  issued?: string[];
  made?: string[];
  within?: string[];
}
let made = 0;
const one = ({ at = 0, session, sent = [], tokens = [], issued = [], ...keys }: Given): CaseOfSession => ({
  caseId: `case-${++made}`,
  recordedAt: at,
  session: session ?? null,
  credentials: sent.length + tokens.length + issued.length === 0 ? null : { sent, tokens, issued },
  resources: keys.made || keys.within ? { made: keys.made ?? [], within: keys.within ?? [] } : null,
});
const infer = (given: Given[], known: [string, SessionLink][] = []) =>
  inferSessions(given.map(one), new Map(known)).map(({ session }) => session);
const link = (session: string, recordedAt = 0, from: string[] = []): SessionLink => ({
  session,
  caseId: 'before',
  recordedAt,
  from,
});

describe('the session of a case (docs/sessions.md)', () => {
  test.for<[name: string, given: Given[], sessions: (string | null)[]]>([
    ['requests without credentials', [{}, {}], [null, null]],
    ['one credential, one session', [{ sent: [A] }, { sent: [B] }, { sent: [A] }], [`s-${A}`, `s-${B}`, `s-${A}`]],
    [
      'a login and the requests with its credentials',
      [{ issued: [A, B] }, { sent: [B] }, { sent: [A] }],
      [`s-${A}`, `s-${A}`, `s-${A}`],
    ],
    ['a login after an anonymous visit', [{ sent: [A], issued: [B] }, { sent: [B] }], [`s-${A}`, `s-${A}`]],
    ['a refresh', [{ issued: [A, B] }, { tokens: [B], issued: [C] }, { sent: [C] }], [`s-${A}`, `s-${A}`, `s-${A}`]],
    ['a token without an issuing response does not decide', [{ tokens: [A] }, { tokens: [A] }], [null, null]],
    ['the given session wins', [{ issued: [A] }, { session: 'mine', sent: [A] }], ['mine', 'mine']],
    [
      'a credential that a given session issues belongs to it',
      [{ session: 'mine', issued: [A] }, { sent: [A] }],
      ['mine', 'mine'],
    ],
    [
      'the order of recording counts',
      [
        { at: 9, sent: [B] },
        { at: 1, sent: [A], issued: [B] },
      ],
      [`s-${A}`, `s-${A}`],
    ],
    ['a second credential that is known', [{ issued: [B] }, { sent: [A, B] }], [`s-${B}`, `s-${B}`]],
  ])('is inferred for %s', ([, given, sessions]) => {
    expect(infer(given)).toEqual(sessions);
  });

  test('follows links of earlier calls', () => {
    expect(
      infer(
        [{ sent: [B] }, { tokens: [A], issued: [C] }, { sent: [C] }],
        [
          [B, link('x')],
          [A, link('y')],
        ],
      ),
    ).toEqual(['x', 'y', 'y']);
  });

  test.for<[name: string, at: number, joins: boolean]>([
    ['at once', 0, true],
    ['an hour later', HOUR, true],
    ['more than an hour later', HOUR + 1, false],
    ['before it was made', -1, false],
  ])('is joined or not by a request about a resource %s', ([, at, joins]) => {
    const [session, later] = infer([
      { at: 5 * HOUR, made: ['p1'] },
      { at: 5 * HOUR + at, within: ['p0', 'p1'] },
    ]);
    expect(session).toMatch(/^r-[0-9a-f]{24}$/);
    expect(later).toBe(joins ? session : null);
  });

  test('is another one for a resource that is made again', () => {
    const [first, second, later] = infer([{ made: ['p1'] }, { at: 1, made: ['p1'] }, { at: 2, within: ['p1'] }]);
    expect(first).not.toBe(second);
    expect(later).toBe(second);
  });

  test('has links that name the case of a credential, the last one for a key, and tokens of unknown origin', () => {
    const cases = [{ issued: [A] }, { issued: [A] }, { tokens: [B], issued: [C] }].map(one);
    const ids = cases.map(({ caseId }) => caseId);
    const results = inferSessions(cases, new Map());
    expect(results.map(({ links }) => links)).toEqual([
      [],
      [[A, { session: `s-${A}`, caseId: ids[1], recordedAt: 0, from: [] }]],
      [[C, { session: `s-${C}`, caseId: ids[2], recordedAt: 0, from: [B] }]],
    ]);
  });

  test('has no link for a part of a linked resource', () => {
    const [, comment] = inferSessions([one({ made: ['p1'] }), one({ within: ['p1'], made: ['p1-c'] })], new Map());
    expect(comment?.links).toEqual([]);
  });

  test('is the same for cases of one call in any order', () => {
    const visits = ['a', 'b', 'c', 'd'].flatMap((user, at) => [
      { at: at * 10, issued: [key(user), key(`${at}`)] },
      { at: at * 10 + 1, sent: [key(user)] },
      { at: at * 10 + 2, tokens: [key(`${at}`)], issued: [key(`${at + 4}`)] },
      { at: at * 10 + 3, sent: [key(`${at + 4}`)] },
    ]);
    const cases = visits.map(one);
    const expected = new Map(inferSessions(cases, new Map()).map(({ session }, at) => [cases[at]?.caseId, session]));
    expect(new Set(expected.values()).size).toBe(4);
    fc.assert(
      fc.property(fc.shuffledSubarray(cases, { minLength: cases.length }), (shuffled) => {
        const sessions = inferSessions(shuffled, new Map());
        expect(sessions.map(({ session }) => session)).toEqual(shuffled.map(({ caseId }) => expected.get(caseId)));
      }),
    );
  });

  test('begins with the credential of sessionStart', () => {
    expect([sessionStart(`s-${A}`), sessionStart('mine'), sessionStart('s-short')]).toEqual([A, null, null]);
  });
});

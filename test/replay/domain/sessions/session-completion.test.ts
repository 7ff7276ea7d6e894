import { describe, expect, test } from 'vitest';
import {
  isCut,
  lostRequests,
  missingCredentials,
  usefulPreparation,
} from '../../../../functions/replay/domain/sessions/session-completion.ts';
import { MAX_SESSION_REQUESTS, sessionParts } from '../../../../functions/replay/domain/sessions/session-parts.ts';

const one = (caseId: string, sent: string[], issued: string[] = [], tokens: string[] = []) => ({
  caseId,
  credentials: { sent, tokens, issued },
});
const anonymous = { caseId: 'anonymous' };
const login = one('login', [], ['A', 'R']);
const renewal = one('renewal', [], ['B'], ['R']);

describe('missingCredentials', () => {
  test.for<[name: string, session: Parameters<typeof isCut>[0], missing: string[], cut: boolean]>([
    ['nothing', [anonymous], [], false],
    ['a login', [one('a', ['A'])], ['A'], true],
    ['nothing after its login', [login, one('a', ['A'])], [], false],
    ['a credential that is issued too late', [one('a', ['A']), login], ['A'], true],
    ['a second credential beside one that is there', [login, one('a', ['A', 'V'])], ['V'], false],
    ['the origin of a renewal', [renewal, one('b', ['B'])], ['R'], false],
    ['a second credential later on', [login, one('a', ['A']), one('x', ['X'])], ['X'], true],
  ])('finds %s', ([, session, missing, cut]) => {
    expect(missingCredentials(session)).toEqual(missing);
    expect(isCut(session)).toBe(cut);
  });

  test('leads to a renewal only with its login', () => {
    const after = one('b', ['B']);
    expect(usefulPreparation([renewal, after], [renewal])).toEqual([]);
    expect(usefulPreparation([login, renewal, after], [login, renewal])).toEqual([login, renewal]);
  });

  test('leads to no request of a chain whose beginning is missing', () => {
    const chain = ['A', 'B', 'C'].map((sent, at) => one(`c${at}`, [sent], [['B', 'C', 'D'][at] ?? '']));
    expect(usefulPreparation([...chain, one('d', ['D'])], chain)).toEqual([]);
  });
});

describe('lostRequests', () => {
  const named = (method: string, ...given: Parameters<typeof one>) => ({ method, ...one(...given) });
  const token = named('GET', 'a', ['A']);
  test.for<[name: string, session: Parameters<typeof lostRequests>[0], lost: string[]]>([
    ['no request if the login is among them', [{ method: 'POST', ...login }, token], []],
    ['the requests with the lost credential', [token, named('POST', 'b', ['A'])], ['a', 'b']],
    ['no request without credentials', [{ method: 'GET', ...anonymous }, token], ['a']],
    [
      'neither a login that sends an old cookie nor the requests after it',
      [named('POST', 'in', ['A'], ['B']), named('GET', 'b', ['B'])],
      [],
    ],
    [
      'a renewal, and the requests with its credential',
      [named('POST', 'renew', [], ['B'], ['R']), named('GET', 'b', ['B'])],
      ['renew', 'b'],
    ],
    [
      'a read, and the address that it signs',
      [named('GET', 'order', ['A'], ['S']), named('GET', 'file', [], [], ['S'])],
      ['order', 'file'],
    ],
  ])('returns %s', ([, session, lost]) => {
    expect(lostRequests(session).map(({ caseId }) => caseId)).toEqual(lost);
  });
});

describe('sessionParts', () => {
  const many = (session: string) => Array.from({ length: 2 * MAX_SESSION_REQUESTS + 1 }, (_, n) => ({ n, session }));
  const sizes = (cases: readonly { session: string }[]) =>
    [...Map.groupBy(cases, ({ session }) => session).values()].map((some) => some.length);

  test('splits an inferred session in order, and keeps a given one', () => {
    const inferred = sessionParts(many(`s-${'a'.repeat(24)}`));
    expect(sizes(inferred)).toEqual([MAX_SESSION_REQUESTS, MAX_SESSION_REQUESTS, 1]);
    expect(inferred.map(({ n }) => n)).toEqual(inferred.map((_, at) => at));
    expect(sizes(sessionParts(many('given')))).toEqual([2 * MAX_SESSION_REQUESTS + 1]);
  });
});

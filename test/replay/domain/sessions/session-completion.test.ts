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

describe('what a session lacks', () => {
  test.for<[name: string, session: Parameters<typeof isCut>[0], missing: string[], cut: boolean]>([
    ['nothing', [anonymous], [], false],
    ['a login', [one('a', ['A'])], ['A'], true],
    ['nothing after its login', [login, one('a', ['A'])], [], false],
    ['what is issued too late', [one('a', ['A']), login], ['A'], true],
    ['a second credential beside one that is there', [login, one('a', ['A', 'V'])], ['V'], false],
    ['the origin of a renewal', [renewal, one('b', ['B'])], ['R'], false],
    ['one later on', [login, one('a', ['A']), one('x', ['X'])], ['X'], true],
  ])('%s', ([, session, missing, cut]) => {
    expect(missingCredentials(session)).toEqual(missing);
    expect(isCut(session)).toBe(cut);
  });

  test('a renewal without its login is not sent; with it, it is', () => {
    const after = one('b', ['B']);
    expect(usefulPreparation([renewal, after], [renewal])).toEqual([]);
    expect(usefulPreparation([login, renewal, after], [login, renewal])).toEqual([login, renewal]);
  });

  test('a chain whose beginning is missing is not sent at all', () => {
    const chain = ['A', 'B', 'C'].map((sent, at) => one(`c${at}`, [sent], [['B', 'C', 'D'][at] ?? '']));
    expect(usefulPreparation([...chain, one('d', ['D'])], chain)).toEqual([]);
  });
});

describe('requests that a missing login loses', () => {
  const named = (method: string, ...given: Parameters<typeof one>) => ({ method, ...one(...given) });
  const token = named('GET', 'a', ['A']);
  test.for<[name: string, session: Parameters<typeof lostRequests>[0], lost: string[]]>([
    ['none after its login', [{ method: 'POST', ...login }, token], []],
    ['those with its credential', [token, named('POST', 'b', ['A'])], ['a', 'b']],
    ['none without credentials', [{ method: 'GET', ...anonymous }, token], ['a']],
    [
      'not a login that sends an old cookie, nor what follows',
      [named('POST', 'in', ['A'], ['B']), named('GET', 'b', ['B'])],
      [],
    ],
    [
      'a renewal, and what follows from it',
      [named('POST', 'renew', [], ['B'], ['R']), named('GET', 'b', ['B'])],
      ['renew', 'b'],
    ],
    [
      'a read, and the address that it signs',
      [named('GET', 'order', ['A'], ['S']), named('GET', 'file', [], [], ['S'])],
      ['order', 'file'],
    ],
  ])('%s', ([, session, lost]) => {
    expect(lostRequests(session).map(({ caseId }) => caseId)).toEqual(lost);
  });
});

describe('long sessions', () => {
  const many = (session: string) => Array.from({ length: 2 * MAX_SESSION_REQUESTS + 1 }, (_, n) => ({ n, session }));
  const sizes = (cases: readonly { session: string }[]) =>
    [...Map.groupBy(cases, ({ session }) => session).values()].map((some) => some.length);

  test('an inferred one is split in order, a given one is not', () => {
    const inferred = sessionParts(many(`s-${'a'.repeat(24)}`));
    expect(sizes(inferred)).toEqual([MAX_SESSION_REQUESTS, MAX_SESSION_REQUESTS, 1]);
    expect(inferred.map(({ n }) => n)).toEqual(inferred.map((_, at) => at));
    expect(sizes(sessionParts(many('given')))).toEqual([2 * MAX_SESSION_REQUESTS + 1]);
  });
});

import { describe, expect, test } from 'vitest';
import { areCutApart, noteAnswer } from '../../../../functions/replay/domain/sessions/cut-session.ts';

const NOW = Date.UTC(2026, 10, 24);
const COOKIE: [string, string] = ['set-cookie', 'sid=0123456789abcdef'];
interface Answered {
  recorded?: number | null;
  /** Null: no response. */
  status: number | null;
  sets?: 'recorded' | 'replayed' | 'both';
}

function after(...answers: Answered[]) {
  const session = { isRefused: false, isAccepted: false };
  for (const { recorded = 200, status, sets } of answers) {
    const headersIf = (isSet: boolean) => ({ headers: isSet ? [COOKIE] : [] });
    const before = headersIf(sets === 'recorded' || sets === 'both');
    const answer = status === null ? null : { status, ...headersIf(sets === 'replayed' || sets === 'both') };
    noteAnswer(session, recorded, before, answer, NOW);
  }
  return session.isRefused;
}

describe('a session whose login was never recorded (docs/sessions.md)', () => {
  test.for<[name: string, answers: Answered[], isRefused: boolean]>([
    ['nothing sent', [], false],
    ['401', [{ status: 401 }], true],
    ['401 as recorded', [{ recorded: 401, status: 401 }], false],
    ['401 of a request without a recorded response', [{ recorded: null, status: 401 }], false],
    ['401 after it was accepted: it has expired', [{ status: 200 }, { status: 401 }], true],
    ['the way to the login', [{ status: 302 }], true],
    ['not modified', [{ status: 304 }], false],
    ['403', [{ status: 403 }], true],
    ['403 after it was accepted may be a change', [{ status: 200 }, { status: 403 }], false],
    ['another status says nothing', [{ status: 500 }], false],
    ['no response', [{ status: null }], false],
    ['a new session', [{ status: 200, sets: 'replayed' }], true],
    ['a session that each response renews', [{ status: 200, sets: 'both' }], false],
    ['a new session after it was accepted', [{ status: 200 }, { status: 200, sets: 'replayed' }], false],
  ])('is recognised or not by these responses: %s', ([, answers, isRefused]) => {
    expect(after(...answers)).toBe(isRefused);
  });

  test.for<[cut: number, total: number, apart: boolean]>([
    [0, 10, false],
    [1, 10, true],
    [5, 10, true],
    [6, 10, false],
    [1, 1, false],
  ])('counts, with %i of %i sessions, separately: %s', ([cut, total, apart]) => {
    expect(areCutApart({ cut, total })).toBe(apart);
  });
});

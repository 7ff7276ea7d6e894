import { describe, expect, test } from 'vitest';
import { type CodeLogin, NO_CODE, withCode, withSuccess, withTry } from '../../../functions/login/domain/code-login.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const code = (requestId: string) => ({ requestId, nonce: `n-${requestId}`, hash: 'h' });

function made(state: CodeLogin | null): CodeLogin {
  if (state === null) throw new Error('it was refused');
  return state;
}
const fresh = made(withCode(NO_CODE, code('a'), NOW));
const tried = (state: CodeLogin, times: number): CodeLogin =>
  times === 0 ? state : tried(made(withTry(state, NOW)), times - 1);

describe('codes (interface 4.8)', () => {
  test.for<[number, boolean]>([
    [0, true],
    [10 * MINUTE - 1, true],
    [10 * MINUTE, false],
  ])('may be tried when %s ms old: %s', ([age, may]) => {
    expect(withTry(fresh, NOW + age) !== null).toBe(may);
  });

  test.for<[number, boolean]>([
    [4, true],
    [5, false],
  ])('may be tried again after %s tries: %s', ([tries, may]) => {
    expect(withTry(tried(fresh, tries), NOW) !== null).toBe(may);
  });

  test('may not be tried before one was sent, or after use', () => {
    expect(withTry(NO_CODE, NOW)).toBeNull();
    expect(withTry(made(withSuccess(tried(fresh, 1), 'n-a', NOW)), NOW)).toBeNull();
  });

  test('replace the previous one, and have separate tries', () => {
    const second = made(withCode(tried(fresh, 5), code('b'), NOW));
    expect(second.code).toMatchObject({ nonce: 'n-b', tries: 0 });
    expect(withSuccess(second, 'n-a', NOW)).toBeNull();
  });

  const hourOf = (count: number) =>
    Array.from({ length: count }, (_, at) => at).reduce(
      (state, at) => made(withCode(state, code(`r${at}`), NOW + at)),
      NO_CODE,
    );

  test.for<[number, number, boolean]>([
    [4, 10, true],
    [5, 10, false],
    [5, HOUR - 1, false],
    [5, HOUR, true],
  ])('are made again after %s codes, %s ms after the first of them: %s', ([count, at, may]) => {
    expect(withCode(hourOf(count), code('next'), NOW + at) !== null).toBe(may);
  });

  test('are made again for a repeated request, which is not counted', () => {
    const again = made(withCode(hourOf(5), code('r4'), NOW + 10));
    expect(again.codes).toHaveLength(5);
  });

  /** This many wrong tries, five per code, from NOW on. */
  const wrong = (count: number): CodeLogin => ({
    ...NO_CODE,
    code: { ...code('w'), expiresAt: NOW + 2 * DAY, tries: 0 },
    wrong: Array.from({ length: count }, (_, at) => NOW + at),
  });

  test.for<[number, number, boolean]>([
    [19, 100, true],
    [20, 100, false],
    [20, DAY - 1, false],
    [20, DAY, true],
  ])('are tried again after %s wrong tries, %s ms after the first of them: %s', ([count, at, may]) => {
    expect(withTry(wrong(count), NOW + at) !== null).toBe(may);
  });

  test('do not count a right try as a wrong one', () => {
    const state = made(withTry(wrong(3), NOW + 50));
    expect(state.wrong).toHaveLength(4);
    expect(made(withSuccess(state, 'n-w', NOW + 50)).wrong).toEqual(wrong(3).wrong);
  });
});

import { describe, expect, test } from 'vitest';
import { parameterNames } from '../../../../functions/recordings/domain/calls/parameter-names.ts';

describe('parameterNames', () => {
  test.for<[string, Record<number, string>]>([
    ['SELECT * FROM users WHERE email = $1 AND password = $2', { 0: 'email', 1: 'password' }],
    ['SELECT * FROM users WHERE password = $2 AND email = $1', { 0: 'email', 1: 'password' }],
    ['select * from `users` where `token` = ? and id in (?, ?) limit ?', { 0: 'token', 1: 'id', 2: 'id' }],
    ['SELECT 1 FROM s WHERE "s"."session_key" = %s AND expire_date > %s', { 0: 'session_key' }],
    ['SELECT 1 FROM s WHERE lower(token) = lower($1)', {}],
    ['SELECT 1 FROM s WHERE token = lower($1::text)', { 0: 'token' }],
    [
      'UPDATE django_session SET session_data = $1, expire_date = $2 WHERE session_key = $3',
      {
        0: 'session_data',
        1: 'expire_date',
        2: 'session_key',
      },
    ],
    [
      'INSERT INTO django_session (session_key, session_data, expire_date) VALUES ($1, $2, $3)',
      {
        0: 'session_key',
        1: 'session_data',
        2: 'expire_date',
      },
    ],
    ["insert into t(a, b, c) values (?, 'x, ?', ?), (?, now(), ?)", { 0: 'a', 1: 'c', 2: 'a', 3: 'c' }],
    [
      "INSERT INTO t (a, token) VALUES ($1, encode($2, 'hex')) ON CONFLICT (a) DO UPDATE SET token = $3",
      {
        0: 'a',
        1: 'token',
        2: 'token',
      },
    ],
    ['SELECT \'?\' , -- ?\n /* ? */ "?" FROM t WHERE a = ?', { 0: 'a' }],
    ['SELECT * FROM t WHERE a = @p2 AND token <> @p1', { 0: 'token', 1: 'a' }],
    ['CALL login(?, ?)', {}],
    ['', {}],
  ])('finds the columns of %s', ([sql, expected]) => {
    expect(Object.fromEntries(parameterNames(sql))).toEqual(expected);
  });

  test('reads a long statement in linear time', () => {
    const rows = Array.from({ length: 20_000 }, () => '(?, ?)').join(', ');
    const start = performance.now();
    expect(parameterNames(`INSERT INTO t (a, token) VALUES ${rows}`).get(1)).toBe('token');
    expect(parameterNames('('.repeat(60_000)).size).toBe(0);
    expect(parameterNames(`SELECT ${'a = '.repeat(15_000)}?`).size).toBeLessThanOrEqual(1);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

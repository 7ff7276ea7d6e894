import { describe, expect, test } from 'vitest';
import { isSessionCall } from '../../../../functions/recordings/domain/calls/session-call.ts';
import { MAX_SQL_TEXT, sqlText } from '../../../../functions/recordings/domain/calls/sql-text.ts';

describe('sqlText', () => {
  test.for<[sql: string, text: string, literals: string[]]>([
    ['SELECT  *\n FROM Orders WHERE id = 17', 'select * from orders where id = ?', ['17']],
    ['select * from orders where id=$1', 'select * from orders where id = ?', []],
    ['select * from orders where id = ?', 'select * from orders where id = ?', []],
    ["SELECT a FROM t WHERE b = 'it''s' -- c", 'select a from t where b = ?', ["'it''s'"]],
    ["SELECT `a` FROM `t` WHERE b = 'it\\'s' # c", 'select `a` from `t` where b = ?', ["'it\\'s'"]],
    ["select E'a\\'b', $$x y$$, $t$z$t$", 'select ?, ?, ?', ["E'a\\'b'", '$$x y$$', '$t$z$t$']],
    ['select count (*) from "Order Items";', 'select count(*) from "Order Items"', []],
    ['select a.b , c::text from d', 'select a.b, c::text from d', []],
    ['select * from t where id in ($1, $2,$3)', 'select * from t where id in (?)', []],
    ['select * from t where id IN (1)', 'select * from t where id in (?)', ['1']],
    ["insert into t (a, b) values (1,'x'), (2,'y')", 'insert into t(a, b) values (?)', ['1', "'x'", '2', "'y'"]],
    [
      "select 1 /* c /* nested */ */ /*traceparent='00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'*/",
      'select ?',
      ['1'],
    ],
    ["insert into t values (1, _binary'a\\'b')", 'insert into t values (?)', ['1', "_binary'a\\'b'"]],
    ['', '', []],
    ["select 'not closed", 'select ?', ["'not closed"]],
  ])('normalises %s', ([sql, text, literals]) => {
    expect(sqlText(sql)).toEqual({ text, literals });
  });

  test('cuts a statement at its maximum, while literals still distinguish longer ones', () => {
    const long = (end: string) => sqlText(`select ${'a, '.repeat(20_000)} ${end}`);
    expect(long('x').text).toHaveLength(MAX_SQL_TEXT);
    expect(long('x').text).toBe(long('y').text);
    expect(long('x').literals).not.toEqual(long('y').literals);
  });
});

describe('isSessionCall', () => {
  test.for<[is: boolean, kind: 'database' | 'cache' | 'http', operation: string]>([
    [true, 'database', 'BEGIN'],
    [true, 'database', 'commit'],
    [true, 'database', 'set search_path to ?'],
    [false, 'database', 'select ?'],
    [true, 'database', 'begin; set x = ?; commit'],
    [false, 'database', 'begin; alter schema a rename to b; commit'],
    [false, 'database', 'select version()'],
    [false, 'database', 'show server_version'],
    [false, 'database', ''],
    [true, 'database', 'hello'],
    [false, 'database', 'select ? from orders'],
    [false, 'database', 'settle orders'],
    [false, 'database', 'find items'],
    [true, 'cache', 'PING'],
    [true, 'cache', 'hello'],
    [false, 'cache', 'GET'],
    [false, 'cache', 'INFO'],
    [false, 'http', 'begin'],
  ])('returns %s for %s: %s', ([is, kind, operation]) => {
    expect(isSessionCall({ kind, operation })).toBe(is);
  });

  test.for<[is: boolean, sql: string]>([
    [true, 'SELECT 1'],
    [true, 'select 1;'],
    [false, 'SELECT 40'],
    [false, 'SELECT 1 FROM orders'],
  ])('returns %s for the SQL %s', ([is, sql]) => {
    expect(isSessionCall({ kind: 'database', operation: sqlText(sql).text, sql })).toBe(is);
  });
});

import { expect, test } from 'vitest';
import { sessionEffect as mysqlEffect } from '../../proxies/mysql/session-statement.ts';
import { queryKinds as mysqlKinds } from '../../proxies/mysql/statement-kind.ts';
import { sessionEffect as postgresEffect } from '../../proxies/postgres/session-statement.ts';
import { queryKinds as postgresKinds } from '../../proxies/postgres/statement-kind.ts';
import { type SessionEffect, sessionJournal } from '../../proxies/sql/session-journal.ts';
import { statementReader } from '../../proxies/sql/statement.ts';

const read = statementReader();

const EFFECTS = {
  postgres: (sql: string) => {
    const [kind] = postgresKinds(read(sql));
    return kind?.kind === 'session' ? postgresEffect(kind.command, sql) : undefined;
  },
  mysql: (sql: string) => {
    const [kind] = mysqlKinds(read(sql));
    return kind?.kind === 'session' ? mysqlEffect(kind.command, sql) : undefined;
  },
};

test.for<[product: keyof typeof EFFECTS, sql: string, effect: SessionEffect | null | undefined]>([
  ['postgres', 'BEGIN ISOLATION LEVEL SERIALIZABLE', 'begin'],
  ['postgres', 'END', 'commit'],
  ['postgres', 'ABORT', 'rollback'],
  ['postgres', 'ROLLBACK TO SAVEPOINT a', 'transaction'],
  ['postgres', 'SET LOCAL lock_timeout = 1', 'transaction'],
  ['postgres', 'SET search_path TO other', 'setting'],
  ['postgres', "SET client_encoding TO 'latin1'", null],
  ['postgres', 'RESET search_path', 'forget'],
  ['postgres', 'DISCARD ALL', 'clear'],
  ['postgres', 'LISTEN a', null],
  ['postgres', 'SELECT 2', undefined],
  ['mysql', 'START TRANSACTION', 'begin'],
  ['mysql', 'ROLLBACK', 'rollback'],
  ['mysql', 'COMMIT', 'commit'],
  ['mysql', 'ROLLBACK TO a', 'transaction'],
  ['mysql', 'SET autocommit = 0', 'setting'],
  ['mysql', 'USE other', 'setting'],
  ['mysql', 'SET NAMES latin1', null],
  ['mysql', 'SELECT 1', null],
  ['mysql', 'SELECT 2', undefined],
])('the effect on %s of %s is %s', ([product, sql, effect]) => {
  expect(EFFECTS[product](sql)).toBe(effect);
});

/** What a new connection runs after statements of PostgreSQL. */
function statementsAfter(...texts: string[]): string[] {
  const journal = sessionJournal();
  for (const sql of texts) {
    const effect = EFFECTS.postgres(sql);
    if (effect) journal.note(sql, effect);
  }
  return journal.statements();
}

test.for<[what: string, given: string[], expected: string[]]>([
  [
    'an open transaction with its savepoints',
    ['BEGIN', 'SAVEPOINT a', 'SET LOCAL x.y = 1'],
    ['BEGIN', 'SAVEPOINT a', 'SET LOCAL x.y = 1'],
  ],
  ['settings of a transaction that ended', ['BEGIN', 'SAVEPOINT a', 'SET x.y = 1', 'COMMIT'], ['SET x.y = 1']],
  [
    'no settings that were rolled back, but prepared statements',
    ['BEGIN', 'SET x.y = 1', 'PREPARE p AS SELECT 2', 'ROLLBACK'],
    ['PREPARE p AS SELECT 2'],
  ],
  ['the last of equal settings', ['SET a = 1', 'SET b = 1', 'SET a = 2'], ['SET b = 1', 'SET a = 2']],
  ['no settings that were reset', ['SET a = 1', 'PREPARE p AS SELECT 2', 'RESET a', 'DEALLOCATE p'], []],
  ['nothing after everything was reset', ['SET a = 1', 'PREPARE p AS SELECT 2', 'RESET ALL', 'DEALLOCATE ALL'], []],
  ['nothing after DISCARD ALL', ['SET a = 1', 'DISCARD ALL'], []],
])('a new connection to the real server repeats %s', ([, given, expected]) => {
  expect(statementsAfter(...given)).toEqual(expected);
});

test('a session journal has limits', () => {
  const named = Array.from({ length: 1_100 }, (_, at) => `SET a${at} = 1`);
  expect(statementsAfter(...named)).toHaveLength(1_000);
  const large = Array.from({ length: 20 }, (_, at) => `SET a${at} = '${'x'.repeat(100_000)}'`);
  expect(statementsAfter(...large)).toHaveLength(10);
  expect(statementsAfter('BEGIN', ...large)).toHaveLength(11);
});

test('a transaction whose connection is lost cannot be committed, and the next one can', () => {
  const journal = sessionJournal();
  journal.lose();
  expect(journal.isLost(), 'outside of transactions').toBe(false);
  for (const end of ['commit', 'rollback'] as const) {
    journal.note('BEGIN', 'begin');
    journal.lose();
    expect(journal.note('SAVEPOINT a', 'transaction')).toBe(true);
    expect(journal.isLost()).toBe(true);
    expect(journal.note(end, end)).toBe(end === 'rollback');
    expect(journal.isLost()).toBe(false);
  }
  journal.note('BEGIN', 'begin');
  expect(journal.note('COMMIT', 'commit')).toBe(true);
});

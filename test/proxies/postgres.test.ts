import { describe, expect, test } from 'vitest';
import { budgetOf } from '../../proxies/captured-body.ts';
import { binaryOf, recordedValue } from '../../proxies/postgres/binary-values.ts';
import { frontendMessage } from '../../proxies/postgres/messages.ts';
import { connectionRecorder } from '../../proxies/postgres/record-connection.ts';
import { queryKinds } from '../../proxies/postgres/statement-kind.ts';
import { type Prepared, statementsOf } from '../../proxies/postgres/statements.ts';
import { statementReader } from '../../proxies/sql/statement.ts';
import { callCorrelation } from '../../proxies/wire/call-correlation.ts';
import { callNoter } from '../../proxies/wire/open-call.ts';
import { MAX_PENDING_COMMANDS, MAX_STATEMENTS } from '../../proxies/wire/wire-limits.ts';

describe('binary values', () => {
  test.for<[type: number, text: string, hex: string]>([
    [16, 't', '01'],
    [17, '\\x00ff', '00ff'],
    [20, '-9007199254740993', 'ffdfffffffffffff'],
    [21, '-2', 'fffe'],
    [23, '2147483647', '7fffffff'],
    [25, 'ü', 'c3bc'],
    [26, '4294967295', 'ffffffff'],
    [700, '0.5', '3f000000'],
    [701, '-0.25', 'bfd0000000000000'],
    [1082, '1999-12-31', 'ffffffff'],
    [1114, '2000-01-01 00:00:01.5', '000000000016e360'],
    [1184, '1999-12-31 23:59:59.999999+00', 'ffffffffffffffff'],
    [1700, '12.50', '0002000000000002000c1388'],
    [1700, '-12345678.000900', '0003000140000006' + '04d2162e0009'],
    [1700, '0', '0000000000000000'],
    [1700, '0.0001', '0001ffff000000040001'],
    [1700, '10000', '00010001000000000001'],
    [1700, 'NaN', '00000000c0000000'],
    [2950, '6f1c1b6e-0000-4000-8000-00000000abcd', '6f1c1b6e00004000800000000000abcd'],
    [3802, '{"a": 1}', '017b2261223a20317d'],
  ])('are read and written for type %i: %s', ([type, text, hex]) => {
    expect(recordedValue(Buffer.from(hex, 'hex'), 'binary', type)).toBe(text);
    expect(binaryOf(text, type)?.toString('hex')).toBe(hex);
  });

  test.for<[type: number, hex: string]>([
    [1184, '7fffffffffffffff'],
    [1700, 'ffff'],
    [23, '00'],
    [1007, '0000000100000000'],
  ])('are kept as bytes for type %i without text form: %s', ([type, hex]) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(recordedValue(bytes, 'binary', type)).toEqual({ base64: bytes.toString('base64') });
  });

  test('are not written for an unknown type', () => {
    expect(binaryOf('{1}', 1007)).toBeNull();
  });
});

describe('a statement', () => {
  const kindsOf = (sql: string) =>
    queryKinds(statementReader()(sql)).map((one) => ('command' in one ? one.command : one.kind));
  test.for<[sql: string, kinds: string[]]>([
    ['BEGIN', ['BEGIN']],
    ['start transaction isolation level serializable', ['BEGIN']],
    ['COMMIT;', ['COMMIT']],
    ['END', ['COMMIT']],
    ['ROLLBACK', ['ROLLBACK']],
    ['ROLLBACK TO SAVEPOINT a', ['ROLLBACK TO']],
    ['SAVEPOINT a', ['SAVEPOINT']],
    ['RELEASE SAVEPOINT a', ['RELEASE']],
    ["SET search_path TO 'a'", ['SET']],
    ['DISCARD ALL', ['DISCARD ALL']],
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 2', ['call']],
    ["SELECT 'x'", ['call']],
    ['', []],
    [';', []],
    ['-- nothing', []],
    ['BEGIN; SET a = 1; COMMIT', ['BEGIN', 'SET', 'COMMIT']],
    ['BEGIN; DELETE FROM a; COMMIT', ['call']],
    ['COPY a FROM STDIN', ['unsupported']],
    ['SELECT 2; COPY a FROM STDIN', ['unsupported']],
    ['SHOW server_version', ['startup']],
    ['select version()', ['startup']],
    ['SELECT oid, typname FROM pg_catalog.pg_type WHERE typname = $1', ['startup']],
    ['SELECT t.oid FROM pg_type t JOIN pg_namespace n ON true', ['startup']],
    ['SELECT * FROM pg_typewriters', ['call']],
    ['UPDATE a SET b = 1', ['call']],
    ["INSERT INTO a VALUES ('; begin')", ['call']],
  ])('has, for %s, the kinds %s', ([sql, kinds]) => {
    expect(kindsOf(sql)).toEqual(kinds);
  });
});

describe('the messages of a client', () => {
  test.for<[name: string, code: string, hex: string]>([
    ['a Bind without values', 'B', '0000' + '0000' + '0005'],
    ['a value longer than its message', 'B', '0000' + '0000' + '0001' + '7fffffff'],
    ['a negative length', 'B', '0000' + '0000' + '0001' + 'fffffffe'],
    ['a negative count', 'P', '0000' + 'ffff'],
    ['text that is not UTF-8', 'Q', 'ff00'],
    ['an unknown type', 'y', ''],
    ['an Execute without a number', 'E', '00'],
  ])('are refused: %s', ([, code, hex]) => {
    expect(() => frontendMessage(code.charCodeAt(0), Buffer.from(hex, 'hex'))).toThrow();
  });
});

describe('the limits of a connection', () => {
  test('apply to prepared statements', () => {
    const statements = statementsOf(new Map());
    const prepared: Prepared = { sql: '', operation: '', clues: {}, types: [], fields: null };
    for (let at = 0; at < MAX_STATEMENTS - 1; at++) statements.prepare(`s${at}`, prepared);
    expect(statements.prepare('last', prepared)).toBe(true);
    expect(statements.prepare('another', prepared)).toBe(false);
    expect(statements.prepare('last', prepared)).toBe(true);
    statements.close('statement', 'last');
    expect(statements.prepare('another', prepared)).toBe(true);
  });

  test('apply to commands that wait for their answers', () => {
    const options = { name: 'db', maxBodyBytes: 100, noteCall: () => {}, noteStartup: () => {}, say: () => {} };
    const recorder = connectionRecorder({
      noter: callNoter(options, 'database', budgetOf(1_000)),
      correlation: callCorrelation(() => null),
      statements: statementsOf(new Map()),
      read: statementReader(),
      sayUnsupported: () => {},
    });
    for (let at = 0; at < MAX_PENDING_COMMANDS; at++) recorder.fromClient({ type: 'sync' });
    expect(() => recorder.fromClient({ type: 'sync' })).toThrow('too many commands');
  });
});

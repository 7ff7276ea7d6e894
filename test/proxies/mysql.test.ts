import { describe, expect, test } from 'vitest';
import { CAPABILITY, STATUS } from '../../proxies/mysql/capabilities.ts';
import { executeParameters, keepLongData } from '../../proxies/mysql/commands.ts';
import { greetingPacket, rewrittenGreeting } from '../../proxies/mysql/greeting.ts';
import { mockSession, placeholdersIn } from '../../proxies/mysql/mock-session.ts';
import { lengthIntBytes, payloadReader } from '../../proxies/mysql/packets.ts';
import { queryText } from '../../proxies/mysql/query-text.ts';
import { resultsOf } from '../../proxies/mysql/result.ts';
import { errorOf, errorPayload, okOf, resultPayloads } from '../../proxies/mysql/server-packets.ts';
import { queryKinds } from '../../proxies/mysql/statement-kind.ts';
import { binaryBytes, binaryValue } from '../../proxies/mysql/values.ts';
import { statementReader } from '../../proxies/sql/statement.ts';
import { MAX_LONG_DATA_BYTES, MAX_STATEMENTS } from '../../proxies/wire/wire-limits.ts';

describe('binary values', () => {
  test.for<[name: string, type: number, unsigned: boolean, decimals: number, text: string, hex: string]>([
    ['TINY', 1, false, 0, '-5', 'fb'],
    ['TINY UNSIGNED', 1, true, 0, '251', 'fb'],
    ['SHORT', 2, false, 0, '-2', 'feff'],
    ['LONG', 3, false, 0, '2147483647', 'ffffff7f'],
    ['LONGLONG', 8, false, 0, '-9007199254740993', 'ffffffffffffdfff'],
    ['LONGLONG UNSIGNED', 8, true, 0, '18446744073709551615', 'ffffffffffffffff'],
    ['FLOAT', 4, false, 31, '1.1', 'cdcc8c3f'],
    ['DOUBLE', 5, false, 31, '-0.25', '000000000000d0bf'],
    ['YEAR', 13, true, 0, '0000', '0000'],
    ['DATE', 10, false, 0, '2026-01-02', '04ea070102'],
    ['zero DATE', 10, false, 0, '0000-00-00', '00'],
    ['DATETIME', 12, false, 0, '2026-01-02 03:04:05', '07ea070102030405'],
    ['DATETIME(3)', 12, false, 3, '2026-01-02 03:04:05.678', '0bea070102030405' + '70580a00'],
    ['DATETIME(3) of a day', 12, false, 3, '2026-01-02 00:00:00.000', '04ea070102'],
    ['TIME', 11, false, 0, '-30:01:02', '080101000000060102'],
    ['TIME(6)', 11, false, 6, '00:00:00.500000', '0c000000000000000020a10700'],
    ['zero TIME', 11, false, 0, '00:00:00', '00'],
    ['STRING', 254, false, 0, 'ü', '02c3bc'],
    ['DECIMAL', 246, false, 2, '12.50', '0531322e3530'],
  ])('are read and written for type %s', ([, type, unsigned, decimals, text, hex]) => {
    expect(binaryValue(payloadReader(Buffer.from(hex, 'hex')), { type, unsigned, decimals })).toBe(text);
    expect(binaryBytes(text, { type })?.toString('hex')).toBe(hex);
  });

  test.for<[type: number, text: string]>([
    [3, 'x'],
    [8, '1.5'],
    [10, 'today'],
    [11, '1 hour'],
  ])('are invalid for type %i: %s', ([type, text]) => {
    expect(binaryBytes(text, { type })).toBeNull();
  });
});

describe('lengths', () => {
  test.for<[value: number | bigint, hex: string]>([
    [0, '00'],
    [250, 'fa'],
    [251, 'fcfb00'],
    [65_535, 'fcffff'],
    [65_536, 'fd000001'],
    [16_777_215, 'fdffffff'],
    [16_777_216n, 'fe0000000100000000'],
  ])('are, for %s, %s', ([value, hex]) => {
    expect(lengthIntBytes(value).toString('hex')).toBe(hex);
    expect(payloadReader(Buffer.from(hex, 'hex')).lengthInt()).toEqual(value);
  });

  test.for(['ff', 'fc00', 'fe00', '', '05ab'])('are refused as invalid: %s', (hex) => {
    expect(() => payloadReader(Buffer.from(hex, 'hex')).lengthBytes()).toThrow();
  });
});

describe('the greeting of a server', () => {
  test('loses only TLS, compression and what the proxy does not read', () => {
    const own = greetingPacket({ version: '11.4.2-MariaDB', charset: 45 }, 7).subarray(4);
    const offered = Buffer.from(own);
    const at = offered.indexOf(0, 1) + 1;
    offered.writeUInt16LE(offered.readUInt16LE(at + 13) | CAPABILITY.TLS | CAPABILITY.COMPRESS, at + 13);
    offered.writeUInt16LE(
      offered.readUInt16LE(at + 18) | ((CAPABILITY.ZSTD | CAPABILITY.QUERY_ATTRIBUTES) >>> 16),
      at + 18,
    );
    offered.fill(0xff, at + 27, at + 31);
    const rewritten = rewrittenGreeting(offered);
    expect(rewritten?.payload.toString('hex')).toBe(own.toString('hex'));
    expect(rewritten?.greeting).toMatchObject({ version: '11.4.2-MariaDB', charset: 45 });
  });

  test('is passed on if it is an error', () => {
    expect(rewrittenGreeting(errorPayload({ code: 1040, message: 'Too many connections' }))).toBeNull();
  });
});

describe('a statement', () => {
  const kindsOf = (sql: string) =>
    queryKinds(statementReader()(sql)).map((one) => ('command' in one ? one.command : one.kind));
  test.for<[sql: string, kinds: string[]]>([
    ['BEGIN', ['BEGIN']],
    ['START TRANSACTION READ ONLY', ['BEGIN']],
    ['COMMIT', ['END']],
    ['ROLLBACK', ['END']],
    ['ROLLBACK TO SAVEPOINT a', ['OTHER']],
    ['SET autocommit=0', ['AUTOCOMMIT OFF']],
    ['SET AUTOCOMMIT = 1', ['AUTOCOMMIT ON']],
    ['SET NAMES utf8mb4', ['OTHER']],
    ['USE shop', ['OTHER']],
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 2', ['call']],
    ['SELECT LAST_INSERT_ID()', ['call']],
    ['SELECT @@version_comment LIMIT 1', ['startup']],
    ['SELECT VERSION()', ['startup']],
    ['SHOW VARIABLES', ['startup']],
    ['SELECT * FROM information_schema.tables', ['startup']],
    ['SELECT * FROM `items` WHERE `name` = "x"', ['call']],
    ["LOAD DATA LOCAL INFILE 'a' INTO TABLE b", ['unsupported']],
    ['', []],
    ['BEGIN; DELETE FROM a; COMMIT', ['call']],
  ])('has, for %s, the kinds %s', ([sql, kinds]) => {
    expect(kindsOf(sql)).toEqual(kinds);
  });

  test.for<[sql: string, count: number]>([
    ['SELECT ?', 1],
    ['SELECT \'?\', "?", `?`, ? /* ? */ -- ?\n, ? # ?', 2],
    ["SELECT 'it\\'s ?', ?", 1],
  ])('has, for %s, %i placeholders', ([sql, count]) => {
    expect(placeholdersIn(sql)).toBe(count);
  });
});

describe('parameters of an Execute', () => {
  const execute = (hex: string) => Buffer.from(`17${'00'.repeat(9)}${hex}`, 'hex');
  test('are read by the types of the last Execute that named them', () => {
    const prepared = { count: 2, types: null, ahead: new Map<number, Buffer>() };
    expect(executeParameters(execute('02' + '01' + '0800' + 'fd00' + '0500000000000000'), prepared)).toEqual([5, null]);
    expect(executeParameters(execute('00' + '00' + '0700000000000000' + '0178'), prepared)).toEqual([7, 'x']);
  });

  test('are refused if too short', () => {
    const prepared = { count: 2, types: null, ahead: new Map<number, Buffer>() };
    expect(() => executeParameters(execute('00' + '01' + '0800'), prepared)).toThrow();
  });

  test.for<[kept: boolean, bytes: number]>([
    [true, MAX_LONG_DATA_BYTES],
    [false, MAX_LONG_DATA_BYTES + 1],
  ])('are kept (%s) when sent ahead with %i bytes', ([isKept, bytes]) => {
    const prepared = { count: 1, types: null, ahead: new Map<number, Buffer>() };
    expect(keepLongData(Buffer.alloc(7 + bytes), prepared)).toBe(isKept);
  });
});

describe('the answers of a mock', () => {
  test('are written from another recorder with the members that it has', () => {
    const [result] = resultsOf({ fields: [{ name: 'id', type: 3 }], rows: [{ id: 7 }], rowCount: 1 }) ?? [];
    const payloads = resultPayloads(result ? [result] : [], false, true).map((payload) => payload.toString('latin1'));
    expect(payloads).toHaveLength(4);
    expect(payloads[2]).toBe('\x017');
  });

  test('are written as errors with number, state and message', () => {
    expect(
      errorOf(errorPayload({ code: 'ER_DUP_ENTRY', errno: 1062, sqlState: '23000', message: 'Duplicate' })),
    ).toEqual({
      code: 1062,
      sqlState: '23000',
      message: 'Duplicate',
    });
  });

  test('have their text read with or without its length', () => {
    const info = 'Rows matched: 1';
    const head = Buffer.from([0, 1, 0, 2, 0, 0, 0]);
    expect(okOf(Buffer.concat([head, Buffer.from(info)])).info).toBe(info);
    expect(okOf(Buffer.concat([head, Buffer.from([info.length]), Buffer.from(info)])).info).toBe(info);
  });
});

describe('the text of a statement', () => {
  // A character for each byte.
  test.for<[what: string, bytes: string, text: string]>([
    ['in UTF-8 stays', "select _binary'a\\0', '\xc3\xa4'", "select _binary'a\\0', 'ä'"],
    [
      'has bytes in hexadecimal',
      "insert into t values (1, _binary'\0\xff\x80', 'a')",
      "insert into t values (1, X'00ff80', 'a')",
    ],
    [
      'has their escapes resolved',
      "select '\xff\\0\\'''\\n\\%\\Z\\\\', \"\xfe\"\"\"",
      "select X'ff0027270a5c251a5c', X'fe22'",
    ],
    ['keeps an introducer of text', "select _latin1 '\xe4'", "select _latin1 X'e4'"],
    [
      'may have quotes in comments and names',
      "select `'`, '\xff' /* ' */ # '\n-- '\n, '\xfe'",
      "select `'`, X'ff' /* ' */ # '\n-- '\n, X'fe'",
    ],
    ['may lack the end of a string', "select '\xff", "select '\ufffd"],
  ])('is recorded: %s', ([, bytes, text]) => {
    expect(queryText(Buffer.from(bytes, 'latin1'))).toBe(text);
  });
});

test('a mocked connection prepares at most so many statements', async () => {
  const miss = async () => ({ matched: false, reason: 'NO_MATCH', nearest: [], onMiss: 'fail' }) as const;
  const options = { name: 'db', correlate: () => null, matchCall: miss, matchStartup: miss };
  const real = { make: async () => ({ results: [], error: null }), inSession: async () => null, reset: () => {} };
  const session = mockSession({ options, read: statementReader() }, true, { status: STATUS.AUTOCOMMIT }, real);
  const prepare = async () => (await session(Buffer.from('\x16SELECT 1')))?.[0]?.[0];
  for (let at = 0; at < MAX_STATEMENTS - 1; at++) await prepare();
  expect(await prepare()).toBe(0);
  expect(await prepare()).toBe(0xff);
});

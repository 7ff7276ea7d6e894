import { describe, expect, test } from 'vitest';
import { imported } from '../imported-file.ts';
import { mockDocument, testDocument, yamlOf } from './test-set.ts';

const callsOf = (...mocks: [kind: string, spec: object][]) => {
  const documents = mocks.map(([kind, spec], index) => mockDocument(kind, 0.1 * (index + 1), spec, index % 2 === 1));
  const [entry] = imported('keploy', yamlOf(testDocument(0), ...documents)).entries;
  return typeof entry === 'object' ? (entry.calls ?? []) : entry;
};

const redis = (asked: string, answered: string): [string, object] => [
  'Redis',
  {
    redisrequests: [{ origin: 'client', message: [{ type: 'string', data: asked }] }],
    redisresponses: [{ origin: 'server', message: [{ type: 'string', data: answered }] }],
  },
];
const message = (...sections: string[]) => ({
  header: { Opcode: 2013 },
  message: { flagBits: 0, sections, checksum: 0 },
});
const mongo = (asked: string[], answered: string): [string, object] => [
  'Mongo',
  { requests: [message(...asked)], responses: [message(`{ SectionSingle msg: ${answered} }`)] },
];
const packet = (type: string, more: object) => ({ header: { header: {}, packet_type: type }, message: more });
const mysql = (type: string, asked: object, answer: string, answered: object): [string, object] => [
  'MySQL',
  { requests: [packet(type, asked)], responses: [packet(answer, answered)] },
];
const bytes = (text: string) => [...Buffer.from(text)];

/** A message of PostgreSQL. */
const pg = (type: string, ...parts: (string | number[] | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const field = (name: string, oid: number) =>
  Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(6), Buffer.from([0, 0, 0, oid]), Buffer.alloc(8)]);
const value = (text: string | null) =>
  text === null
    ? Buffer.from([255, 255, 255, 255])
    : Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
const postgres = (asked: object, answered: object): [string, object] => [
  'Postgres',
  { postgresrequests: [asked], postgresresponses: [answered] },
];
const RESULT = Buffer.concat([
  pg('T', [0, 2], field('id', 23), field('title', 25)),
  pg('D', [0, 2], value('1'), value(null)),
  pg('C', 'SELECT 1\0'),
  pg('Z', 'I'),
]).toString('base64');

describe('the mocks of Keploy as downstream calls', () => {
  test('have HTTP with the host of its header or url', () => {
    const exchange = (url: string, header: object): [string, object] => [
      'Http',
      {
        req: { method: 'POST', url, header, body: 'a=1', timestamp: '0001-01-01T00:00:00Z' },
        resp: { status_code: 201, header: { Etag: 'x' }, body: '{"id":7}', timestamp: '' },
      },
    ];
    expect(
      callsOf(exchange('/stock/7?x=1', { Host: 'stock.test' }), exchange('http://pay.test:81/pay', {})),
    ).toMatchObject([
      {
        kind: 'http',
        target: 'stock.test',
        operation: 'POST /stock/{id}',
        request: { method: 'POST', path: '/stock/7?x=1', headers: [['Host', 'stock.test']], body: 'a=1' },
        response: { status: 201, headers: [['Etag', 'x']], body: '{"id":7}' },
        error: null,
        durationMs: 250,
      },
      { target: 'pay.test:81', operation: 'POST /pay' },
    ]);
  });

  test.for<[string, string, string, object]>([
    [
      'a text',
      '*2\r\n$3\r\nget\r\n$1\r\nk\r\n',
      '$5\r\nvalue\r\n',
      { operation: 'GET', request: { command: 'GET', args: ['k'] }, response: 'value', error: null },
    ],
    ['nothing', '*2\r\n$3\r\nGET\r\n$1\r\nk\r\n', '$-1\r\n', { response: null }],
    ['a number', '*2\r\n$4\r\nINCR\r\n$1\r\nk\r\n', ':7\r\n', { response: 7 }],
    ['a list', '*2\r\n$4\r\nKEYS\r\n$1\r\n*\r\n', '*2\r\n$1\r\na\r\n$1\r\nb\r\n', { response: ['a', 'b'] }],
    ['a map of RESP3', '*2\r\n$7\r\nHGETALL\r\n$1\r\nk\r\n', '%1\r\n$1\r\na\r\n#t\r\n', { response: ['a', true] }],
    [
      'an error',
      '*2\r\n$3\r\nGET\r\n$1\r\nk\r\n',
      '-WRONGTYPE Operation\r\n',
      { response: null, error: '{"code":"WRONGTYPE","message":"WRONGTYPE Operation"}' },
    ],
  ])('have Redis answers: %s', ([, asked, answered, call]) =>
    expect(callsOf(redis(asked, answered))).toMatchObject([{ kind: 'cache', ...call }]),
  );

  test.for<[string, string]>([
    ['cut', '*2\r\n$3\r\nGET\r\n$9\r\nk\r\n'],
    ['deep', '*1\r\n'.repeat(100_000)],
    ['a list that declares much', '*99999999\r\n'],
    ['empty', ''],
  ])('have the kind other if they are not RESP: %s', ([, asked]) =>
    expect(callsOf(redis(asked, '+OK\r\n'))).toMatchObject([{ kind: 'other', target: 'keploy Redis' }]),
  );

  test('have MongoDB with the documents of its sequences', () =>
    expect(
      callsOf(
        mongo(
          [
            '{ SectionSingle msg: {"insert":"orders","$db":"shop"} }',
            '{ SectionSequence identifier: documents, msgs: [ {"_id":{"$oid":"a"}} ] }',
          ],
          '{"n":1,"ok":{"$numberDouble":"1.0"}}',
        ),
        mongo(
          ['{ SectionSingle msg: {"find":"orders","filter":{},"$db":"shop"} }'],
          '{"ok":{"$numberDouble":"0.0"},"codeName":"Unauthorized","errmsg":"no"}',
        ),
        mongo(['{ SectionSingle msg: {"hello":1,"$db":"admin"} }'], '{"ok":1}'),
      ),
    ).toMatchObject([
      {
        kind: 'database',
        target: 'shop',
        operation: 'insert orders',
        request: { insert: 'orders', documents: [{ _id: { $oid: 'a' } }] },
        response: { n: 1 },
        error: null,
      },
      { operation: 'find orders', error: '{"code":"Unauthorized","message":"no"}' },
    ]));

  test('have MySQL queries, and statements that an earlier mock prepared', () => {
    const rows = { columns: [{ name: 'id', type: 3 }], rows: [{ values: [{ type: 3, name: 'id', value: 7 }] }] };
    expect(
      callsOf(
        mysql('COM_QUERY', { query: 'SELECT id FROM orders /* x */ WHERE id = 7' }, 'TextResultSet', rows),
        mysql('COM_STMT_PREPARE', { query: 'SELECT id FROM orders WHERE name = ?' }, 'COM_STMT_PREPARE_OK', {
          statement_id: 3,
        }),
        mysql(
          'COM_STMT_EXECUTE',
          { statement_id: 3, parameters: [{ type: 254, value: bytes('a') }] },
          'BinaryProtocolResultSet',
          rows,
        ),
        mysql('COM_QUERY', { query: 'INSERT INTO orders VALUES (1)' }, 'OK', { affected_rows: 1, last_insert_id: 9 }),
        mysql('COM_QUERY', { query: 'SELECT x' }, 'ERR', {
          error_code: 1054,
          sql_state: '42S22',
          error_message: 'no column',
        }),
        mysql('COM_PING', {}, 'OK', {}),
        mysql('COM_QUERY', { query: 'SET NAMES utf8' }, 'OK', {}),
      ),
    ).toMatchObject([
      {
        operation: 'select id from orders where id = ?',
        request: { sql: 'SELECT id FROM orders /* x */ WHERE id = 7', parameters: [] },
        response: { rowCount: 1, fields: [{ name: 'id', type: 3 }], rows: [{ id: 7 }] },
      },
      {
        operation: 'select id from orders where name = ?',
        request: { parameters: ['a'] },
        response: { rows: [{ id: 7 }] },
      },
      { response: { rowCount: 1, insertId: 9, rows: [] } },
      { response: null, error: '{"code":"1054","sqlState":"42S22","message":"no column"}' },
    ]);
  });

  test('have a simple query of PostgreSQL by its bytes', () =>
    expect(
      callsOf(
        postgres(
          { header: ['Q'], query: { string: 'SELECT id, title FROM books' } },
          { header: ['T', 'D', 'C', 'Z'], payload: RESULT },
        ),
      ),
    ).toMatchObject([
      {
        kind: 'database',
        target: 'postgres',
        operation: 'select id, title from books',
        response: {
          command: 'SELECT',
          rowCount: 1,
          fields: [
            { name: 'id', type: 23 },
            { name: 'title', type: 25 },
          ],
          rows: [{ id: '1', title: null }],
        },
      },
    ]));

  test('have a statement of PostgreSQL that an earlier mock parsed, without bytes', () =>
    expect(
      callsOf(
        postgres(
          { header: ['P', 'D'], parse: [{ name: 's1', query: 'SELECT id FROM books WHERE id = $1' }] },
          { header: ['1', 't'] },
        ),
        postgres(
          { header: ['B', 'E'], bind: [{ prepared_statement: 's1', parameters: [bytes('1')] }], execute: [{}] },
          {
            header: ['2', 'D', 'C'],
            row_description: { fields: [{ name: bytes('id'), data_type_oid: 23 }] },
            data_row: [{ row_values: ['base64:AAAAAQ=='] }],
            command_complete: [{ command_tag: bytes('SELECT 1') }],
          },
        ),
      ),
    ).toMatchObject([
      {
        operation: 'select id from books where id = ?',
        request: { parameters: ['1'] },
        response: { command: 'SELECT', rows: [{ id: { base64: 'AAAAAQ==' } }] },
      },
    ]));

  test('have an error of PostgreSQL, and no call for its startup', () =>
    expect(
      callsOf(
        postgres({ identifier: 'StartupRequest', length: 101, payload: 'AAAA' }, { header: ['R'] }),
        postgres(
          { header: ['Q'], query: { string: 'SELECT x' } },
          { header: ['E'], payload: pg('E', 'SERROR\0C42703\0Mno column\0\0').toString('base64') },
        ),
      ),
    ).toMatchObject([{ response: null, error: '{"severity":"ERROR","code":"42703","message":"no column"}' }]));

  test('have the kind other if they cannot be decoded', () =>
    expect(
      callsOf([
        'Generic',
        { genericrequests: [{ origin: 'client', message: [{ type: 'utf-8', data: 'x' }] }], genericresponses: [] },
      ]),
    ).toMatchObject([
      {
        kind: 'other',
        target: 'keploy Generic',
        operation: 'x',
        request: { genericrequests: [{ origin: 'client' }] },
        response: { genericresponses: [] },
      },
    ]));
});

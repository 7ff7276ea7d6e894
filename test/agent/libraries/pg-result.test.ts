import { describe, expect, test } from 'vitest';
import { type PgField, pgParameters, pgResponse, pgStatements } from '../../../agent/libraries/pg-result.ts';

const field = (name: string, dataTypeID = 25): PgField => ({
  name,
  tableID: 1,
  columnID: 2,
  dataTypeID,
  dataTypeSize: -1,
  dataTypeModifier: -1,
  format: 'text',
});

describe('a result of PostgreSQL', () => {
  test.for<[tag: string, command: string | null, rowCount: number | null]>([
    ['SELECT 3', 'SELECT', 3],
    ['INSERT 0 2', 'INSERT', 2],
    ['CREATE TABLE', 'CREATE TABLE', null],
    ['BEGIN', 'BEGIN', null],
  ])('keeps its tag through JSON: %s', ([tag, command, rowCount]) => {
    const statement = { fields: null, rows: [], tag };
    const json = pgResponse([statement]);
    expect(json).toMatchObject({ command, rowCount });
    expect(pgStatements(json)).toEqual([statement]);
  });

  test('has rows by column, so that a rule can name a column', () => {
    const statement = { fields: [field('id', 23), field('password')], rows: [['1', null]], tag: 'SELECT 1' };
    const json = pgResponse([statement]);
    expect(json).toMatchObject({
      fields: [{ name: 'id', type: 23 }, { name: 'password' }],
      rows: [{ id: '1', password: null }],
    });
    expect(pgStatements(json)).toEqual([statement]);
  });

  test('has rows as lists where names repeat, and bytes as base64', () => {
    const statement = { fields: [field('id'), field('id')], rows: [['1', Buffer.from([0, 255])]], tag: 'SELECT 1' };
    const json = pgResponse([statement]);
    expect(json).toMatchObject({ rows: [['1', { base64: 'AP8=' }]] });
    expect(pgStatements(JSON.parse(JSON.stringify(json)))).toEqual([statement]);
  });

  test('has the results of further statements in `more`', () => {
    const statements = [
      { fields: [field('a')], rows: [['1']], tag: 'SELECT 1' },
      { fields: null, rows: [], tag: 'UPDATE 4' },
    ];
    expect(pgStatements(pgResponse(statements))).toEqual(statements);
  });

  test('may hold JSON values from another recorder', () => {
    const [statement] = pgStatements({ command: 'SELECT', rowCount: 1, fields: [{ name: 'a' }], rows: [{ a: true }] });
    expect(statement?.rows).toEqual([['t']]);
    expect(statement?.fields?.[0]).toMatchObject({ dataTypeID: 25 });
  });

  test('has parameters in the form of the wire protocol', () => {
    expect(pgParameters([1, null, Buffer.from('x'), Buffer.from([255])], (value) => value)).toEqual([
      '1',
      null,
      'x',
      { base64: '/w==' },
    ]);
  });
});

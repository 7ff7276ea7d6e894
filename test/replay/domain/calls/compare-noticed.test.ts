import { describe, expect, test } from 'vitest';
import type { MadeCall } from '../../../../functions/mocks/domain/made-call.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { compareNoticed } from '../../../../functions/replay/domain/calls/compare-noticed.ts';
import { addMapping, valueMap } from '../../../../functions/replay/domain/values/session-values.ts';
import { rulesOf } from '../../../compare/domain/compare-two.ts';
import { madeCall, noticed, recordedCall } from '../../../support/downstream-calls.ts';

const request = { method: 'GET', path: '/orders/17', headers: [], body: null, bodyEncoding: 'utf8' as const };
const from = { planItemId: 'p:0', place: 'POST /orders $.id' };

function compared(recorded: RecordedCall[], made: MadeCall[], mappings: [string, string, string | null][] = []) {
  const map = valueMap(100_000);
  for (const [a, b, thing] of mappings) addMapping(map, { recorded: a, replayed: b, thing, from });
  return compareNoticed(
    {
      recorded,
      noticed: noticed(made),
      request,
      sent: request,
      recordedAt: Date.UTC(2026, 10, 20),
      replayedAt: Date.UTC(2026, 10, 22),
      maps: [map],
    },
    rulesOf(),
  );
}

const subjects = ({ differences }: ReturnType<typeof compared>) =>
  differences.map(({ kind, subject }) => `${kind} ${subject}`);

describe('the comparison of downstream calls', () => {
  const sql = (id: unknown) => JSON.stringify({ sql: 'SELECT * FROM items WHERE order_id = $1', parameters: [id] });
  const database = { kind: 'database' as const, target: 'orders', operation: 'select items' };

  test('treats mapped values as equal, and stores the mapping for later comparisons', () => {
    const recorded = [recordedCall('17', { ...database, request: sql(17) })];
    const made = [madeCall('42', 0, { ...database, request: sql(42) })];
    expect(subjects(compared(recorded, made))).toEqual(['CALL_PARAMETERS orders select items parameters[0]']);
    const mapped = compared(recorded, made, [['17', '42', 'order']]);
    expect(subjects(mapped)).toEqual([]);
    expect(mapped.used).toMatchObject([{ recorded: '17', replayed: '42', path: 'orders select items parameters[0]' }]);
    expect(subjects(compared(recorded, made, [['17', '43', 'order']]))).toHaveLength(1);
  });

  test('treats mapped values as equal inside of paths and keys', () => {
    const path = (id: number) =>
      JSON.stringify({ method: 'GET', path: `/orders/${id}/items`, headers: [], body: null });
    const http = { kind: 'http' as const, target: 'shop', operation: 'GET /orders/{id}/items' };
    const recorded = [recordedCall('', { ...http, request: path(17) })];
    const made = [madeCall('', 0, { ...http, request: path(42) })];
    expect(subjects(compared(recorded, made, [['17', '42', 'order']]))).toEqual([]);
    expect(subjects(compared(recorded, made))).toEqual(['CALL_PARAMETERS shop GET /orders/{id}/items path']);
  });

  test.for<[string, unknown, unknown, boolean]>([
    ['an id of the resource', { orderId: 17 }, { orderId: 42 }, true],
    ['an id of what refers to it', { items: [{ parent_id: 17 }] }, { items: [{ parent_id: 42 }] }, true],
    ['the name of the resource', { order: 17 }, { order: 42 }, true],
    ['a list of ids', { ids: [17] }, { ids: [42] }, true],
    ['a quantity that changed alike', { quantity: 17 }, { quantity: 42 }, false],
  ])('treats a mapped number as equal in %s (%j)', ([, before, after, isEqual]) => {
    const call = { kind: 'http' as const, target: 'audit', operation: 'POST /audit' };
    const body = (value: unknown) =>
      JSON.stringify({
        method: 'POST',
        path: '/audit',
        headers: [],
        body: JSON.stringify(value),
        bodyEncoding: 'utf8',
      });
    const recorded = [recordedCall('', { ...call, request: body(before) })];
    const made = [madeCall('', 0, { ...call, request: body(after) })];
    expect(subjects(compared(recorded, made, [['17', '42', 'order']]))).toHaveLength(isEqual ? 0 : 1);
  });

  test('decides by the column of a parameter whether it may be the mapped id', () => {
    const update = 'UPDATE items SET quantity = $1 WHERE order_id = $2';
    const of = (quantity: number, id: number) => JSON.stringify({ sql: update, parameters: [quantity, id] });
    const recorded = [recordedCall('', { ...database, request: of(17, 17) })];
    const made = [madeCall('', 0, { ...database, request: of(42, 42) })];
    expect(subjects(compared(recorded, made, [['17', '42', 'order']]))).toEqual([
      'CALL_PARAMETERS orders select items parameters[0]',
    ]);
  });

  test('leaves out calls of the startup, and counts all calls in positions', () => {
    const startup = madeCall('version', null, { answeredBy: 'recording', reason: null });
    const found = compared([recordedCall('a')], [startup, madeCall('b', 0, { strategy: 'sequence' })]);
    expect(subjects(found)).toEqual(['CALL_PARAMETERS redis GET args[0]']);
    expect(found.differences[0]?.call).toMatchObject({ recorded: 0, made: 1 });
    expect([...found.differing]).toEqual([1]);
  });

  test('puts a call to review that got a used answer again', () => {
    const again = madeCall('a', 0, { strategy: 'reused' });
    expect(subjects(compared([recordedCall('a')], [madeCall('a', 0), again]))).toEqual(['MORE_CALLS redis GET']);
  });
});

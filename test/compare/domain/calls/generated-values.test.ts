import { describe, expect, test } from 'vitest';
import type { CallsToCompare } from '../../../../functions/compare/domain/calls/calls-to-compare.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { cache, http, RECORDED_AT, REPLAYED_AT, shown, sql } from './compared-calls.ts';

const [ID_A, ID_B] = ['3f2b8c9e-1d4a-4f6b-9c2d-5e7f8a9b0c1d', '8a1c2d3e-4f5b-4c6d-8e9f-0a1b2c3d4e5f'];

describe('the comparison of generated values of a call (docs/comparing.md)', () => {
  const at = (time: number) => new Date(time).toISOString();
  const token = (n: number) =>
    `${[{ alg: 'HS256' }, { sub: 'a', iat: n }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')}.c2ln`;

  test.for<[string, unknown, unknown, boolean]>([
    ['UUIDs', ID_A, ID_B, true],
    ['ULIDs', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ', true],
    ['long hex', 'a3f5c8d1e2b94f70', 'b4f6c9d2e3ca5e81', true],
    ['hex of other lengths', 'a3f5c8d1e2b94f70', 'b4f6c9d2e3ca5e81aa', false],
    ['base64url', 'dGhpcyBpcyBhIHJhbmRvbSB4', 'aW5kZWVkIHRoaXMgaXMgb245', true],
    ['words', 'Order-Item-Number-20240', 'Order-Item-Number-20241', false],
    ['JWTs', token(1), token(2), true],
    ['times that count from their request', at(RECORDED_AT + 30_000), at(REPLAYED_AT + 31_000), true],
    ['expiries that count from their request', at(RECORDED_AT + 3_600_000), at(REPLAYED_AT + 3_600_000), true],
    ['expiries that changed', at(RECORDED_AT + 3_600_000), at(REPLAYED_AT + 7_200_000), false],
    ['times of the recording, repeated', at(RECORDED_AT + 10), at(RECORDED_AT + 30), true],
    ['other times', '2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z', false],
    ['epoch ms', RECORDED_AT, REPLAYED_AT, true],
    ['epoch s', Math.floor(RECORDED_AT / 1000), Math.floor(REPLAYED_AT / 1000), true],
    ['a sealed token and a clear one', testSealer.seal('t', 'abc'), 'a3f5c8d1e2b94f70a3f5', true],
    ['a key with a sealed token and a clear one', `s:${testSealer.seal('t', 'abc')}`, 's:a3f5c8d1e2b94f70a3f5', true],
    ['a sealed value and a word', testSealer.seal('t', 'abc'), 'open', false],
    ['two sealed values that are not tokens', testSealer.seal('t', 'abc'), testSealer.seal('t', 'abd'), false],
    ['plain numbers', 17, 42, false],
    ['words alone', 'open', 'closed', false],
    ['keys with an id', `session:${ID_A}:items`, `session:${ID_B}:items`, true],
    ['keys with an id and another word', `session:${ID_A}:items`, `session:${ID_B}:rows`, false],
  ])('is right about %s', ([, a, b, isEqual]) => {
    expect(shown([sql('s', a)], [sql('s', b)])).toHaveLength(isEqual ? 0 : 1);
  });

  test('reports a value that occurred elsewhere before', () => {
    const made = { recorded: '', made: '' };
    expect(shown([sql('s', ID_A)], [sql('s', ID_B)], { sent: { ...made, recorded: `/orders/${ID_A}` } })).toHaveLength(
      1,
    );
    expect(shown([sql('s', ID_A)], [sql('s', ID_B)], { sent: { ...made, made: `/orders/${ID_B}` } })).toHaveLength(1);
    // Of an earlier call's response, on either side.
    const first = { ...cache('k'), response: JSON.stringify(ID_A) };
    expect(
      shown(
        [first, sql('s', ID_A)],
        [first, sql('s', ID_B)].map(({ response: _, ...one }: Partial<RecordedCall>) => one),
      ),
    ).toHaveLength(1);
    const other = { ...cache('k'), response: JSON.stringify(ID_B) };
    expect(shown([{ ...cache('k') }, sql('s', ID_A)], [{ ...other, recorded: 0 }, sql('s', ID_B)])).toHaveLength(1);
    // Of a later one it cannot have been taken.
    const later = { ...cache('k'), response: JSON.stringify(ID_A) };
    expect(shown([sql('s', ID_A), later], [sql('s', ID_B), cache('k')])).toEqual([]);
  });

  test('ignores a value that the application sent first, also where a response repeats it', () => {
    const insert = (id: string) => ({ ...sql('insert', id), response: `{"rows":[{"id":"${ID_A}"}]}` });
    const next = (id: string) => sql('item', id);
    expect(shown([insert(ID_A), next(ID_A)], [insert(ID_B), next(ID_B)])).toEqual([]);
    // Taken from a response before it was sent.
    const read = { ...cache('k'), response: JSON.stringify(ID_A) };
    expect(shown([read, insert(ID_A), next(ID_A)], [read, insert(ID_A), next(ID_B)])).toEqual([
      'CALL_PARAMETERS orders select from orders parameters[0]',
    ]);
  });

  test('replaces recorded values by those of the answer of an earlier real call', () => {
    const insert = { ...sql('insert'), response: '{"rows":[{"id":17}]}' };
    const next = (id: number) => ({ ...sql('item', id), operation: 'insert into items' });
    expect(shown([insert, next(17)], [{ ...sql('insert'), response: '{"rows":[{"id":42}]}' }, next(42)])).toEqual([]);
    expect(shown([insert, next(17)], [{ ...sql('insert'), response: '{"rows":[{"id":42}]}' }, next(43)])).toEqual([
      'CALL_PARAMETERS orders insert into items parameters[0]',
    ]);
  });

  test.for<[string, unknown, unknown, unknown, unknown, boolean]>([
    ['a count, and a quantity that changed alike', { asked: 1 }, { asked: 3 }, { quantity: 1 }, { quantity: 3 }, false],
    ['a count, and a parameter without a name', { asked: 1 }, { asked: 3 }, [1], [3], false],
    ['a field that is passed on', { price: 10 }, { price: 12 }, { price: 10 }, { price: 12 }, true],
    ['an id, and the id of what it belongs to', { id: 17 }, { id: 42 }, { orderId: 17 }, { orderId: 42 }, true],
    ['an id, and a quantity that changed alike', { id: 1 }, { id: 3 }, { quantity: 1 }, { quantity: 3 }, false],
    ['a counter, and a parameter without a name', 17, 42, [17], [42], true],
    ['a random value, under any name', { id: ID_A }, { id: ID_B }, { owner: ID_A }, { owner: ID_B }, true],
  ])('is right about values that a response passes on: %s', ([, issued, issuedAgain, sent, sentAgain, isEqual]) => {
    const first = (response: unknown) => ({ ...sql('insert'), response: JSON.stringify(response) });
    const next = (value: unknown) => (Array.isArray(value) ? sql('item', ...value) : http('/stock', value));
    const found = shown([first(issued), next(sent)], [first(issuedAgain), next(sentAgain)]);
    expect(found).toHaveLength(isEqual ? 0 : 1);
  });

  test('ignores what value mapping explains', () => {
    const isMapped: CallsToCompare['isMapped'] = ({ recorded, replayed }) => recorded === '17' && replayed === '42';
    expect(shown([sql('s', 17)], [sql('s', 42)], { isMapped })).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../../functions/compare/domain/difference.ts';
import { recordedSide } from '../../../../functions/replay/domain/baseline/recorded-side.ts';

const difference = (path: string, more: Partial<Difference> = {}): Difference => ({
  kind: 'FIELD_VALUE',
  subject: path,
  path,
  recorded: '1',
  replayed: '2',
  rule: null,
  ...more,
});

describe('what was recorded where two builds differ', () => {
  const price = difference('items[0].price');

  test.for<[name: string, at: Difference, moved: Difference[], expected: string]>([
    ['nothing has moved', price, [], 'same'],
    ['another field has moved', price, [difference('items[0].name')], 'same'],
    ['it has moved itself', price, [difference('items[0].price', { recorded: '27.9' })], '27.9'],
    [
      'the recording lacks its object',
      price,
      [difference('items[0]', { kind: 'NEW_FIELD', recorded: null })],
      'absent',
    ],
    ['its list had another length', price, [difference('items', { kind: 'ARRAY_LENGTH' })], 'unknown'],
    ['its list had another order', price, [difference('items', { kind: 'ARRAY_ORDER' })], 'unknown'],
    ['the recorded status was another one', price, [difference('500', { kind: 'SERVER_ERROR' })], 'unknown'],
    ['a name only begins alike', price, [difference('items[0].pri', { recorded: null })], 'same'],
    ['a status differs, and a field has moved', difference('500', { kind: 'SERVER_ERROR' }), [difference('a')], 'same'],
    ['only a call has moved', price, [difference('db SELECT', { kind: 'MORE_CALLS' })], 'same'],
    [
      'the recording lacks a call that the running build made',
      difference('db SELECT', { kind: 'FEWER_CALLS' }),
      [difference('db SELECT', { kind: 'MORE_CALLS', recorded: null })],
      'null',
    ],
  ])('is known if %s', ([, at, moved, expected]) => {
    const side = recordedSide(at, moved);
    expect(typeof side === 'string' ? side : String(side.recorded)).toBe(expected);
  });
});

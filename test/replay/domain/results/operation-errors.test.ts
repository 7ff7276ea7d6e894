import { expect, test } from 'vitest';
import type { Difference } from '../../../../functions/compare/domain/difference.ts';
import { withOperationErrors } from '../../../../functions/replay/domain/results/operation-errors.ts';

const difference = (change: Partial<Difference> = {}): Difference => ({
  kind: 'NEW_FIELD',
  subject: 'errors',
  path: 'errors',
  recorded: null,
  replayed: '[]',
  rule: null,
  ...change,
});
const answer = (value: unknown) => ({
  kind: 'response' as const,
  status: 200,
  headers: [],
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  truncated: false,
  durationMs: 1,
});
const FAILED = { data: { me: null }, errors: [{ message: 'no' }] };

test.for<[string, Partial<Difference>, unknown, Difference['kind']]>([
  ['errors beside data are a failure', {}, FAILED, 'SERVER_ERROR'],
  [
    'errors of one answer of a batch are a failure',
    { subject: '[*].errors', path: '[1].errors' },
    [{ data: {} }, FAILED],
    'SERVER_ERROR',
  ],
  ['errors without data are a new field', {}, { errors: [1] }, 'NEW_FIELD'],
  ['an empty list is a new field', {}, { data: {}, errors: [] }, 'NEW_FIELD'],
  ['a rule ignores the errors', { rule: 'r1' }, FAILED, 'NEW_FIELD'],
  ['another field', { subject: 'extensions', path: 'extensions' }, FAILED, 'NEW_FIELD'],
  ['errors below the root', { subject: 'a.errors', path: 'a.errors' }, FAILED, 'NEW_FIELD'],
  ['another kind', { kind: 'FIELD_VALUE' }, FAILED, 'FIELD_VALUE'],
  ['the answer is not JSON', {}, 'x', 'NEW_FIELD'],
])('withOperationErrors decides: %s', ([, change, body, kind]) => {
  expect(withOperationErrors([difference(change)], answer(body)).map((one) => one.kind)).toEqual([kind]);
});

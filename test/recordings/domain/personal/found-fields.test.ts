import { expect, test } from 'vitest';
import type { RedactRule } from '../../../../functions/applications/domain/redact-rule.ts';
import { foundFields } from '../../../../functions/recordings/domain/personal/found-fields.ts';
import type { PersonalKind } from '../../../../functions/recordings/domain/personal/personal-names.ts';

const counted = (field: string, kind: PersonalKind, checked: number, sure: number, unsure = 0) => ({
  field,
  kind,
  checked,
  sure,
  unsure,
});
const endpoint = (operation: string, ...fields: ReturnType<typeof counted>[]) => ({
  method: 'GET',
  operation,
  counts: { cases: 9, fields },
});
const shown = (endpoints: ReturnType<typeof endpoint>[], redact: RedactRule[] = [], isKept = true) =>
  foundFields(endpoints, { redact, isKept });

test('a field is listed once with its endpoints, the one with the most values first', () => {
  const fields = shown([
    endpoint('/account', counted('path $.mail', 'mail', 3, 2)),
    endpoint('/orders', counted('path $.mail', 'mail', 9, 8)),
  ]);
  expect(fields).toEqual([
    {
      in: 'path',
      field: '$.mail',
      kinds: ['mail'],
      endpoints: [
        { method: 'GET', operation: '/orders' },
        { method: 'GET', operation: '/account' },
      ],
      found: 10,
      checked: 12,
      state: 'open',
    },
  ]);
});

test('kinds of one field share the values that were looked at', () => {
  const both = endpoint('/a', counted('path $.to', 'mail', 10, 3), counted('path $.to', 'phone', 8, 5));
  expect(shown([both])).toMatchObject([{ kinds: ['phone', 'mail'], found: 8, checked: 10 }]);
});

test.for<[string, string, RedactRule[], boolean, string]>([
  ['no rule', 'path $.mail', [], true, 'open'],
  ['a rule that seals', 'path $.mail', [{ path: '$..mail', seal: true }], true, 'sealed'],
  ['such a rule where credentials are removed', 'path $.mail', [{ path: '$..mail', seal: true }], false, 'redacted'],
  ['a rule that redacts', 'path $.mail', [{ path: '$.mail' }], true, 'redacted'],
  ['a text', 'text response', [], true, 'unreachable'],
  ['a header', 'header x-user', [{ header: 'X-User', seal: true }], true, 'sealed'],
])('with %s, %s has its state', ([, field, redact, isKept, state]) => {
  expect(shown([endpoint('/a', counted(field, 'mail', 4, 4))], redact, isKept)).toMatchObject([{ state }]);
});

test.for<[number, number, string | undefined]>([
  [4, 3, 'by chance'],
  [5, 4, 'open'],
  [3, 2, undefined],
])('of %d numbers, %d that pass a check digit are %s', ([checked, unsure, state]) => {
  const [one] = shown([endpoint('/cart', counted('path $.ean', 'card', checked, 0, unsure))]);
  expect(one?.state).toBe(state);
});

test('a field that is personal at one endpoint is not by chance at others', () => {
  const fields = shown([
    endpoint('/a', counted('path $.no', 'card', 9, 1, 8)),
    endpoint('/b', counted('path $.no', 'card', 9, 0, 1)),
  ]);
  expect(fields.map(({ state, endpoints }) => [state, endpoints.length])).toEqual([['open', 1]]);
});

test('what can be sealed comes first, what is not personal last', () => {
  const fields = shown(
    [
      endpoint(
        '/a',
        counted('path $.ean', 'card', 9, 0, 1),
        counted('path $.mail', 'mail', 9, 9),
        counted('path $.iban', 'iban', 2, 2),
      ),
    ],
    [{ path: '$.mail', seal: true }],
  );
  expect(fields.map(({ state }) => state)).toEqual(['open', 'sealed', 'by chance']);
});

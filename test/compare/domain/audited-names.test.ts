import { describe, expect, test } from 'vitest';
import { expectationAbout } from '../../../functions/compare/domain/expected/expectation-about.ts';
import { findingAbout } from '../../../functions/compare/domain/finding-about.ts';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import { ruleAbout } from '../../../functions/compare/domain/rules/rule-about.ts';
import type { CompareRuleKind } from '../../../functions/compare/domain/rules/rule-kind.ts';

describe('names of the audit log', () => {
  test.for<[Kind, subject: string, named: string]>([
    ['FIELD_VALUE', 'options[*].carrier.trackingUrlTemplate', 'Value changed trackingUrlTemplate'],
    ['NEW_FIELD', 'loyaltyPoints', 'New field loyaltyPoints'],
    ['ARRAY_LENGTH', 'prices[*]', 'List length changed prices'],
    ['FIELD_VALUE', '$', 'Value changed'],
    ['SERVER_ERROR', '500', 'Server error 500'],
    ['FEWER_CALLS', 'inventory GET /stock/{sku}', 'Call missing inventory'],
    ['CALL_PARAMETERS', 'https://a.test/?token=planted-secret GET /x', 'Call parameters https://a.test/?token=***'],
  ])('say of the finding %s %s: %s', ([kind, subject, named]) => {
    expect(findingAbout({ kind, subject })).toBe(named);
  });

  test('say of an expectation for how long it holds, and no value', () => {
    const field = { kind: 'FIELD_VALUE', subject: 'price' } as const;
    const pairs = [{ recorded: '"planted-secret"', replayed: '1' }];
    expect(expectationAbout({ ...field, change: { is: 'pairs', pairs } })).toBe(
      'Value changed price, until production records it',
    );
    expect(expectationAbout({ ...field, change: { is: 'any' } })).toBe('Value changed price, any value');
  });

  test.for<[CompareRuleKind, path: string, operation: string | null, named: string]>([
    ['ignore', '$.meta.at', '/orders/{id}', 'Ignore meta.at in /orders/{id}'],
    ['ignore', 'at', null, 'Ignore at in every endpoint'],
    ['ignore', '$..at', null, 'Ignore $..at in every endpoint'],
    ['ignore-order', 'items', '/a', 'Any order of items in /a'],
    ['array-key', 'items', '/a', 'Key of items in /a'],
    ['tolerance', 'price', '/a', 'Tolerance of price in /a'],
    ['time-tolerance', 'at', '/a', 'Time tolerance of at in /a'],
    ['ignore-case', 'name', '/a', 'Upper and lower case of name in /a'],
    ['null-is-absent', 'name', '/a', 'Null as absent in name in /a'],
    ['include-only', 'total', '/a', 'Compare only total in /a'],
    ['ignore', "items[?@.sku=='S-1'].at", '/a', 'Ignore items[?@.sku==…].at in /a'],
    ['ignore', "a[?@.k == 'it\\'s ]'][?@.n==7].at", '/a', 'Ignore a[?@.k ==…][?@.n==…].at in /a'],
    ['ignore', 'items[?@.sku=="S-1"].at', '/a', 'Ignore items[?@.sku==…].at in /a'],
  ])(
    'say of a rule %s of %s: its kind, field and endpoint, and no value of a filter',
    ([kind, path, operation, named]) => {
      expect(ruleAbout({ kind, path, operation })).toBe(named);
    },
  );
});

import { expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import type { FindingsEntry } from '../../../functions/findings/domain/findings.ts';
import {
  ignoreRules,
  MAX_IGNORED_FIELDS,
  MAX_NAMED_ENDPOINTS,
} from '../../../functions/report/domain/ignore-effect.ts';

const entry = (kind: Kind, subjects: string[], operations = ['/orders']): FindingsEntry => ({
  kind,
  subjects,
  affectedRequests: 3,
  totalRequests: 41,
  interfaces: operations.map((operationName) => ({ operationName, affectedRequests: 3, totalRequests: 41 })),
});
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`);

test.for<[Kind, string]>([
  ['FIELD_VALUE', 'ignore'],
  ['ARRAY_LENGTH', 'ignore'],
  ['ARRAY_ORDER', 'ignore-order'],
])('ignoreRules ignores %s by a rule %s', ([kind, ruleKind]) => {
  const rule = { kind: ruleKind, target: 'response', path: '$.items' };
  expect(ignoreRules(entry(kind, ['items']), 'endpoints')).toEqual([{ ...rule, operation: '/orders' }]);
  expect(ignoreRules(entry(kind, ['items']), 'everywhere')).toEqual([{ ...rule, operation: null }]);
});

test.for<[what: string, found: FindingsEntry, isIgnored: boolean]>([
  ['a status', entry('SERVER_ERROR', ['500']), false],
  ['the most fields', entry('FIELD_VALUE', numbered(MAX_IGNORED_FIELDS)), true],
  ['more fields', entry('FIELD_VALUE', numbered(MAX_IGNORED_FIELDS + 1)), false],
  ['the most endpoints', entry('FIELD_VALUE', ['a'], numbered(MAX_NAMED_ENDPOINTS)), true],
  ['more endpoints', entry('FIELD_VALUE', ['a'], numbered(MAX_NAMED_ENDPOINTS + 1)), false],
])('ignoreRules can ignore %s at its endpoints: %s', ([, found, isIgnored]) => {
  expect(ignoreRules(found, 'endpoints') !== null).toBe(isIgnored);
});

import { expect, test } from 'vitest';
import type { CurrentRules } from '../../../../functions/findings/domain/classify.ts';
import { ruleUse } from '../../../../functions/findings/domain/rules/rule-use.ts';
import type { Cluster } from '../../../../functions/replay/domain/results/clusters.ts';

const cluster = (operation: string, requests: number, differences: Cluster['differences']): Cluster => ({
  operation,
  hasResult: true,
  failure: null,
  differences,
  truncated: false,
  requests,
  samples: [],
});
const rules: CurrentRules = {
  ruleFor: (subject) => (subject === 'a' || subject === 'b' ? 'r1' : null),
  has: (ruleId) => ruleId === 'r2',
  isSuggested: () => false,
};
const value = (subject: string, rule: string | null = null) => ({ kind: 'FIELD_VALUE' as const, subject, rule });

test('ruleUse counts each request and each field of an endpoint once per rule, and skips deleted rules', () => {
  const used = ruleUse(
    [
      cluster('/x', 3, [value('a'), value('b'), value('c', 'r2'), value('d', 'gone')]),
      cluster('/x', 2, [value('a', 'r2')]),
      cluster('/y', 1, [value('a'), { kind: 'SERVER_ERROR', subject: '500', rule: 'r2' }]),
    ],
    () => rules,
  );
  expect(Object.fromEntries(used)).toEqual({ r1: { requests: 6, fields: 3 }, r2: { requests: 3, fields: 1 } });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failedCases } from '../../../../functions/findings/domain/failed-cases.ts';
import { type CaseOutcome, clustersOf, outcomeKey } from '../../../../functions/replay/domain/results/clusters.ts';
import { acrossMethods } from '../../../../functions/replay/domain/results/failed-cases.ts';

const outcome = fc.record({
  operation: fc.constantFrom('/a', '/b'),
  method: fc.constantFrom('GET', 'POST', 'PUT'),
  subject: fc.constantFrom('x', 'y'),
});
const rulesOf = () => ({ ruleFor: () => null, has: () => false, isSuggested: () => false });

test('failedCases groups cases of an analysis as without methods', () => {
  const clustersFor = (outcomes: readonly CaseOutcome[]) =>
    failedCases(
      { clusters: clustersOf(outcomes.map((one, item) => ({ ...one, planItemId: `p:${item}` }))), rulesOf },
      (cluster) =>
        outcomes.flatMap((one, item) => (outcomeKey(one) === outcomeKey(cluster) ? [{ item, chunk: item >> 2 }] : [])),
    ).clusters;
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 20 }), (made) => {
      const outcomes = made.map(({ operation, method, subject }) => ({
        operation,
        hasResult: true,
        failure: null,
        differences: [{ kind: 'FIELD_VALUE' as const, subject, rule: null }],
        truncated: false,
        method,
      }));
      const withoutMethods = outcomes.map(({ method: _, ...one }) => one);
      expect(acrossMethods(clustersFor(outcomes))).toEqual(clustersFor(withoutMethods));
    }),
  );
});

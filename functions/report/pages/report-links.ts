import type { DifferingCall } from '../../compare/domain/difference.ts';
import type { CompareRuleKind } from '../../compare/domain/rules/rule-kind.ts';
import { canBeRule, ruleTargetOf } from '../domain/rule-target-of.ts';

export { canBeRule };

/** Path of a plan's report (interface 13). */
export const reportPath = (planId: string): string => `/report/${planId}`;

/** Path of the page of one request. */
export const casePath = (planId: string, item: number): string => `${reportPath(planId)}/cases/${item}`;

/** A path with a query. Empty members are omitted. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Path of the filtered list of failing requests. */
export const casesPath = (
  planId: string,
  filter: { operation?: string; method?: string; kind?: string; subject?: string; state?: string } = {},
): string => withQuery(`${reportPath(planId)}/cases`, filter);

/** Why no rule is offered for a field. */
export const NO_RULE = 'No rule can name this field: it lies too deep, or its path is too long.';

/** Path of the page that shows the effect of a rule before it is saved. */
export const rulePagePath = (
  planId: string,
  rule: {
    kind: Extract<CompareRuleKind, 'ignore' | 'array-key' | 'ignore-order' | 'tolerance' | 'time-tolerance'>;
    subject: string;
    call?: DifferingCall | undefined;
    operation?: string;
    from?: number;
    keys?: string;
    amount?: string;
    duration?: string;
    timeUnit?: string;
  },
): string =>
  withQuery(`${reportPath(planId)}/rule`, {
    kind: rule.kind,
    ...ruleTargetOf(rule.subject, rule.call),
    operation: rule.operation,
    keys: rule.keys,
    amount: rule.amount,
    duration: rule.duration,
    timeUnit: rule.timeUnit,
    from: rule.from,
  });

/** Path of the page of one finding, and of its forms. */
export const findingPath = (planId: string, id: string): string => `${reportPath(planId)}/findings/${id}`;

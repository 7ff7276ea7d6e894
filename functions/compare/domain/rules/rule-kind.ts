import * as v from 'valibot';

/** What a rule does to the nodes that its path selects (interface 11). */
export const CompareRuleKind = v.picklist([
  'ignore',
  'ignore-order',
  'array-key',
  'tolerance',
  'time-tolerance',
  'ignore-case',
  'null-is-absent',
  'include-only',
]);
export type CompareRuleKind = v.InferOutput<typeof CompareRuleKind>;

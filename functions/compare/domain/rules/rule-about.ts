import type { CompareRuleKind } from './rule-kind.ts';
import type { CompareRule } from './rules.ts';

/** What a rule does, before the field that it does it to. */
const EFFECTS: Readonly<Record<CompareRuleKind, string>> = {
  ignore: 'Ignore',
  'ignore-order': 'Any order of',
  'array-key': 'Key of',
  tolerance: 'Tolerance of',
  'time-tolerance': 'Time tolerance of',
  'ignore-case': 'Upper and lower case of',
  'null-is-absent': 'Null as absent in',
  'include-only': 'Compare only',
};

/** The value that a filter of a path compares with. */
const FILTER_VALUE = /==\s{0,8}(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\]]+)/gs;

/** A rule for the audit log, by its kind, field and endpoint: `Ignore meta.at in /orders`. Holds no value. */
export function ruleAbout({ kind, path, operation }: Pick<CompareRule, 'kind' | 'path' | 'operation'>): string {
  const field = path.replace(/^\$\.(?!\.)/, '').replaceAll(FILTER_VALUE, '==…');
  return `${EFFECTS[kind]} ${field} in ${operation ?? 'every endpoint'}`;
}

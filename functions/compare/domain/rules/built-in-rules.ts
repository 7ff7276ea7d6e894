import {
  BUILT_IN_HEADERS,
  BUILT_IN_PREFIX,
  type HeaderSettings,
  headerPath,
} from '../../../applications/domain/built-in-headers.ts';
import { furtherRuleId } from './further-header-rules.ts';
import type { CompareRule } from './rules.ts';

const builtIn = (ruleId: string, kind: CompareRule['kind'], path: string): CompareRule => ({
  ruleId,
  kind,
  operation: null,
  target: 'response-headers',
  path,
  origin: 'built-in',
  createdBy: 'the service',
  createdAt: 0,
});

/**
 * The rules that every application has; they act where it compares headers, and each can be switched off (interface
 * 11).
 */
export const BUILT_IN_RULES: readonly CompareRule[] = BUILT_IN_HEADERS.map(({ ruleId, path }) =>
  builtIn(ruleId, 'ignore', path),
);

/** Ids that no stored rule may have. */
export const isBuiltInId = (ruleId: string): boolean => ruleId.startsWith(BUILT_IN_PREFIX);

/** The rule that has one more header compared. */
const furtherRule = (name: string): CompareRule => builtIn(furtherRuleId(name), 'include-only', headerPath(name));

const EVERY_HEADER = builtIn(`${BUILT_IN_PREFIX}compare-headers`, 'include-only', '$.*');

/** Whether a built-in rule is enabled. */
export const isSwitchedOn = ({ builtInRules }: HeaderSettings, ruleId: string): boolean =>
  builtInRules[ruleId] !== false;

/**
 * Returns the rules that comparisons and findings apply: the application's own, those of further headers, and the
 * built-in ones where it compares all headers. A header that it names is not ignored.
 */
export function rulesInForce(rules: readonly CompareRule[], settings: HeaderSettings): readonly CompareRule[] {
  const { compareHeaders, furtherHeaders } = settings;
  if (!compareHeaders) return furtherHeaders.length === 0 ? rules : [...rules, ...furtherHeaders.map(furtherRule)];
  const wanted = new Set(furtherHeaders.map(headerPath));
  const ignored = BUILT_IN_RULES.filter(({ ruleId, path }) => isSwitchedOn(settings, ruleId) && !wanted.has(path));
  return [...rules, EVERY_HEADER, ...ignored];
}

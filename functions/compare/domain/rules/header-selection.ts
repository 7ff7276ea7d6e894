import { furtherHeaderOf, isFurtherRule } from './further-header-rules.ts';
import type { Pattern } from './rule-states.ts';
import { RULE_TRAITS } from './rule-traits.ts';

/** Which headers the rules of one endpoint have compared. */
export interface HeaderSelection {
  /** The rules that act on headers. */
  readonly patterns: readonly Pattern[];
  /** Whether a rule says which headers are compared; by default those that mean something. */
  readonly selectsHeaders: boolean;
  /** Names, in lower case, that are compared beside those that mean something. */
  readonly furtherHeaders: ReadonlySet<string>;
}

/**
 * The selection by all rules of headers: further ones are added to those with a meaning, and to the choice of a rule.
 */
export function headerSelection(all: readonly Pattern[]): HeaderSelection {
  const own = all.filter((pattern) => !isFurtherRule(pattern));
  const selectsHeaders = own.some(({ effect }) => RULE_TRAITS[effect.kind].scope === 'outside');
  return {
    patterns: selectsHeaders ? all : own,
    selectsHeaders,
    furtherHeaders: new Set(all.filter(isFurtherRule).map(furtherHeaderOf)),
  };
}

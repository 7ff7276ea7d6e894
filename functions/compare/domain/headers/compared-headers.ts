import { furtherHeaderOf, isFurtherRule } from '../rules/further-header-rules.ts';
import type { CompareRule } from '../rules/rules.ts';
import { MEANINGFUL_HEADERS } from './meaningful-header.ts';

/** The response headers that an application compares. */
export interface ComparedHeaders {
  /** Names, with `*` for the rest of one; `*` alone: every header. */
  compared: readonly string[];
  /** Those of them that a rule for every endpoint ignores. */
  ignored: readonly string[];
}

/** The headers that rules have compared and ignored at every endpoint; rules of single endpoints may choose others. */
export function comparedHeaders(
  rules: readonly Pick<CompareRule, 'ruleId' | 'kind' | 'operation' | 'target' | 'path'>[],
): ComparedHeaders {
  const ofHeaders = rules.filter(({ operation, target }) => operation === null && target === 'response-headers');
  const ignored = ofHeaders.filter(({ kind }) => kind === 'ignore').map(({ path }) => headerName(path));
  const selecting = ofHeaders.filter(({ kind }) => kind === 'include-only');
  const further = selecting.filter(isFurtherRule).map(furtherHeaderOf);
  const selected = new Set(selecting.filter((rule) => !isFurtherRule(rule)).map(({ path }) => headerName(path)));
  const some = selected.size === 0 ? MEANINGFUL_HEADERS : [...selected];
  return {
    compared: selected.has('*') ? ['*'] : [...new Set([...some, ...further])].sort(),
    ignored: [...new Set(ignored)].sort(),
  };
}

/** `$.location` and `$['x-total-count']` as the name of the header. */
const headerName = (path: string): string => path.replace(/^\$\.?/, '').replace(/^\['(.*)'\]$/, '$1');

/** The same in words, without the names. */
export const comparedHeadersText = ({ compared, ignored }: ComparedHeaders): string =>
  `${compared.includes('*') ? 'every response header' : compared.join(', ')}${ignored.length > 0 ? `, but not ${ignored.join(', ')}` : ''}`;

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
  rules: readonly Pick<CompareRule, 'kind' | 'operation' | 'target' | 'path'>[],
): ComparedHeaders {
  const ofHeaders = rules.filter(({ operation, target }) => operation === null && target === 'response-headers');
  const namesOf = (kind: CompareRule['kind']) =>
    ofHeaders.flatMap((rule) => (rule.kind === kind ? [headerName(rule.path)] : []));
  const selected = [...new Set(namesOf('include-only'))];
  return {
    compared: selected.length === 0 ? MEANINGFUL_HEADERS : selected.includes('*') ? ['*'] : selected.sort(),
    ignored: [...new Set(namesOf('ignore'))].sort(),
  };
}

/** `$.location` and `$['x-total-count']` as the name of the header. */
const headerName = (path: string): string => path.replace(/^\$\.?/, '').replace(/^\['(.*)'\]$/, '$1');

/** The same in words, without the names. */
export const comparedHeadersText = ({ compared, ignored }: ComparedHeaders): string =>
  `${compared.includes('*') ? 'every response header' : compared.join(', ')}${ignored.length > 0 ? `, but not ${ignored.join(', ')}` : ''}`;

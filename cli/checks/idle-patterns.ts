import type { LeftOut } from '../../functions/recordings/domain/filter/left-out.ts';
import type { GivenFilter } from '../import/filter-options.ts';

/** The sentences that name options of a filter that no request matched; `taken`: requests that the filter took. */
export function idlePatterns(
  { include = [], exclude = [] }: Pick<GivenFilter, 'include' | 'exclude'>,
  leftOut: readonly Pick<LeftOut, 'rule' | 'count'>[],
  taken: number,
): string[] {
  const countOf = (rule: LeftOut['rule']) => leftOut.find((one) => one.rule === rule)?.count ?? 0;
  if (taken + leftOut.reduce((sum, { count }) => sum + count, 0) === 0) return [];
  return [
    ...(exclude.length > 0 && countOf('exclude') === 0 ? [`no request matched --exclude ${exclude.join(', ')}`] : []),
    ...(include.length > 0 && taken + countOf('sample') + countOf('host') === 0 && countOf('include') > 0
      ? [`no request matched --include ${include.join(', ')}`]
      : []),
  ];
}

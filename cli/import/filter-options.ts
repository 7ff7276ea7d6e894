import { type Command, InvalidArgumentError } from 'commander';
import type { FilterOptions } from '../../functions/recordings/domain/filter/exchange-filter.ts';
import { MAX_PATTERNS } from '../../functions/recordings/domain/filter/exchange-pattern.ts';
import { RULE_NAMES, type RuleName } from '../../functions/recordings/domain/filter/filter-rules.ts';
import type { LeftOut } from '../../functions/recordings/domain/filter/left-out.ts';
import { parseFilterValue } from '../../functions/recordings/domain/filter/parse-filter-value.ts';

/** The options that say which exchanges are taken, as they are given. */
export interface GivenFilter {
  host?: readonly string[];
  include?: readonly string[];
  exclude?: readonly string[];
  keep?: readonly RuleName[];
  sample?: number;
}

/** Adds `--include`, `--exclude`, `--sample` and `--keep` to a command. */
export const addFilterOptions = (command: Command): Command =>
  command
    .option('--include <pattern>', "take only matching requests: 'GET /orders/*'; may be repeated", patternValue)
    .option('--exclude <pattern>', "leave out matching requests: '/health*'; may be repeated", patternValue)
    .option('--sample <fraction>', 'take this part of the requests, such as 0.1; the same ones every time', sampleValue)
    .option('--keep <rule>', `take what a rule leaves out: ${RULE_NAMES.join(', ')}; may be repeated`, ruleValue);

/** Parses a host and adds it to the previous ones. */
export const hostValue = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  usable(parseFilterValue.host(text), 'It must be a host such as shop.example; * stands for any characters.'),
];

/** The filter of the options; hosts are null where none were given. */
export const filterOf = ({ host, include = [], exclude = [], keep = [], sample = 1 }: GivenFilter): FilterOptions => ({
  hosts: host ?? null,
  include,
  exclude,
  keep,
  sample,
});

/** Why exchanges were left out, in one line. */
export const leftOutText = (leftOut: readonly Pick<LeftOut, 'reason' | 'count'>[]): string =>
  leftOut.map(({ count, reason }) => `${reason}: ${count}`).join('; ');

function patternValue(text: string, before: readonly string[] = []): string[] {
  if (before.length >= MAX_PATTERNS) throw new InvalidArgumentError(`There may be at most ${MAX_PATTERNS}.`);
  const hint = "It must be a path such as '/orders/*', or one after a method such as 'GET /orders/*'.";
  return [...before, usable(parseFilterValue.pattern(text), hint)];
}

const sampleValue = (text: string): number =>
  usable(parseFilterValue.sample(text), 'It must be a fraction above 0 to 1, such as 0.1.');

const ruleValue = (text: string, before: readonly RuleName[] = []): RuleName[] => [
  ...before,
  usable(parseFilterValue.rule(text), `It must be one of ${RULE_NAMES.join(', ')}.`),
];

function usable<T>(value: T | null, hint: string): T {
  if (value === null) throw new InvalidArgumentError(hint);
  return value;
}

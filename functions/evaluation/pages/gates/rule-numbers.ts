import type { DecidedRule } from '../../domain/gates/gate-decision.ts';

/** Significant digits of a shown number. */
const MAX_DIGITS = 6;

/** Words for an operator before its value: `at least 0.95`. */
const OPS: Readonly<Record<string, string>> = {
  eq: '',
  ne: 'not ',
  gt: 'more than ',
  gte: 'at least ',
  lt: 'less than ',
  lte: 'at most ',
  in: 'one of ',
};

/** A measured or required value in at most six digits; values of a list with commas. */
export function ruleValue(value: DecidedRule['threshold']): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(MAX_DIGITS)));
  return [value].flat().map(String).join(', ');
}

/** What a rule requires, in the unit of its values. */
export const requiredText = ({ op, threshold }: Pick<DecidedRule, 'op' | 'threshold'>): string =>
  `${OPS[op] ?? `${op} `}${ruleValue(threshold)}`;

/** A share as percentage points, without its sign: 0.1 are `10 points`. */
export function pointsText(share: number): string {
  const points = Number((Math.abs(share) * 100).toFixed(1));
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}

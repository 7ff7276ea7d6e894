import { canonicalDecimal } from '../../../platform/values/canonical-decimal.ts';
import {
  compareExact,
  type Exact,
  magnitude,
  minus,
  parseExact,
  times,
} from '../../../platform/values/exact-number.ts';

/** Whether two numbers as written are equal; most already differ in their only plain spelling. */
export const sameDecimals = (a: string, b: string): boolean =>
  a === b || (!(PLAIN.test(a) && PLAIN.test(b)) && canonicalDecimal(a) === canonicalDecimal(b));

const PLAIN = /^(?:0|-?0\.\d*[1-9]|-?[1-9]\d*(?:\.\d*[1-9])?)$/;

/** Maximum digits or power for exact arithmetic: larger numbers are within no tolerance. */
const MAX_DIGITS = 1000;

/**
 * Whether two numbers differ by at most `absolute`, or by at most `relative` times the larger one; computed exactly, in
 * decimals.
 */
export function withinTolerance(a: string, b: string, by: { absolute: number; relative: number }): boolean {
  const [first, second, absolute, relative] = [a, b, String(by.absolute), String(by.relative)].map(exactDecimal);
  if (!first || !second || !absolute || !relative) return false;
  const difference = magnitude(minus(first, second));
  if (compareExact(difference, absolute) <= 0) return true;
  return [first, second].some((value) => compareExact(difference, times(magnitude(value), relative)) <= 0);
}

function exactDecimal(text: string): Exact | null {
  if (text.length > MAX_DIGITS) return null;
  const canonical = canonicalDecimal(text);
  const [, power = '0'] = canonical.split('e');
  if (Math.abs(Number(power)) > MAX_DIGITS) return null;
  const exact = parseExact(canonical);
  return exact.ok ? exact.value : null;
}

import { compareExact, type Exact, magnitude, minus, readExact, times } from '../../../platform/values/exact-number.ts';

/** A decimal number in one spelling: sign, digits without outer zeros, power of ten; two are equal when these texts are. */
export function canonicalDecimal(text: string): string {
  if (PLAIN_INTEGER.test(text)) return `${text}e0`;
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const negative = mantissa.startsWith('-');
  const [whole = '', fraction = ''] = (negative ? mantissa.slice(1) : mantissa).split('.');
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first++;
  if (first === digits.length) return '0';
  let last = digits.length;
  while (digits[last - 1] === '0') last--;
  // The exponent may itself have any number of digits (1e99999999999999999999).
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - last);
  return `${negative ? '-' : ''}${digits.slice(first, last)}e${power}`;
}

/** Whether two numbers as written are equal; most already differ in their only plain spelling. */
export const sameDecimals = (a: string, b: string): boolean =>
  a === b || (!(PLAIN.test(a) && PLAIN.test(b)) && canonicalDecimal(a) === canonicalDecimal(b));

const PLAIN = /^(?:0|-?0\.\d*[1-9]|-?[1-9]\d*(?:\.\d*[1-9])?)$/;

const PLAIN_INTEGER = /^-?(?:[1-9]|[1-9]\d{0,20}[1-9])$/;

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
  const exact = readExact(canonical);
  return exact.ok ? exact.value : null;
}

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

/** Whether two numbers, as written, are the same one; most differ already by the only plain spelling that each has. */
export const sameDecimals = (a: string, b: string): boolean =>
  a === b || (!(PLAIN.test(a) && PLAIN.test(b)) && canonicalDecimal(a) === canonicalDecimal(b));

const PLAIN = /^(?:0|-?0\.\d*[1-9]|-?[1-9]\d*(?:\.\d*[1-9])?)$/;

const PLAIN_INTEGER = /^-?(?:[1-9]|[1-9]\d{0,20}[1-9])$/;

/** More digits or powers than this are not worth exact arithmetic: such numbers are within no tolerance. */
const MOST_DIGITS = 1000;

/** Whether two numbers differ by at most `absolute`, or by at most `relative` times the larger one; exactly, in decimals. */
export function withinTolerance(a: string, b: string, by: { absolute: number; relative: number }): boolean {
  const numbers = [a, b, String(by.absolute), String(by.relative)].map(decimalOf);
  const power = Math.min(...numbers.slice(0, 3).map((number) => number?.power ?? 0));
  const [first, second, absolute] = numbers.map((number) => scaled(number, power));
  const relative = numbers[3] ?? null;
  if (first == null || second == null || absolute == null || relative === null) return false;
  const difference = magnitude(first - second);
  if (difference <= absolute) return true;
  const [shares, units] =
    relative.power >= 0 ? [10n ** BigInt(relative.power), 1n] : [1n, 10n ** BigInt(-relative.power)];
  return [first, second].some((value) => difference * units <= magnitude(value) * relative.digits * shares);
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

function decimalOf(text: string): { digits: bigint; power: number } | null {
  if (text.length > MOST_DIGITS) return null;
  const [digits = '0', exponent = '0'] = canonicalDecimal(text).split('e');
  const power = Number(exponent);
  return Math.abs(power) <= MOST_DIGITS ? { digits: BigInt(digits), power } : null;
}

const scaled = (number: { digits: bigint; power: number } | null, power: number) =>
  number && number.power >= power ? number.digits * 10n ** BigInt(number.power - power) : null;

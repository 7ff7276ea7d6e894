import { accept, type Result, refuse } from '../result.ts';

/** A rational number with a denominator above 0 (evaluation, principle 5). Not necessarily in lowest terms. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Limits that keep exact arithmetic cheap. No real measurement exceeds them. */
const MAX_EXPONENT = 1000;
const MAX_DIGITS = 1000;

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Parses the text of a JSON number exactly. Rejects exponents beyond ±1000 and more than 1,000 digits. */
export function parseExact(text: string): Result<Exact, 'number_out_of_range'> {
  const [, sign, whole = '', fraction = '', power = '0'] = (text.length <= MAX_DIGITS + 10 && DECIMAL.exec(text)) || [];
  const exponent = Number(power);
  if (sign === undefined || whole.length + fraction.length > MAX_DIGITS || Math.abs(exponent) > MAX_EXPONENT)
    return refuse(
      'number_out_of_range',
      'the number is invalid, or has more than 1,000 digits or an exponent above 1,000',
    );
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const shift = exponent - fraction.length;
  return accept(
    shift < 0
      ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
      : { numerator: digits * 10n ** BigInt(shift), denominator: 1n },
  );
}

/**
 * The decimal that a JSON number stands for: the shortest text of the double. It equals the sent text for up to 15
 * digits, and is what the canonical form contains. Throws for a number that is not finite.
 */
export function exactOf(value: number): Exact {
  const parsed = parseExact(String(value));
  if (!parsed.ok) throw new RangeError('a number of JSON is finite');
  return parsed.value;
}

export const ZERO: Exact = { numerator: 0n, denominator: 1n };
export const ONE: Exact = { numerator: 1n, denominator: 1n };

/** Keeps the larger denominator if one divides the other, as powers of ten do, so that sums of decimals stay small. */
export function plus(one: Exact, other: Exact): Exact {
  if (one.denominator === other.denominator)
    return { numerator: one.numerator + other.numerator, denominator: one.denominator };
  const [small, large] = one.denominator <= other.denominator ? [one, other] : [other, one];
  return large.denominator % small.denominator === 0n
    ? {
        numerator: small.numerator * (large.denominator / small.denominator) + large.numerator,
        denominator: large.denominator,
      }
    : {
        numerator: small.numerator * large.denominator + large.numerator * small.denominator,
        denominator: small.denominator * large.denominator,
      };
}

const negated = ({ numerator, denominator }: Exact): Exact => ({ numerator: -numerator, denominator });

export const minus = (one: Exact, other: Exact): Exact => plus(one, negated(other));

export const times = (one: Exact, other: Exact): Exact => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
});

export const magnitude = (one: Exact): Exact => (one.numerator < 0n ? negated(one) : one);

/** Throws RangeError if the divisor is 0. */
export function dividedBy(one: Exact, other: Exact): Exact {
  if (other.numerator === 0n) throw new RangeError('nothing is divided by 0');
  const { numerator, denominator } = other.numerator < 0n ? negated(one) : one;
  return { numerator: numerator * other.denominator, denominator: denominator * magnitude(other).numerator };
}

/** Negative, 0 or positive, as the first is less than, equal to or greater than the second. */
export function compareExact(one: Exact, other: Exact): number {
  const left = one.numerator * other.denominator;
  const right = other.numerator * one.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Significant digits calculated before rounding to a JSON number. */
const SHOWN_DIGITS = 40;

/** The nearest JSON number, for display. Never compare it. */
export function shownNumber({ numerator, denominator }: Exact): number {
  if (numerator === 0n) return 0;
  const size = String(numerator < 0n ? -numerator : numerator).length - String(denominator).length;
  const shift = SHOWN_DIGITS - size;
  const digits =
    shift < 0 ? numerator / (denominator * 10n ** BigInt(-shift)) : (numerator * 10n ** BigInt(shift)) / denominator;
  const shown = Number(`${digits}e${-shift}`);
  return Math.min(Math.max(shown, -Number.MAX_VALUE), Number.MAX_VALUE);
}

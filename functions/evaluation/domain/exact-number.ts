import { accept, type Result, refuse } from '../../platform/result.ts';

/** A rational number; the denominator is above 0 (evaluation, principle 5). Not always in lowest terms. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Beyond these a number costs more to calculate with than any measurement is worth. */
const MOST_EXPONENT = 1000;
const MOST_DIGITS = 1000;

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The number that a JSON number's text says, to its last digit; refuses exponents beyond ±1000 and more than 1,000 digits. */
export function readExact(text: string): Result<Exact, 'number_out_of_range'> {
  const [, sign, whole = '', fraction = '', power = '0'] =
    (text.length <= MOST_DIGITS + 10 && DECIMAL.exec(text)) || [];
  const exponent = Number(power);
  if (sign === undefined || whole.length + fraction.length > MOST_DIGITS || Math.abs(exponent) > MOST_EXPONENT)
    return refuse('number_out_of_range', 'the number is none, or beyond 1,000 digits or an exponent of 1,000');
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const shift = exponent - fraction.length;
  return accept(
    shift < 0
      ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
      : { numerator: digits * 10n ** BigInt(shift), denominator: 1n },
  );
}

/**
 * The decimal that a number of JSON means: the shortest text of the double is what was written, of up to 15 digits at least, and what
 * its canonical form says. Throws for what is not finite.
 */
export function exactOf(value: number): Exact {
  const read = readExact(String(value));
  if (!read.ok) throw new RangeError('a number of JSON is finite');
  return read.value;
}

export const ZERO: Exact = { numerator: 0n, denominator: 1n };
export const ONE: Exact = { numerator: 1n, denominator: 1n };

/** Keeps the larger denominator where one divides the other, as powers of ten do, so that sums of decimals stay small. */
export function plus(one: Exact, other: Exact): Exact {
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

export const negated = ({ numerator, denominator }: Exact): Exact => ({ numerator: -numerator, denominator });

export const minus = (one: Exact, other: Exact): Exact => plus(one, negated(other));

export const magnitude = (one: Exact): Exact => (one.numerator < 0n ? negated(one) : one);

/** Throws RangeError for a divisor of 0. */
export function dividedBy(one: Exact, other: Exact): Exact {
  if (other.numerator === 0n) throw new RangeError('nothing is divided by 0');
  const { numerator, denominator } = other.numerator < 0n ? negated(one) : one;
  return { numerator: numerator * other.denominator, denominator: denominator * magnitude(other).numerator };
}

/** Below 0, 0 or above, as the first is less than, equal to or greater than the second. */
export function compareExact(one: Exact, other: Exact): number {
  const left = one.numerator * other.denominator;
  const right = other.numerator * one.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Significant digits that are calculated of a number before it is rounded to what JSON can say. */
const SHOWN_DIGITS = 40;

/** The number nearest to it that JSON can say, for people to read; never compared. */
export function shownNumber({ numerator, denominator }: Exact): number {
  if (numerator === 0n) return 0;
  const size = String(numerator < 0n ? -numerator : numerator).length - String(denominator).length;
  const shift = SHOWN_DIGITS - size;
  const digits =
    shift < 0 ? numerator / (denominator * 10n ** BigInt(-shift)) : (numerator * 10n ** BigInt(shift)) / denominator;
  const shown = Number(`${digits}e${-shift}`);
  return Math.min(Math.max(shown, -Number.MAX_VALUE), Number.MAX_VALUE);
}

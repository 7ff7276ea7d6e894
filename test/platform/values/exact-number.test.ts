import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareExact,
  dividedBy,
  type Exact,
  exactOf,
  minus,
  parseExact,
  plus,
  shownNumber,
} from '../../../functions/platform/values/exact-number.ts';

const exact = (text: string): Exact => {
  const parsed = parseExact(text);
  if (!parsed.ok) throw new Error(parsed.code);
  return parsed.value;
};

describe('exact numbers (evaluation, principle 5)', () => {
  test.for<[left: string, sign: string, right: string, order: number]>([
    ['0.1', '+', '0.2', 0],
    ['1e-1', '+', '20E-2', 0],
    ['0.1', '+', '0.20000000000000000000000000001', 1],
    ['0.1', '+', '0.19999999999999999999999999999', -1],
    ['12345678901234567890', '-', '12345678901234567889.7', 0],
    ['-0', '+', '0.30', 0],
  ])('compare %s %s %s to 0.3: %s', ([left, sign, right, order]) => {
    const result = sign === '+' ? plus(exact(left), exact(right)) : minus(exact(left), exact(right));
    expect(compareExact(result, exact('0.3'))).toBe(order);
  });

  test('compute 0.96 - 0.98 as -0.02, unlike doubles', () => {
    expect(0.96 - 0.98 >= -0.02).toBe(false);
    expect(compareExact(minus(exactOf(0.96), exactOf(0.98)), exactOf(-0.02))).toBe(0);
  });

  test.for(['1e1000', '1e-1000', '9'.repeat(1000), `0.${'1'.repeat(999)}`, '-0.0', '1E+2'])('read %s', (text) => {
    expect(parseExact(text).ok).toBe(true);
  });

  test.for(['1e1001', '1e-1001', '9'.repeat(1001), `0.${'1'.repeat(1000)}`, '1e99999999999', `1e${'9'.repeat(5000)}`])(
    'refuse %s as too large',
    (text) => {
      expect(parseExact(text)).toMatchObject({ code: 'number_out_of_range' });
    },
  );

  test.for(['', '01', '.5', '1.', '+1', 'NaN', 'Infinity', '0x10', '1_000', ' 1', '1 ', '١'])(
    'refuse "%s", which is not a number of JSON',
    (text) => {
      expect(parseExact(text)).toMatchObject({ code: 'number_out_of_range' });
    },
  );

  test('refuse a division by 0', () => {
    expect(() => dividedBy(exact('1'), exact('0.0'))).toThrow(RangeError);
  });
});

/** A slow and simple reference: always uses one common denominator. */
const SCALE = 40;
const scaled = (digits: bigint, places: number) => digits * 10n ** BigInt(SCALE - places);
const decimal = fc.record({ digits: fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), places: fc.nat(20) });
const textOf = ({ digits, places }: { digits: bigint; places: number }) => `${digits}e-${places}`;

describe('exact numbers and arithmetic on integers', () => {
  test('agree on sums, differences and order', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        // three in, three out
        const [x, y, z] = [a, b, c].map(({ digits, places }) => scaled(digits, places)) as [bigint, bigint, bigint];
        const [p, q, r] = [a, b, c].map((one) => exact(textOf(one))) as [Exact, Exact, Exact]; // three values each
        expect(compareExact(plus(p, q), r)).toBe(x + y < z ? -1 : x + y > z ? 1 : 0);
        expect(compareExact(minus(p, q), r)).toBe(x - y < z ? -1 : x - y > z ? 1 : 0);
      }),
    );
  });

  test('agree on the order of quotients', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        fc.pre(b.digits > 0n);
        const left = scaled(a.digits, a.places) * 10n ** BigInt(SCALE);
        const right = scaled(b.digits, b.places) * scaled(c.digits, c.places);
        const order = left < right ? -1 : left > right ? 1 : 0;
        expect(compareExact(dividedBy(exact(textOf(a)), exact(textOf(b))), exact(textOf(c)))).toBe(order);
      }),
    );
  });

  test('show a double as itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(shownNumber(exactOf(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('show a third, and numbers beyond the range of doubles, as the nearest double', () => {
    expect(shownNumber(dividedBy(exact('1'), exact('3')))).toBe(1 / 3);
    expect(shownNumber(exact('-1e1000'))).toBe(-Number.MAX_VALUE);
    expect(shownNumber(exact('1e-1000'))).toBe(0);
  });
});

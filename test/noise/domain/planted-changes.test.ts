import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const AGAIN_AT = REPLAYED_AT + 3000;
const digest = (seed: unknown, length = 64) => createHash('sha512').update(String(seed)).digest('hex').slice(0, length);
const uuid = (seed: unknown) => digest(seed, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
const iso = (time: number) => new Date(time).toISOString();
const clock = (time: number) => iso(time).slice(11, 19);
const two = <T>(values: fc.Arbitrary<T>) => fc.tuple(values, values).filter(([a, b]) => String(a) !== String(b));
const words = fc.constantFrom('Ada', 'Grace', 'Lovelace', 'Hopper', 'Kowalski 2', "O'Neil", '张伟', 'Müller & Sons');
const price = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100);

/** Names of what an application is for, with two values that a change of the build may give them. */
const CHANGES: Readonly<Record<string, fc.Arbitrary<readonly [unknown, unknown]>>> = {
  price: two(price),
  totalText: two(price.map((amount) => amount.toFixed(2))),
  money: two(price.map((amount) => `${amount.toFixed(2)} EUR`)),
  count: two(fc.nat(100_000)),
  score: two(fc.double({ noNaN: true, noDefaultInfinity: true })),
  status: two(fc.constantFrom('PAID', 'OPEN', 'CANCELLED', 'SHIPPED_IN_PART', 'refund-2-pending')),
  name: two(words),
  title: two(fc.string({ maxLength: 40 })),
  currency: two(fc.constantFrom('EUR', 'USD', 'CNY', 'GBP')),
  role: two(fc.constantFrom('admin', 'user', 'auditor', 'billing-admin')),
  version: two(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(99)).map((parts) => parts.join('.'))),
  commit: two(fc.nat().map((seed) => digest(seed, 40))),
  checksum: two(fc.nat().map((seed) => digest(seed, 64))),
  sku: two(fc.tuple(fc.constantFrom('TS', 'MUG', 'PEN'), fc.nat(9999)).map((parts) => parts.join('-'))),
  orderNumber: two(fc.nat(99_999).map((number) => `ORD-2026-${String(number).padStart(5, '0')}`)),
  day: two(fc.integer({ min: 0, max: 400 }).map((days) => iso(RECORDED_AT + days * 86_400_000).slice(0, 10))),
  dueAt: two(fc.integer({ min: -500, max: 500 }).map((days) => iso(RECORDED_AT + days * 86_400_000 + 7000))),
  opensAt: two(fc.integer({ min: 0, max: 95 }).map((quarter) => clock(quarter * 900_000))),
  delivery: two(fc.integer({ min: 1, max: 30 }).map((days) => `in ${days} days`)),
  film: two(fc.integer({ min: 1, max: 59 }).map((minutes) => `1h ${minutes}m`)),
  link: two(fc.nat(999).map((number) => `https://shop.example/items/${number}`)),
  level: two(fc.constantFrom('low', 'high', 3, true, false, null)),
  host: two(fc.ipV4()),
  sold: two(fc.integer({ min: -50, max: 50 })),
};
const NAMES = Object.keys(CHANGES);
const changes = fc.record(CHANGES);

/** Everything that moves by itself, beside which the changes stand. */
const noise = (seed: string, at: number) => ({
  id: uuid(seed),
  receipt: digest(seed, 32),
  token: Buffer.from(digest(seed), 'hex').toString('base64url'),
  rev: `1-${digest(`rev ${seed}`, 32)}`,
  passwordHash: `$2b$10$${digest(seed, 53)}`,
  madeAt: iso(at),
  madeAtText: new Date(at).toLocaleString('en-US', { timeZone: 'Asia/Kolkata' }),
  madeAtClock: clock(at),
  took: Number.parseInt(digest(seed, 2), 16),
});

/** Elements in the order of their random ids, so that the list has another order in each response. */
const listed = (seed: string, values: Record<string, unknown>) =>
  NAMES.slice(0, 6)
    .map((name, at) => ({ id: uuid(`${seed} ${at}`), item: `item of ${name}`, [name]: values[name] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

const side = (seed: string, at: number, values: Record<string, unknown>) => ({
  ...values,
  ...noise(seed, at),
  nested: { ...noise(`nested ${seed}`, at), ...values },
  items: listed(seed, values),
});

const pick = (found: Record<string, readonly [unknown, unknown]>, index: 0 | 1) =>
  Object.fromEntries(Object.entries(found).map(([name, pair]) => [name, pair[index]]));

test.for<[method: 'GET' | 'POST', runs: number]>([
  ['GET', 125],
  ['POST', 125],
])('no change beside noise is suggested for %s, with %d times 54 changes', ([method, numRuns]) => {
  let planted = 0;
  let noises = 0;
  fc.assert(
    fc.property(changes, fc.nat(), (found, seed) => {
      const [before, after] = [pick(found, 0), pick(found, 1)];
      const suggested = suggestedOf([
        {
          recorded: side(`a${seed}`, RECORDED_AT, before),
          replayed: side(`b${seed}`, REPLAYED_AT, after),
          ...(method === 'GET' ? { again: side(`c${seed}`, AGAIN_AT, after) } : { body: '{}' }),
          dates: [RECORDED_AT, REPLAYED_AT, AGAIN_AT],
        },
      ]).map(({ path }) => path);
      planted += 2 * NAMES.length + 6;
      noises += suggested.length;
      const names = new Set(suggested.map((path) => path.split('.').at(-1)));
      expect(NAMES.filter((name) => names.has(name))).toEqual([]);
      expect(suggested).toEqual(expect.arrayContaining(['id', 'madeAt', 'madeAtText', 'passwordHash']));
    }),
    { numRuns },
  );
  expect(planted).toBe(numRuns * 54);
  expect(noises).toBeGreaterThan(numRuns * 14);
});

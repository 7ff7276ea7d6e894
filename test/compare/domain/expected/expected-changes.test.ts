import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareResponses } from '../../../../functions/compare/domain/compare-responses.ts';
import type { Change } from '../../../../functions/compare/domain/expected/change.ts';
import type { ExpectedChange } from '../../../../functions/compare/domain/expected/expected-change.ts';
import { MAX_PLACES } from '../../../../functions/compare/domain/expected/expected-changes.ts';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareTwo, differencesIn } from '../compare-two.ts';

const SINCE = 1000;
const expected = (change: Partial<ExpectedChange> = {}): ExpectedChange => ({
  ruleId: '~e1',
  operation: '/orders',
  kind: 'FIELD_VALUE',
  subject: 'items[*].price',
  change: { is: 'any' },
  since: SINCE,
  planId: 'p',
  createdBy: 'ann',
  createdAt: SINCE,
  ...change,
});
const exactly = (recorded: unknown, replayed: unknown): Change => ({
  is: 'pairs',
  pairs: [{ recorded: JSON.stringify(recorded), replayed: JSON.stringify(replayed) }],
});
const rulesFor = (changes: ExpectedChange[], request = { method: 'GET', recordedAt: SINCE - 1 }) =>
  compileRules(changes, '/orders').forRequest(request);
const compared = (recorded: unknown, replayed: unknown, rules = rulesFor([expected()])) =>
  differencesIn(compareTwo(JSON.stringify(recorded), JSON.stringify(replayed), rules));
const price = (...prices: unknown[]) => ({ items: prices.map((one, id) => ({ id, price: one })) });

describe('an expected change', () => {
  test('covers its kind of difference at its field', () => {
    expect(compared(price(1, 2), price(3, 4))).toEqual(['FIELD_VALUE items[*].price (~e1)']);
  });

  test.for([
    ['another field', { ...price(1), total: 1 }, { ...price(2), total: 2 }, 'FIELD_VALUE total'],
    ['another kind', price(1, 2), price(3, '2'), 'FIELD_TYPE items[*].price'],
    [
      'a field that is missing',
      price(1, 2),
      { items: [{ id: 0, price: 9 }, { id: 1 }] },
      'FIELD_MISSING items[*].price',
    ],
  ])('does not cover %s', ([, recorded, replayed, left]) => {
    expect(compared(recorded, replayed)).toContain(left);
  });

  test('of one value leaves another value of the same field in the same response', () => {
    const rules = rulesFor([expected({ change: exactly(1, 2) })]);
    expect(compared(price(1, 1), price(2, 2), rules)).toEqual(['FIELD_VALUE items[*].price (~e1)']);
    expect(compared(price(1, 1), price(2, 3), rules)).toEqual([
      'FIELD_VALUE items[*].price',
      'FIELD_VALUE items[*].price (~e1)',
    ]);
  });

  test('of each of two values covers both of them in one response, in any order', () => {
    const rules = rulesFor([expected({ change: exactly(1, 2) }), expected({ ruleId: '~e2', change: exactly(3, 4) })]);
    expect(compared(price(1, 3, 1, 3), price(2, 4, 2, 4), rules)).toEqual([
      'FIELD_VALUE items[*].price (~e1)',
      'FIELD_VALUE items[*].price (~e2)',
    ]);
    expect(compared(price(1, 3, 1, 3, 1), price(2, 4, 2, 5, 2), rules)).toEqual([
      'FIELD_VALUE items[*].price',
      'FIELD_VALUE items[*].price (~e1)',
      'FIELD_VALUE items[*].price (~e2)',
    ]);
  });

  test('holds for recordings made before, for its methods and its endpoint', () => {
    const changes = [expected({ methods: ['GET'] })];
    expect(rulesFor(changes, { method: 'GET', recordedAt: SINCE }).covering).toBeNull();
    expect(rulesFor(changes, { method: 'POST', recordedAt: 0 }).covering).toBeNull();
    expect(compileRules(changes, '/carts').forRequest({ method: 'GET', recordedAt: 0 }).covering).toBeNull();
    expect(rulesFor(changes).covering).not.toBeNull();
    expect(
      compileRules(changes, '/orders').forRequest({ method: 'GET', recordedAt: undefined }).covering,
    ).not.toBeNull();
  });

  test('of a folded name covers each name, and no deeper field', () => {
    const rules = rulesFor([expected({ subject: 'prices.*.net' })]);
    expect(compared({ prices: { EUR: { net: 1 } } }, { prices: { EUR: { net: 2 } } }, rules)).toEqual([
      'FIELD_VALUE prices.EUR.net (~e1)',
    ]);
    expect(compared({ prices: { a: { b: { net: 1 } } } }, { prices: { a: { b: { net: 2 } } } }, rules)).toEqual([
      'FIELD_VALUE prices.a.b.net',
    ]);
  });

  test('of a status covers this status only', () => {
    const rules = rulesFor([
      expected({
        kind: 'UNCLASSIFIED',
        subject: '303',
        change: { is: 'pairs', pairs: [{ recorded: '302', replayed: '303' }] },
      }),
    ]);
    const answer = (status: number) => ({ status, headers: [], body: new Uint8Array() });
    const statuses = (recorded: number, replayed: number) =>
      compareResponses(
        answer(recorded),
        { kind: 'response', ...answer(replayed), truncated: false, durationMs: 1 },
        rules,
      ).differences.map(({ kind, rule }) => `${kind} ${rule}`);
    expect(statuses(302, 303)).toEqual(['UNCLASSIFIED ~e1']);
    expect(statuses(200, 303)).toEqual(['UNCLASSIFIED null']);
    expect(statuses(302, 500)).toEqual(['SERVER_ERROR null']);
  });

  test(`covers ${MAX_PLACES} places of a response, and none of one with more`, () => {
    const sides = (places: number) => {
      const side = (value: number) => JSON.stringify(price(...Array(places).fill(value)));
      return compareTwo(side(1), side(2), rulesFor([expected()]));
    };
    expect(sides(MAX_PLACES)).toMatchObject({ truncated: false, differences: [{ rule: '~e1' }] });
    expect(sides(MAX_PLACES + 1).truncated).toBe(true);
  });

  test('never hides another change: 10,000 generated pairs', () => {
    const scalar = fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.string({ maxLength: 3 }),
      fc.boolean(),
      fc.constant(null),
    );
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const documentOf = fc.record({
      items: fc.array(fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 4 }), { minLength: 1, maxLength: 4 }),
      total: scalar,
    });
    fc.assert(
      fc.property(documentOf, fc.nat(), fc.nat(), name, scalar, (recorded, at, other, field, value) => {
        const replayed = structuredClone(recorded);
        const changed = replayed.items[at % replayed.items.length] ?? {};
        const [kept = ''] = Object.keys(changed);
        // The expected change, and one that is not accepted: another value of the same field, or another field.
        const before = changed[kept] ?? null;
        changed[kept] = 'expected';
        const second = replayed.items[other % replayed.items.length] ?? {};
        const isSame = second === changed && field === kept;
        fc.pre(!isSame && JSON.stringify(second[field]) !== JSON.stringify(value));
        fc.pre(field !== kept || before !== second[field] || value !== 'expected');
        second[field] = value;
        const change = expected({
          kind: 'FIELD_VALUE',
          subject: `items[*].${kept}`,
          change: exactly(before, 'expected'),
        });
        const plain = compared(recorded, replayed, rulesFor([]));
        const covered = compared(recorded, replayed, rulesFor([change]));
        const open = covered.filter((one) => !one.endsWith('(~e1)'));
        // The other change is reported as it is without the expectation.
        const others = plain.filter((one) => one !== `FIELD_VALUE items[*].${kept}`);
        for (const one of others) expect(open).toContain(one);
        expect(open.length).toBeGreaterThan(0);
      }),
      { numRuns: 10_000 },
    );
  });
});

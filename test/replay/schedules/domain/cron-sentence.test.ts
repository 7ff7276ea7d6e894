import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCron } from '../../../../functions/replay/schedules/domain/cron.ts';
import { cronSentence } from '../../../../functions/replay/schedules/domain/cron-sentence.ts';

test.for<[cron: string, words: string]>([
  ['0 3 * * *', 'Every night at 03:00'],
  ['0 6 * * *', 'Every day at 06:00'],
  ['15 * * * 1-5', 'Every hour at 15 past, Monday to Friday'],
  ['30 2 * * 1-5', 'Monday to Friday at 02:30'],
  ['30 14 * * MON-FRI', 'Monday to Friday at 14:30'],
  ['0 3 * * 7', 'Every Sunday at 03:00'],
  ['0 3 * * 0', 'Every Sunday at 03:00'],
  ['0 0 1 * 1', 'At 00:00, on day 1 of the month, and on Monday'],
  ['0 * * * *', 'Every hour'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['0 9-17 * * 1-5', 'Every hour, between 09:00 and 17:00, Monday to Friday'],
  // A list with `*` is `*`.
  ['5 4,* * * *', 'Every hour at 5 past'],
])('cronSentence writes %s as "%s"', ([cron, words]) => {
  expect(isCron(cron)).toBe(true);
  expect(cronSentence(cron)).toBe(words);
});

test('cronSentence has words for every valid expression', () => {
  const field = (min: number, max: number, names: readonly string[] = []) => {
    const value = fc.oneof(
      fc.integer({ min, max }).map(String),
      ...(names.length > 0 ? [fc.constantFrom(...names)] : []),
    );
    const range = fc.oneof(
      fc.constant('*'),
      value,
      fc.tuple(value, value).map(([from, to]) => `${from}-${to}`),
    );
    const step = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 20 }).map((by) => `/${by}`),
    );
    return fc.array(
      fc.tuple(range, step).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    );
  };
  const cron = fc
    .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12, ['jan', 'DEC']), field(0, 7, ['sun', 'Fri']))
    .map((fields) => fields.map((list) => list.join(',')).join(' '))
    .filter(isCron);
  fc.assert(
    fc.property(cron, (one) => {
      expect(cronSentence(one)).toMatch(/^[A-Z0-9](?:(?!undefined|null|aN:).)+$/);
    }),
    { numRuns: 200 },
  );
});

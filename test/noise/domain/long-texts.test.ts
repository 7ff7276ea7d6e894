import { describe, expect, test } from 'vitest';
import { suggestedOf } from './suggested-of.ts';

const FILLER = 'The order was packed, and the parcel is on its way. '.repeat(40);
const [FIRST, SECOND] = ['7e57d0a1-0c1a-4bc3-9d1e-0242ac120001', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'];
const text = (id: string, total: number) => ({ text: `${id} ${FILLER} total ${total}` });

test('a text of which only ids differ is noise at any length', () => {
  expect(FILLER.length).toBeGreaterThan(2 * 1000);
  const found = suggestedOf([{ recorded: text(FIRST, 5), replayed: text(SECOND, 5) }]);
  expect(found.map(({ path }) => path)).toEqual(['text']);
});

test('a text that changes behind its first 1,000 characters has no suggestion', () => {
  const found = suggestedOf([{ recorded: text(FIRST, 5), replayed: text(SECOND, 6) }]);
  expect(found).toEqual([]);
});

describe('a part of a text that stays the same when the request is sent again', () => {
  const HUGE = FILLER.repeat(50);
  const [ONE, TWO, THREE] = [FIRST, SECOND, '9c858901-8a57-4791-81fe-4c455b099bc9'];

  test.for<[isNoise: boolean, why: string, recorded: string, replayed: string, again: string]>([
    [true, 'the id alone', `order ${ONE} costs 10`, `order ${TWO} costs 10`, `order ${THREE} costs 10`],
    [false, 'a price beside an id', `order ${ONE} costs 10`, `order ${TWO} costs 12`, `order ${THREE} costs 12`],
    [false, 'a fraction', `${ONE}: 10.50 EUR`, `${TWO}: 12.50 EUR`, `${THREE}: 12.50 EUR`],
    [false, 'a state beside a count', 'served 118, PAID', 'served 131, OPEN', 'served 132, OPEN'],
    [false, 'a price beside a count', 'served 118, 9.90 EUR', 'served 131, 9.95 EUR', 'served 132, 9.95 EUR'],
    [false, 'words that are gone', `sent ${ONE} by post today`, `sent ${TWO} today`, `sent ${THREE} today`],
    [false, 'words that are new', `sent ${ONE} today`, `sent ${TWO} by post today`, `sent ${THREE} by post today`],
    [false, 'a change at the end of much text', `${ONE} ${FILLER} 5`, `${TWO} ${FILLER} 6`, `${THREE} ${FILLER} 6`],
    [false, 'a change in the middle of lines', `a ${ONE}\nsum 5\nb`, `a ${TWO}\nsum 6\nb`, `a ${THREE}\nsum 6\nb`],
    [true, 'a number where numbers move', 'up 118 of 340', 'up 131 of 352', 'up 132 of 352'],
    [true, 'the hours of a duration', 'up 3 hours 12 s', 'up 5 hours 40 s', 'up 5 hours 41 s'],
    [true, 'a date beside an id', `${ONE} of Nov 24`, `${TWO} of Nov 25`, `${THREE} of Nov 25`],
    [true, 'a time of day beside an id', `${ONE} at 16:30`, `${TWO} at 17:20`, `${THREE} at 17:20`],
    [true, 'an id of the session beside an id', `${ONE} s-7f9c4d2`, `${TWO} s-b81d3e0`, `${THREE} s-b81d3e0`],
    [true, 'random words', 'red fox jumps', 'blue fox runs', 'blue cat runs'],
    [false, 'a change behind 100 KiB', `${ONE} ${HUGE} 5`, `${TWO} ${HUGE} 6`, `${THREE} ${HUGE} 6`],
    [true, 'an id before 100 KiB', `${ONE} ${HUGE} 5`, `${TWO} ${HUGE} 5`, `${THREE} ${HUGE} 5`],
    [true, 'too long, and of other lengths', `${ONE} a ${HUGE} 5`, `${TWO} ${HUGE} 6`, `${THREE} ${HUGE} 6`],
  ])('is noise (%s): %s', ([isNoise, , recorded, replayed, again]) => {
    const found = suggestedOf([{ recorded: { text: recorded }, replayed: { text: replayed }, again: { text: again } }]);
    expect(found.map(({ path }) => path)).toEqual(isNoise ? ['text'] : []);
  });
});

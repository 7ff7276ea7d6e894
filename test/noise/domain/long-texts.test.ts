import { expect, test } from 'vitest';
import { suggestedOf } from './suggested-of.ts';

const FILLER = 'The order was packed, and the parcel is on its way. '.repeat(40);
const [FIRST, SECOND] = ['7e57d0a1-0c1a-4bc3-9d1e-0242ac120001', '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'];
const text = (id: string, total: number) => ({ text: `${id} ${FILLER} total ${total}` });

test('a text whose ids alone differ is noise, however long it is', () => {
  expect(FILLER.length).toBeGreaterThan(2 * 1000);
  const found = suggestedOf([{ recorded: text(FIRST, 5), replayed: text(SECOND, 5) }]);
  expect(found.map(({ path }) => path)).toEqual(['text']);
});

test('a change behind the first 1,000 characters of it is none', () => {
  const found = suggestedOf([{ recorded: text(FIRST, 5), replayed: text(SECOND, 6) }]);
  expect(found).toEqual([]);
});

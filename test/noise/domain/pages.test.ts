import { expect, test } from 'vitest';
import { RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

/** In a zone that the page does not name. */
const local = (at: number) => new Date(at + 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

interface Shown {
  at: number;
  price?: string;
  visits?: number;
  rows?: readonly string[];
}

const page = ({ at, price = '2.80', visits = 7, rows = ['rye', 'oat'] }: Shown) => `<!doctype html><html><body>
<main><table><tr><td>Rye</td><td>${price}</td><td>${new Date(at).toISOString()}</td></tr>
<tr><td>Oat</td><td>1.20</td><td>${new Date(at).toISOString()}</td></tr></table><ul>${rows.map((row) => `<li>${row}</li>`).join('')}</ul></main>
<footer>Last modified: ${local(at)} by ann</footer><aside>${visits}</aside></body></html>`;

const TIMES = ['/o html.body.footer RELATIVE_TIME', '/o html.body.main.table.tr[*].td_3 CURRENT_TIME'];
const suggested = (replayed: Partial<Shown>, again?: Partial<Shown>) =>
  suggestedOf([
    {
      recorded: page({ at: RECORDED_AT }),
      replayed: page({ at: REPLAYED_AT, ...replayed }),
      ...(again && { again: page({ at: REPLAYED_AT + 5000, ...replayed, ...again }) }),
      dates: [RECORDED_AT, REPLAYED_AT, REPLAYED_AT + 5000],
    },
  ]).map(({ operation, path, reason }) => `${operation} ${path} ${reason}`);

test.for<[what: string, replayed: Partial<Shown>, again: Partial<Shown> | undefined, expected: string[]]>([
  ['times alone', {}, undefined, TIMES],
  ['a price beside them is a change', { price: '3.10' }, undefined, TIMES],
  ['a row less is a change', { rows: ['rye'] }, undefined, TIMES],
  ['a count that stays the same when it is sent again is a change', { visits: 9 }, {}, TIMES],
  [
    'a count that differs again',
    { visits: 9 },
    { visits: 10 },
    ['/o html.body.aside DIFFERS_BETWEEN_REPLAYS', ...TIMES],
  ],
])('each place of a page is judged separately: %s', ([, replayed, again, expected]) => {
  const locationsOf = (lines: readonly string[]) => lines.map((line) => line.split(' ')[1]);
  const found = suggested(replayed, again);
  expect(locationsOf(found)).toEqual(locationsOf(expected));
  if (again === undefined) expect(found).toEqual(expected);
});

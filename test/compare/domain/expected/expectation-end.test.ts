import { expect, test } from 'vitest';
import { type ExpectationEnd, nextEnd } from '../../../../functions/compare/domain/expected/expectation-end.ts';

const NOW = 1000;
const ENDED = { ended: true, endsAt: null };

test.for<[known: ExpectationEnd | undefined, seen: Parameters<typeof nextEnd>[1], ExpectationEnd | undefined]>([
  // It holds.
  [undefined, { ended: false, endsAt: 1500 }, { endsAt: 1500, endedAt: null }],
  [
    { endsAt: 1500, endedAt: null },
    { ended: false, endsAt: null },
    { endsAt: null, endedAt: null },
  ],
  // An import brought an older recording back.
  [
    { endsAt: 900, endedAt: 900 },
    { ended: false, endsAt: 1700 },
    { endsAt: 1700, endedAt: null },
  ],
  // The last recording expired.
  [{ endsAt: 999, endedAt: null }, ENDED, { endsAt: 999, endedAt: 999 }],
  [{ endsAt: 1000, endedAt: null }, ENDED, { endsAt: 1000, endedAt: 1000 }],
  // It was deleted before, or while it was pinned.
  [{ endsAt: 1001, endedAt: null }, ENDED, { endsAt: 1001, endedAt: 1000 }],
  [{ endsAt: null, endedAt: null }, ENDED, { endsAt: null, endedAt: 1000 }],
  // The end does not move.
  [{ endsAt: 900, endedAt: 500 }, ENDED, { endsAt: 900, endedAt: 500 }],
  // It ended before anything was known.
  [undefined, ENDED, undefined],
])('nextEnd of %j, where %j is seen, is %j', ([known, seen, end]) => {
  expect(nextEnd(known, seen, NOW)).toEqual(end);
});

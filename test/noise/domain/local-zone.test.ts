import { describe, expect, test } from 'vitest';
import { RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const HOUR_MS = 3_600_000;
/** As RSS writes a time; PHP in Berlin writes its local time with the offset of UTC. */
const rfc = (time: number) => new Date(time).toUTCString().replace('GMT', '+0000');
const sql = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** A feed that was built at the time of its response, and the change of a page some seconds before, in a zone. */
function feed(
  [built, changed]: readonly [string, string],
  at: number,
  { zoneMs = HOUR_MS, write = rfc, builtMs = 0, changedMs = 0 } = {},
) {
  return { [built]: write(at + zoneMs + builtMs), items: [{ [changed]: write(at + zoneMs + changedMs) }] };
}
type Written = Parameters<typeof feed>[2];

describe('times of a feed without a zone (interface 3.1 b)', () => {
  const names = ['lastBuildDate', 'pubDate'] as const;
  const slow = { changedMs: -14_000 };
  const fast = { changedMs: -3000 };

  test.for<[isExplained: boolean, why: string, names: readonly [string, string], recorded: Written, replayed: Written]>(
    [
      [true, 'the recording was much slower', names, slow, fast],
      [true, 'a zone in the west', names, { ...slow, zoneMs: -7 * HOUR_MS }, { ...fast, zoneMs: -7 * HOUR_MS }],
      [true, 'SQL times without a zone', ['now', 'updated_at'], { ...slow, write: sql }, { ...fast, write: sql }],
      [false, 'the zone changed', names, slow, { ...fast, zoneMs: 2 * HOUR_MS }],
      [false, 'the page was changed long ago', names, { changedMs: -HOUR_MS }, { changedMs: -HOUR_MS / 2 }],
      [false, 'the time is ahead', names, { changedMs: 14_000 }, { changedMs: 30_000 }],
      [false, 'an expiry beside it', ['lastBuildDate', 'expiresAt'], slow, fast],
      [false, 'beside an expiry only', ['expires', 'pubDate'], slow, fast],
      [
        false,
        'no time beside it is the current one',
        names,
        { ...slow, builtMs: -300_000 },
        { ...fast, builtMs: -290_000 },
      ],
    ],
  )('are explained (%s): %s', ([isExplained, , pair, recorded, replayed]) => {
    const found = suggestedOf([
      {
        recorded: feed(pair, RECORDED_AT, recorded),
        replayed: feed(pair, REPLAYED_AT, replayed),
        dates: [RECORDED_AT, REPLAYED_AT, REPLAYED_AT],
      },
    ]);
    const path = `items[*].${pair[1]}`;
    expect(found.flatMap((one) => (one.path === path ? one.reason : []))).toEqual(isExplained ? ['CURRENT_TIME'] : []);
  });
});

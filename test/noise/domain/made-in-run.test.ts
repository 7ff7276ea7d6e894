import { expect, test } from 'vitest';
import { RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const at = (time: number) => new Date(time).toISOString();
const session = (id: string, time: number) => ({ session: { objectId: id, user: 'ann', createdAt: at(time) } });

test.for<[paths: string[], what: string, recorded: unknown, replayed: unknown]>([
  [
    ['session.createdAt', 'session.objectId'],
    'the id of a session that each login made, beside the time of its making',
    session('NMtUcB4zKF', RECORDED_AT - 900),
    session('JtE9KO3UOa', REPLAYED_AT - 900),
  ],
  [[], 'the same without that time', { session: { objectId: 'NMtUcB4zKF' } }, { session: { objectId: 'JtE9KO3UOa' } }],
  [
    ['session.createdAt'],
    'an id of another length',
    session('NMtUcB4zKF', RECORDED_AT - 900),
    session('JtE9KO3UOa0', REPLAYED_AT - 900),
  ],
  [
    ['at.createdAt'],
    'an id of another object',
    { at: { createdAt: at(RECORDED_AT) }, session: { objectId: 'NMtUcB4zKF' } },
    { at: { createdAt: at(REPLAYED_AT) }, session: { objectId: 'JtE9KO3UOa' } },
  ],
])('noise reduction suggests %j for %s', ([paths, , recorded, replayed]) => {
  expect(suggestedOf([{ recorded, replayed, again: replayed }]).map(({ path }) => path)).toEqual(paths);
});

const YEAR_MS = 365 * 24 * 3600_000;
const read = (made: number, expires: number) => ({ createdAt: at(made), expiresAt: { iso: at(expires) } });

test.for<[paths: string[], what: string, expires: number]>([
  [['createdAt', 'expiresAt.iso'], 'as long after the time beside it as recorded', YEAR_MS],
  [['createdAt'], 'twice as long after it', 2 * YEAR_MS],
])(
  'noise reduction suggests %j for a session, read 30 s and 1 s after its creation, that expires %s',
  ([paths, , expires]) => {
    const recorded = read(RECORDED_AT - 30_000, RECORDED_AT - 30_000 + YEAR_MS);
    const replayed = read(REPLAYED_AT - 1000, REPLAYED_AT - 1000 + expires);
    expect(suggestedOf([{ recorded, replayed, again: replayed }]).map(({ path }) => path)).toEqual(paths);
  },
);

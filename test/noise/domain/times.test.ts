import { describe, expect, test } from 'vitest';
import { type Exchange, RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const AGAIN_AT = REPLAYED_AT + 3000;
const MOMENTS = [RECORDED_AT, REPLAYED_AT, AGAIN_AT] as const;
const HOUR = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();
const reasons = (exchange: Exchange) =>
  suggestedOf([exchange]).flatMap(({ evidence }) => evidence.reasons.map(({ reason }) => reason));

/** The same request at its three moments. */
const at = (write: (moment: number, build: 'old' | 'new') => unknown, more: Partial<Exchange> = {}): Exchange => ({
  recorded: { at: write(RECORDED_AT, 'old') },
  replayed: { at: write(REPLAYED_AT, 'new') },
  again: { at: write(AGAIN_AT, 'new') },
  dates: MOMENTS,
  ...more,
});
const ONCE = { again: undefined } satisfies Partial<Exchange>;

describe('a time at a distance from the response (RELATIVE_TIME)', () => {
  test.for<[why: string, exchange: Exchange]>([
    ['an hour later', at((moment) => iso(moment + HOUR), ONCE)],
    ['30 days earlier', at((moment) => iso(moment - 30 * 24 * HOUR), ONCE)],
    ['in local time without a zone', at((moment) => iso(moment + 8 * HOUR).slice(0, 19), ONCE)],
    ['as epoch seconds', at((moment) => Math.floor((moment + HOUR) / 1000), ONCE)],
    ['without a Date header', at((moment) => iso(moment + HOUR), { ...ONCE, dates: undefined })],
    [
      'of an import, which shifts the time of the recording',
      at((moment) => iso(moment + HOUR), { ...ONCE, recordedAt: RECORDED_AT + 5 * HOUR }),
    ],
  ])('is noise without a second replay: %s', ([, exchange]) => {
    expect(reasons(exchange)).toEqual(['RELATIVE_TIME']);
  });

  test.for<[why: string, exchange: Exchange]>([
    ['expires half an hour earlier', at((moment, build) => iso(moment + (build === 'old' ? HOUR : HOUR / 2)), ONCE)],
    ['is in another zone', at((moment, build) => iso(moment + (build === 'old' ? 8 : 0) * HOUR).slice(0, 19), ONCE)],
    [
      'has another format',
      at((moment, build) => (build === 'old' ? iso(moment + HOUR) : new Date(moment + HOUR).toUTCString()), ONCE),
    ],
    ['is a fixed time', at((_, build) => iso(RECORDED_AT + (build === 'old' ? HOUR : 2 * HOUR)), ONCE)],
  ])('is a change if it %s', ([, exchange]) => {
    expect(reasons(exchange)).toEqual([]);
  });

  test.for<[why: string, exchange: Exchange]>([
    ['expires half an hour earlier', at((moment, build) => iso(moment + (build === 'old' ? HOUR : HOUR / 2)))],
    ['is in another zone', at((moment, build) => iso(moment + (build === 'old' ? 8 : 0) * HOUR).slice(0, 19))],
    ['has another format', at((moment, build) => (build === 'old' ? iso(moment) : new Date(moment).toUTCString()))],
    ['became a text', at((moment, build) => (build === 'old' ? iso(moment) : new Date(moment).toLocaleString('en')))],
    ['is counted in ms', at((moment, build) => (build === 'old' ? Math.floor(moment / 1000) : moment))],
  ])('is a change, although it differs in each replay, if it %s', ([, exchange]) => {
    expect(reasons(exchange)).toEqual([]);
  });

  test('leaves other values that differ in each replay as noise', () => {
    expect(reasons(at((moment) => iso(RECORDED_AT + ((moment * 7919) % (1000 * HOUR)))))).toEqual([
      'DIFFERS_BETWEEN_REPLAYS',
    ]);
    expect(reasons(at((moment) => moment % 9973))).toEqual(['DIFFERS_BETWEEN_REPLAYS']);
    expect(reasons(at((moment, build) => (build === 'old' ? 1_763_632_800 : moment % 9973)))).toEqual([
      'DIFFERS_BETWEEN_REPLAYS',
    ]);
  });
});

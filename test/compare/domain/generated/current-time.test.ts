import { describe, expect, test } from 'vitest';
import { currentTimeForm } from '../../../../functions/compare/domain/generated/current-time.ts';
import { fieldValue } from '../../../../functions/compare/domain/generated/field-value.ts';

const RECORDED = Date.UTC(2026, 10, 20, 10, 0, 0);
const REPLAYED = Date.UTC(2026, 10, 21, 15, 30, 0);
const TEN_MINUTES = 600_000;

/** The time format that both raw JSON values share, or null. */
function formOf(recorded: string, replayed: string): string | null {
  const [a, b] = [fieldValue(recorded), fieldValue(replayed)];
  return a && b && currentTimeForm(a, b, { recordedAt: RECORDED, replayedAt: REPLAYED });
}
const iso = (time: number) => JSON.stringify(new Date(time).toISOString());

describe('currentTimeForm (interface 3.1 b)', () => {
  test.for<[form: string | null, recorded: string, replayed: string]>([
    ['ISO-8601 Z', '"2026-11-20T10:00:00Z"', '"2026-11-21T15:30:00Z"'],
    ['ISO-8601 Z', '"2026-11-20T10:00:00.123Z"', '"2026-11-21T15:30:00.123456789Z"'],
    ['ISO-8601 Z', '"2026-11-20T10:00Z"', '"2026-11-21T15:30:01Z"'],
    ['ISO-8601 Z', '"2026-11-20T10:00:00,5Z"', '"2026-11-21T15:30:00Z"'],
    ['ISO-8601 +08:00', '"2026-11-20T18:00:00+08:00"', '"2026-11-21T23:30:00+08:00"'],
    ['ISO-8601 -0330', '"2026-11-20T06:30:00-0330"', '"2026-11-21T12:00:00-0330"'],
    ['ISO-8601 +01', '"2026-11-20T11:00:00+01"', '"2026-11-21T16:30:00+01"'],
    [
      'ISO-8601 +08:00[Asia/Shanghai]',
      '"2026-11-20T18:00:00+08:00[Asia/Shanghai]"',
      '"2026-11-21T23:30:00+08:00[Asia/Shanghai]"',
    ],
    ['ISO-8601 with a space UTC', '"2026-11-20 10:00:00 UTC"', '"2026-11-21 15:30:00 UTC"'],
    ['ISO-8601 with a space without zone', '"2026-11-20 10:00:00"', '"2026-11-21 15:30:00"'],
    ['ISO-8601 without zone', '"2026-11-20T10:00:00.5"', '"2026-11-21T15:30:00.25"'],
    ['ISO-8601 basic Z', '"20261120T100000Z"', '"20261121T153000Z"'],
    ['RFC 2822 GMT', '"Fri, 20 Nov 2026 10:00:00 GMT"', '"Sat, 21 Nov 2026 15:30:00 GMT"'],
    ['RFC 2822 +0100', '"Fri, 20 Nov 2026 11:00:00 +0100"', '"Sat, 21 Nov 2026 16:30:00 +0100"'],
    ['RFC 2822 without weekday +0000', '"20 Nov 2026 10:00 +0000"', '"21 Nov 2026 15:30 +0000"'],
    ['epoch s', String(RECORDED / 1000), String(REPLAYED / 1000)],
    ['epoch s', `"${RECORDED / 1000}"`, `"${REPLAYED / 1000}"`],
    ['epoch s', `${RECORDED / 1000}.123456`, `${REPLAYED / 1000}.5`],
    ['epoch ms', String(RECORDED), String(REPLAYED)],
    ['epoch ms', `"${RECORDED}"`, `"${REPLAYED}"`],
    ['epoch us', `${RECORDED}000`, `${REPLAYED}123`],
    ['epoch us', `"${RECORDED}000"`, `"${REPLAYED}123"`],
  ])('recognises %s: %s, %s', ([form, recorded, replayed]) => {
    expect(formOf(recorded, replayed)).toBe(form);
  });

  test.for<[isNoise: boolean, why: string, recorded: string, replayed: string]>([
    [true, 'ten minutes before both', iso(RECORDED - TEN_MINUTES), iso(REPLAYED - TEN_MINUTES)],
    [true, 'ten minutes after both', iso(RECORDED + TEN_MINUTES), iso(REPLAYED + TEN_MINUTES)],
    [false, 'a ms more before the recording', iso(RECORDED - TEN_MINUTES - 1), iso(REPLAYED)],
    [false, 'a ms more after the recording', iso(RECORDED + TEN_MINUTES + 1), iso(REPLAYED)],
    [false, 'a ms more before the replay', iso(RECORDED), iso(REPLAYED - TEN_MINUTES - 1)],
    [false, 'a ms more after the replay', iso(RECORDED), iso(REPLAYED + TEN_MINUTES + 1)],
    [true, 'epoch s, ten minutes', String(RECORDED / 1000 + 600), String(REPLAYED / 1000 - 600)],
    [false, 'epoch s, a second more', String(RECORDED / 1000 + 601), String(REPLAYED / 1000)],
    [true, 'epoch us, ten minutes', `${RECORDED + TEN_MINUTES}000`, `${REPLAYED}000`],
    [false, 'epoch us, a microsecond more', `${RECORDED + TEN_MINUTES}001`, `${REPLAYED}000`],
    [false, 'the moments are swapped', iso(REPLAYED), iso(RECORDED)],
    [false, 'both sides tell the recording', iso(RECORDED), iso(RECORDED + 1)],
    [false, 'a date alone', '"2026-11-20"', '"2026-11-21"'],
    [false, 'a time alone', '"10:00:00"', '"15:30:00"'],
    [false, 'integers that are an epoch far away', '1500000000', '1600000000'],
    [false, 'only one integer is near', String(RECORDED / 1000), '1600000000'],
    [false, 'two prices', '1999', '2999'],
    [false, 'two prices as text', '"19.99"', '"29.99"'],
    [false, 's became ms', String(RECORDED / 1000), String(REPLAYED)],
    [false, 'ISO-8601 became epoch text', iso(RECORDED), `"${REPLAYED}"`],
    [false, 'Z became an offset', iso(RECORDED), '"2026-11-21T15:30:00+00:00"'],
    [false, 'another offset', '"2026-11-20T18:00:00+08:00"', '"2026-11-21T16:30:00+01:00"'],
    [false, 'the T became a space', '"2026-11-20T10:00:00Z"', '"2026-11-21 15:30:00Z"'],
    [false, 'local time without zone, elsewhere than UTC', '"2026-11-20T18:00:00"', '"2026-11-21T23:30:00"'],
    [false, 'no such day', '"2026-11-20T10:00:00Z"', '"2026-11-31T15:30:00Z"'],
    [false, 'no such hour', '"2026-11-19T34:00:00Z"', '"2026-11-21T15:30:00Z"'],
    [false, 'text around it', '"at 2026-11-20T10:00:00Z"', '"at 2026-11-21T15:30:00Z"'],
    [false, 'it went', iso(RECORDED), '""'],
    [false, 'booleans', 'true', 'false'],
  ])('accepts a time near its request: %s, %s', ([isNoise, , recorded, replayed]) => {
    expect(formOf(recorded, replayed) !== null).toBe(isNoise);
  });
});

import { describe, expect, test } from 'vitest';
import { toleranceOffer } from '../../../../functions/report/pages/request/tolerance-offer.ts';

const offered = (
  recorded: string | null,
  replayed: string | null,
  kind: 'FIELD_VALUE' | 'FIELD_TYPE' = 'FIELD_VALUE',
) => toleranceOffer({ kind, recorded, replayed });

describe('the tolerance for two values', () => {
  test.each([
    ['29.5', '14.5', 'Allow ±15…', { kind: 'tolerance', amount: '15' }],
    ['0.1', '0.3', 'Allow ±0.2…', { kind: 'tolerance', amount: '0.2' }],
    ['1000', '2234', 'Allow ±1300…', { kind: 'tolerance', amount: '1300' }],
    ['-1', '1e-3', 'Allow ±1.1…', { kind: 'tolerance', amount: '1.1' }],
    [
      '"2026-11-22T10:00:00Z"',
      '"2026-11-22T10:00:01.500Z"',
      'Allow ±2 seconds…',
      { kind: 'time-tolerance', duration: '2', timeUnit: 'seconds' },
    ],
    [
      '"2026-11-22T10:00:00Z"',
      '"2026-11-22T10:05:00Z"',
      'Allow ±5 minutes…',
      { kind: 'time-tolerance', duration: '5', timeUnit: 'minutes' },
    ],
    [
      '1763805600000',
      '1763805600020',
      'Allow ±20 ms…',
      { kind: 'time-tolerance', duration: '20', timeUnit: 'milliseconds' },
    ],
  ])('is offered for %s and %s', (recorded, replayed, text, fields) => {
    expect(offered(recorded, replayed)).toEqual({ text, fields });
  });

  test.each([
    ['"a"', '"b"'],
    ['1', '1.0'],
    ['1', null],
    ['"1"', '2'],
    ['1e400', '1'],
    ['[1]', '[2]'],
    ['{"cut', '{"cut'],
  ])('is not offered for %s and %s', (recorded, replayed) => {
    expect(offered(recorded, replayed)).toBeNull();
  });

  test('is not offered for another kind of difference', () => {
    expect(offered('1', '"2"', 'FIELD_TYPE')).toBeNull();
  });
});

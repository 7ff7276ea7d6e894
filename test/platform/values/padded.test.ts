import { expect, test } from 'vitest';
import { padded, paddedTime } from '../../../functions/platform/values/padded.ts';

test('padded puts zeros before numbers, and keeps longer ones whole', () => {
  expect([0, 7, 1234, 12_345].map((number) => padded(number, 4))).toEqual(['0000', '0007', '1234', '12345']);
});

test.for([
  [0, '000000000000000'],
  [-1, '000000000000000'],
  [1_767_225_600_000, '001767225600000'],
  [999_999_999_999_999, '999999999999999'],
  [1_000_000_000_000_000, '999999999999999'],
] as const)('paddedTime writes the time %j as %j', ([time, text]) => {
  expect(paddedTime(time)).toBe(text);
});

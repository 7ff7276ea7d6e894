import { Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { namingOption, numberFrom } from '../../cli/option-values.ts';

describe('the name of an option in a refusal of the service', () => {
  const options = [
    new Option('--overlap-hours <hours>'),
    new Option('--url-env <variable>'),
    new Option('--path <path>'),
  ];

  test.for([
    ['overlapHours must be an integer from 0 to 168', '--overlap-hours must be an integer from 0 to 168'],
    ['url must be an http:// or https:// address', '--url-env must be an http:// or https:// address'],
    ['path is missing or invalid', '--path is missing or invalid'],
    ['path of the file', 'path of the file'],
    ['there is no such url', 'there is no such url'],
    ['replay.maxQps is invalid', 'replay.maxQps is invalid'],
  ] as const)('replaces that of the parameter: %s', ([message, expected]) => {
    expect(namingOption(message, options)).toBe(expected);
  });
});

test('numberFrom accepts both ends of its range and refuses what is outside', () => {
  const rate = numberFrom(0, 1);
  expect([rate('0'), rate('0.5'), rate('1')]).toEqual([0, 0.5, 1]);
  for (const text of ['-0.1', '1.1', '7', 'x', '']) expect(() => rate(text)).toThrow();
});

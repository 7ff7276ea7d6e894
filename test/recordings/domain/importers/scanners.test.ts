import { describe, expect, test } from 'vitest';
import { goReplayScanner } from '../../../../functions/recordings/domain/importers/goreplay-scanner.ts';
import { harScanner } from '../../../../functions/recordings/domain/importers/har-scanner.ts';
import { HOSTILE_GOREPLAY, HOSTILE_HAR } from '../../../support/hostile-imports.ts';

const pieces = function* (bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
};
const LENGTHS = [1, 2, 7, 13, 14, 15, 64, 1000];

const goReplay = (text: string, length = Number.POSITIVE_INFINITY) => {
  const scanner = goReplayScanner();
  const bytes = Buffer.from(text);
  for (const piece of pieces(bytes, Math.min(length, bytes.length))) scanner.push(piece);
  const { records, unreadable } = scanner.end();
  return {
    unreadable,
    records: records.map(({ type, id, start, end }) => [type, id, bytes.subarray(start, end).toString()]),
  };
};
const har = (text: string, length = Number.POSITIVE_INFINITY) => {
  const scanner = harScanner();
  const bytes = Buffer.from(text);
  for (const piece of pieces(bytes, Math.min(length, bytes.length))) scanner.push(piece);
  const index = scanner.end();
  return index === null ? null : index.starts.map((start, at) => bytes.subarray(start, index.ends[at]).toString());
};

describe('the records of a GoReplay file', () => {
  const SEPARATOR = '\n🐵🙈🙉\n';
  const FILE = [
    '1 a 1\nfirst',
    '2 a 2 3\n\n🐵🙈 is no separator 🙈🙉\n',
    '',
    ' \r\n',
    '3 a 4\nreplayed',
    'nonsense',
    `1 ${'b'.repeat(128)} 5\n${'x'.repeat(3000)}`,
    '1 c 6\nlast',
  ].join(SEPARATOR);
  const whole = goReplay(FILE);

  test('are found by their separators', () => {
    expect(whole).toEqual({
      unreadable: 1,
      records: [
        [1, 'a', 'first'],
        [2, 'a', '\n🐵🙈 is no separator 🙈🙉\n'],
        [1, 'b'.repeat(128), 'x'.repeat(3000)],
        [1, 'c', 'last'],
      ],
    });
  });

  test.for(LENGTHS)('are the same in pieces of %i bytes', (length) => {
    expect(goReplay(FILE, length)).toEqual(whole);
    for (const make of Object.values(HOSTILE_GOREPLAY))
      expect(goReplay(make(500), length)).toEqual(goReplay(make(500)));
  });
});

describe('the entries of a HAR', () => {
  test.for<[text: string, entries: string[] | null]>([
    ['{"log":{"entries":[]}}', []],
    ['{"log":{"entries":[ ]}}', []],
    ['{"log":{"entries":[{}]}}', ['{}']],
    [
      ' {"log" : {"version":"1.2","entries" :\n[ {"a":"]}\\""} , 1 ,"x","\\\\" ] ,"x":[{}]}, "y":1 } ',
      ['{"a":"]}\\""}', '1', '"x"', '"\\\\"'],
    ],
    ['\uFEFF{"log":{"entries":[{}]}}', ['{}']],
    ['{"l\\u006fg":{"\\u0065\\u006e\\u0074\\u0072\\u0069\\u0065\\u0073":[[1,2]]}}', ['[1,2]']],
    ['{"entries":[1],"log":{"pages":[{"entries":[2]}],"x":{"entries":[4]},"entries":[3]}}', ['3']],
    ['{"log":{"entries":{"entries":[1]}}}', null],
    ['{"log":[{"entries":[1]}]}', null],
    ['{"log":{"entries":[1],"entries":[2]}}', null],
    ['{"log":{"entries":[1,]}}', null],
    ['{"log":{"entries":[,1]}}', null],
    ['{"log":{"entries":[,]}}', null],
    ['{"log":{"entries":[1}}}', null],
    ['{"log":{"entries":[1]}', null],
    ['{"log":{"entries":[1]}}}', null],
    ['{"log":{"entries":[1]}} x', null],
    ['{"log":{"entries":[1]x}}', null],
    ['{"log":{"entries":["1]}}', null],
    ['{"log":{x:1,"entries":[1]}}', null],
    ['[{"log":{"entries":[1]}}]', null],
    ['', null],
  ])('are found in %s', ([text, entries]) => {
    expect(har(text)).toEqual(entries);
    for (const length of LENGTHS) expect(har(text, length)).toEqual(entries);
  });

  test.for(Object.entries(HOSTILE_HAR))('are the same in pieces: %s', ([, make]) => {
    for (const length of LENGTHS) expect(har(make(500), length)).toEqual(har(make(500)));
  });
});

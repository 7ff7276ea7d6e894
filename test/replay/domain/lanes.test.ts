import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkSize, cutIntoChunks, lanes } from '../../../functions/replay/domain/lanes.ts';

const cases = (...sessions: (string | null)[]) => sessions.map((session, n) => ({ n, session }));
const numbers = (lists: { n: number }[][]) => lists.map((list) => list.map(({ n }) => n));
const repeat = (session: string | null, times: number) => Array.from({ length: times }, () => session);

describe('lanes (interface 10: sessions)', () => {
  test.for<[string, (string | null)[], number[][]]>([
    ['nothing', [], []],
    ['no sessions, each case alone', [null, null], [[0], [1]]],
    ['one session in order, others beside it', ['a', null, 'a', 'b', 'a'], [[0, 2, 4], [1], [3]]],
    ['a session with an empty name', ['', ''], [[0, 1]]],
  ])('are made from %s', ([, sessions, expected]) => {
    expect(numbers(lanes(cases(...sessions)))).toEqual(expected);
  });
});

describe('chunks', () => {
  test.for<[string, (string | null)[], number[]]>([
    ['nothing', [], []],
    ['50 fit', repeat(null, 50), [50]],
    ['51 do not', repeat(null, 51), [50, 1]],
    ['a session that would not fit begins the next', [...repeat(null, 49), 'a', 'a'], [49, 2]],
    ['a long session is one chunk', [null, ...repeat('a', 120), null], [1, 120, 1]],
  ])('are cut from %s', ([, sessions, sizes]) => {
    expect(cutIntoChunks(cases(...sessions), 50).map((chunk) => chunk.length)).toEqual(sizes);
  });

  test.for([
    [1, 50],
    [25_000, 50],
    [25_001, 51],
    [200_000, 400],
    [250_000, 500],
    [1_000_000, 500],
  ] as const)('of a run of %i requests have %i of them', ([requests, size]) => {
    expect(chunkSize(requests, { concurrency: 10, workers: 2 })).toBe(size);
  });

  test.for([
    ['of a worker with many connections have 10 requests for each', 8000, 100, 4, 250],
    ['have at most 500 requests', 8000, 1000, 1, 500],
    ['of a small run are as many as its workers', 600, 1000, 4, 150],
    ['of a run of few requests have 50', 120, 1000, 4, 50],
  ] as const)('%s', ([, requests, concurrency, workers, size]) => {
    expect(chunkSize(requests, { concurrency, workers })).toBe(size);
  });

  test('have every case once, no session split, and the order of the selection', () => {
    const session = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 8 }).map(String));
    fc.assert(
      fc.property(fc.array(session, { maxLength: 300 }), (sessions) => {
        const chunks = cutIntoChunks(cases(...sessions), 50);
        expect(
          numbers(chunks)
            .flat()
            .toSorted((a, b) => a - b),
        ).toEqual(sessions.map((_, n) => n));
        for (const chunk of numbers(chunks)) expect(chunk).toEqual(chunk.toSorted((a, b) => a - b));
        const homes = chunks.flatMap((chunk, at) =>
          chunk.flatMap(({ session: name }) => (name === null ? [] : [`${name}@${at}`])),
        );
        expect(new Set(homes).size).toBe(new Set(sessions.filter((name) => name !== null)).size);
      }),
    );
  });
});

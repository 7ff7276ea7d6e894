import { describe, expect, test } from 'vitest';
import { type Pages, segmentedLists } from '../../../../functions/replay/service/selecting/segmented-lists.ts';

/** Pages in memory; counts them. */
function memoryPages() {
  const stored: number[][] = [];
  const pages: Pages<number> = {
    put: async (page) => String(stored.push([...page]) - 1),
    read: async (name) => stored[Number(name)] ?? [],
  };
  return { stored, pages };
}

describe('segmentedLists', () => {
  test.for([
    [100, 1],
    [100, 7],
    [100, 99],
    [5, 10],
  ] as const)('gives back %i values in their order, with %i of them in memory', async ([values, maxInMemory]) => {
    const { stored, pages } = memoryPages();
    const lists = segmentedLists(3, pages, maxInMemory);
    for (let value = 0; value < values; value++) await lists.add(value % 3, value);
    expect(stored.flat().length).toBeGreaterThanOrEqual(values - maxInMemory);
    for (let segment = 0; segment < 3; segment++) {
      const expected = Array.from({ length: values }, (_, value) => value).filter((value) => value % 3 === segment);
      expect((await Array.fromAsync(lists.take(segment))).flat()).toEqual(expected);
    }
  });

  test('writes no page of what fits into memory', async () => {
    const { stored, pages } = memoryPages();
    const lists = segmentedLists(2, pages, 10);
    for (let value = 0; value < 10; value++) await lists.add(value % 2, value);
    expect(stored).toEqual([]);
  });
});

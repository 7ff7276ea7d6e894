import { describe, expect, test } from 'vitest';
import { markedByKey, outcomeDigest } from '../../../functions/findings/domain/stored/marked-outcomes.ts';
import { markStore } from '../../../functions/findings/store/marks.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { type Cluster, outcomeKey } from '../../../functions/replay/domain/results/clusters.ts';

const cluster = (subject: string): Cluster => ({
  operation: '/o',
  hasResult: true,
  failure: null,
  differences: [{ kind: 'FIELD_VALUE', subject, rule: null }],
  truncated: false,
  requests: 3,
  samples: [],
});
const [a, b] = [cluster('a'), cluster('b')];

test('markedByKey counts marks by cluster', () => {
  const outcomes = [outcomeDigest(a), outcomeDigest(a), 'of a cluster that is gone'];
  expect(markedByKey([a, b], outcomes).get(outcomeKey(a))).toBe(2);
  expect(markedByKey([a, b], outcomes).get(outcomeKey(b))).toBe(0);
});

describe('the marks of a round', () => {
  const mark = (item: number) => ({ item, comment: null, markedBy: 'p', markedAt: 5, outcome: 'x' });

  test('are listed as a whole or for a range of items, and never for another round', async () => {
    const table = openTable(':memory:', () => 0);
    const marks = markStore(table, 't');
    // only these two members of a plan are read
    const plan = { planId: 'p', expiresAt: 10 } as Parameters<typeof marks.put>[0];
    for (const item of [3, 20, 100]) await marks.put(plan, 1, mark(item));
    const items = async (...args: Parameters<typeof marks.list>) => (await marks.list(...args)).map(({ item }) => item);
    expect(await items('p', 1)).toEqual([3, 20, 100]);
    expect(await items('p', 1, { from: 3, to: 100 })).toEqual([3, 20]);
    expect(await items('p', 2)).toEqual([]);
    await marks.remove('p', 1, 3);
    expect(await marks.find('p', 1, 3)).toBeUndefined();
    await marks.moveTo('p', 1, 20, 'y');
    expect(await marks.find('p', 1, 20)).toMatchObject({ outcome: 'y', markedAt: 5 });
    expect(await marks.moveTo('p', 1, 3, 'y')).toBe(false);
  });
});

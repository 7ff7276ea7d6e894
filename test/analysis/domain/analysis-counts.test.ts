import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { analysisCounts } from '../../../functions/analysis/domain/analysis-counts.ts';
import {
  type NamedCase,
  namedCases,
  StoredNamedCases,
  storedNamedCases,
} from '../../../functions/analysis/domain/named-cases.ts';
import { failedCases } from '../../../functions/findings/domain/failed-cases.ts';
import type { Cluster } from '../../../functions/replay/domain/results/clusters.ts';
import {
  FailedCases,
  hasItem,
  placedItems,
  storedFailedCases,
} from '../../../functions/replay/domain/results/failed-cases.ts';

const failed: FailedCases = {
  replayed: [
    ['/a', 10],
    ['/b', 5],
  ],
  clusters: [
    { operation: '/a', method: 'GET', differences: [], items: [0, 1, 2], samples: [] },
    { operation: '/a', method: 'POST', differences: [], items: [5], samples: [] },
    { operation: '/b', method: 'GET', differences: [], items: [7, 8], samples: [] },
    { operation: '/c', differences: [], items: [9], samples: [] },
  ],
};
const said = (...entries: [number, NamedCase['tier']][]) =>
  new Map(entries.map(([item, tier]) => [item, { tier, change: null }]));

describe('analysisCounts (spec 2.5)', () => {
  test('counts cases that no entry names as undetermined', () => {
    expect(analysisCounts(failed, said(), 7)).toEqual({
      analyzedCases: 0,
      failedCases: 7,
      codeChangeCases: 0,
      undeterminedCases: 7,
      invalidCases: 0,
      codeChangeInterfaces: 0,
      undeterminedInterfaces: 3,
      invalidInterfaces: 0,
      endpoints: { codeChange: 0, undetermined: 4, invalid: 0 },
    });
  });

  test('counts an endpoint in its most severe tier only, and ignores cases that did not fail', () => {
    const named = said(
      [0, 'CODE_CHANGE'],
      [1, 'INVALID'],
      [7, 'INVALID'],
      [9, 'INVALID'],
      [6, 'CODE_CHANGE'],
      [5, 'UNDETERMINED'],
    );
    expect(analysisCounts(failed, named, 7)).toEqual({
      analyzedCases: 5,
      failedCases: 7,
      codeChangeCases: 1,
      undeterminedCases: 3,
      invalidCases: 3,
      codeChangeInterfaces: 1,
      undeterminedInterfaces: 1,
      invalidInterfaces: 1,
      // `POST /a` beside `GET /a`.
      endpoints: { codeChange: 1, undetermined: 2, invalid: 1 },
    });
  });

  test('gives tiers that always sum to the failed cases', () => {
    const tiers = ['CODE_CHANGE', 'UNDETERMINED', 'INVALID'] as const;
    for (let run = 0; run < 3 ** 7; run++) {
      const named = said(
        ...[0, 1, 2, 5, 7, 8, 9].map((item, index): [number, NamedCase['tier']] => [
          item,
          tiers[Math.floor(run / 3 ** index) % 3] ?? 'INVALID',
        ]),
      );
      const counts = analysisCounts(failed, named, 7);
      expect(counts.codeChangeCases + counts.undeterminedCases + counts.invalidCases).toBe(7);
      expect(counts.codeChangeInterfaces + counts.undeterminedInterfaces + counts.invalidInterfaces).toBe(3);
      const { codeChange = 0, undetermined = 0, invalid = 0 } = counts.endpoints ?? {};
      expect(codeChange + undetermined + invalid).toBe(4);
    }
  });
});

describe('failed cases of a round (interface 2.3)', () => {
  const cluster = (operation: string, requests: number, subjects: string[], rule: string | null = null): Cluster => ({
    operation,
    hasResult: true,
    failure: null,
    differences: subjects.map((subject) => ({ kind: 'FIELD_VALUE', subject, rule })),
    truncated: false,
    requests,
    samples: [],
  });
  const rulesOf = () => ({
    ruleFor: (subject: string) => (subject === 'ignored' ? 'r' : null),
    has: () => false,
    isSuggested: () => false,
  });

  test('are those with a difference that no rule ignores, clustered by what remains', () => {
    const clusters = [
      cluster('/a', 2, ['x']),
      cluster('/a', 1, ['x', 'ignored']),
      cluster('/a', 4, ['ignored']),
      cluster('/b', 1, ['x']),
      cluster('/b', 3, []),
      { ...cluster('/c', 1, ['x']), hasResult: false },
    ];
    const placed = placedItems();
    const items = [[4, 0], [2], [10, 11, 12, 13], [3], [], []];
    for (const [index, one] of clusters.entries()) placed.add(one, index, items[index] ?? []);
    const found = failedCases({ clusters, rulesOf }, placed.of);
    expect(found).toEqual({
      replayed: [
        ['/a', 7],
        ['/b', 4],
      ],
      clusters: [
        {
          operation: '/a',
          differences: [{ kind: 'FIELD_VALUE', subject: 'x' }],
          items: [0, 2, 4],
          samples: [
            { item: 0, chunk: 0 },
            { item: 2, chunk: 1 },
            { item: 4, chunk: 0 },
          ],
        },
        {
          operation: '/b',
          differences: [{ kind: 'FIELD_VALUE', subject: 'x' }],
          items: [3],
          samples: [{ item: 3, chunk: 3 }],
        },
      ],
    });
    expect(v.parse(FailedCases, JSON.parse(JSON.stringify(storedFailedCases(found))))).toEqual(found);
    expect([0, 1, 2, 3, 4, 5].filter((item) => hasItem(found.clusters, item))).toEqual([0, 2, 3, 4]);
  });

  test('stay the same through storage with 125,000 named cases', () => {
    const named = new Map(
      Array.from({ length: 125_000 }, (_, item) => [
        item,
        { tier: item % 3 === 0 ? ('INVALID' as const) : ('CODE_CHANGE' as const), change: item % 3 === 1 ? 'k' : null },
      ]),
    );
    const stored = storedNamedCases(named);
    expect(stored).toHaveLength(3);
    const read = namedCases(v.parse(StoredNamedCases, JSON.parse(JSON.stringify(stored))));
    expect(read.size).toBe(named.size);
    expect(
      [...read].every(
        ([item, { tier, change }]) => named.get(item)?.tier === tier && named.get(item)?.change === change,
      ),
    ).toBe(true);
  });
});

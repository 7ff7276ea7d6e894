import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { analysisView } from '../../../functions/analysis/domain/analysis-view.ts';
import { codeChanges, findingId, NamedChange, shortTitleOf } from '../../../functions/analysis/domain/code-changes.ts';
import { consecutiveOf } from '../../../functions/analysis/domain/consecutive.ts';
import type { FailedCases } from '../../../functions/replay/domain/results/failed-cases.ts';

const change = (more: object) => v.parse(NamedChange, { key: 'k', title: 't', operations: ['/a'], ...more });
const failed: FailedCases = {
  replayed: [
    ['/a', 10],
    ['/b', 5],
    ['/c', 100],
  ],
  clusters: [
    { operation: '/a', differences: [], items: [0], samples: [] },
    { operation: '/b', method: 'PUT', differences: [], items: [7], samples: [] },
    { operation: '/b', method: 'GET', differences: [], items: [8], samples: [] },
  ],
};
const named = new Map([0, 7, 8, 99].map((item) => [item, { tier: 'CODE_CHANGE' as const, change: 'k' }]));
const one = (more: object) => codeChanges('shop', [change(more)], failed, named)[0];

describe('code changes (spec 2.5)', () => {
  test('count the failed cases that name them, and the replayed cases of their endpoints', () => {
    expect(one({ operations: ['/a', '/b', '/a', '/unknown'] })).toMatchObject({
      affectedCases: 3,
      replayedCases: 15,
      sampleOperation: '/b',
      entry: { operations: ['/a', '/b', '/unknown'] },
      endpoints: [
        { operationName: '/a', methods: [] },
        { operationName: '/b', methods: ['GET', 'PUT'] },
        { operationName: '/unknown', methods: [] },
      ],
    });
    expect(one({ operations: ['/a'] })).toMatchObject({ affectedCases: 3, replayedCases: 15 });
    expect(one({ sampleOperation: '/a' })?.sampleOperation).toBe('/a');
    expect(one({ key: 'other', operations: ['/c'] })).toMatchObject({ affectedCases: 0, sampleOperation: '/c' });
    expect(one({ key: 'other', operations: [] })).toMatchObject({ replayedCases: 0, sampleOperation: null });
  });

  test('have an id that depends only on application, kind, subject and the set of endpoints', () => {
    const entry = { kind: 'FIELD_VALUE', subject: 'price', operations: ['/a', '/b'] };
    const id = findingId('shop', entry);
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(findingId('shop', { ...entry, operations: ['/b', '/a'] })).toBe(id);
    expect(one({ ...entry, title: 'other words', operations: ['/b', '/a', '/a'] })?.findingId).toBe(id);
    const others = [
      findingId('other', entry),
      findingId('shop', { ...entry, kind: 'FIELD_TYPE' }),
      findingId('shop', { ...entry, subject: null }),
      findingId('shop', { ...entry, operations: ['/a'] }),
    ];
    expect(new Set([id, ...others]).size).toBe(5);
  });

  test('have different ids even if only their keys differ', () => {
    const ids = codeChanges('shop', [change({}), change({ key: 'l' })], failed, named).map((found) => found.findingId);
    expect(new Set(ids).size).toBe(2);
  });

  test.for([
    ['the title if none is given', { title: '订单金额少算了运费' }, '订单金额少算了运费'],
    ['a given one of 20 characters in full', { title: 't', shortTitle: 'x'.repeat(20) }, 'x'.repeat(20)],
    ['20 characters of one of 21', { title: 't', shortTitle: 'x'.repeat(21) }, 'x'.repeat(20)],
    ['whole code points', { title: '😀'.repeat(21) }, '😀'.repeat(20)],
    ['a single line', { title: ' a\n\tb\u0000c ' }, 'a b c'],
    ['the title if the given one is blank', { title: 'title', shortTitle: ' ' }, 'title'],
  ] as const)('have a shortTitle: %s', ([, texts, short]) => {
    expect(shortTitleOf(change(texts))).toBe(short);
  });
});

describe('codeChanges of a poll (spec 2.5)', () => {
  const counts = {
    analyzedCases: 3,
    failedCases: 3,
    codeChangeCases: 3,
    undeterminedCases: 0,
    invalidCases: 0,
    codeChangeInterfaces: 2,
    undeterminedInterfaces: 0,
    invalidInterfaces: 0,
  };
  const shown = (more: object, marked: { markedAt: number; change: string | null }[] = []) => {
    const changes = codeChanges('shop', [change(more)], failed, named).map((each) => ({ ...each, consecutive: 1 }));
    return analysisView({ state: 'DONE', reason: null }, counts, changes, marked);
  };

  test.for([
    ['without a location', {}, true, null],
    ['with a symbol only', { location: { symbol: 'A.b' } }, true, { file: null, line: null, symbol: 'A.b' }],
    ['with a file', { location: { file: 'a.ts', line: 3 } }, false, { file: 'a.ts', line: 3, symbol: null }],
    [
      'as the executor says',
      { location: { file: 'a.ts' }, inferred: true },
      true,
      { file: 'a.ts', line: null, symbol: null },
    ],
    ['with an empty location', { location: {} }, true, null],
  ] as const)('have the right `inferred` %s', ([, more, inferred, location]) => {
    expect(shown(more).codeChanges[0]).toMatchObject({ inferred, location });
  });

  test('count marks apart, and lower no other number for them', () => {
    const analysis = shown({}, [
      { markedAt: 5, change: 'k' },
      { markedAt: 9, change: 'k' },
      { markedAt: 7, change: null },
    ]);
    expect(analysis).toMatchObject({ ...counts, markedCases: 3 });
    expect(analysis.codeChanges[0]).toMatchObject({ affectedCases: 3, markedCases: 2, markedAt: 9 });
    expect(shown({}).codeChanges[0]).toMatchObject({ markedCases: 0, markedAt: null });
  });
});

describe('consecutive (spec 2.5)', () => {
  const namedAfter = (consecutive: number, isConclusive = true) => ({
    isConclusive,
    consecutive: new Map([['id', consecutive]]),
  });
  const silent = { isConclusive: false, consecutive: new Map() };
  const without = { isConclusive: true, consecutive: new Map() };

  test.for([
    ['seen for the first time', [], 1],
    ['seen again', [namedAfter(4)], 5],
    ['that was gone in between', [without, namedAfter(4)], 1],
    ['seen before replays without a conclusive analysis', [silent, silent, namedAfter(2)], 3],
    ['named by an analysis that stopped partway', [namedAfter(1, false)], 2],
    ['seen ten replays ago', [...Array.from({ length: 9 }, () => silent), namedAfter(1)], 2],
    ['seen eleven replays ago', [...Array.from({ length: 10 }, () => silent), namedAfter(1)], 1],
  ] as const)('is right for a change %s', ([, earlier, count]) => {
    expect(consecutiveOf('id', earlier)).toBe(count);
  });
});

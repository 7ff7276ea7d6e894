import { describe, expect, test } from 'vitest';
import {
  mergedSelections,
  operationsByName,
  planOfTrigger,
  unknownOperationsMessage,
} from '../../../functions/replay/domain/create-plan.ts';
import type { Trigger } from '../../../functions/replay/domain/trigger.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DEFAULTS = { now: NOW, caseCountLimit: 100, load: { maxQps: 200, concurrency: 10, timeoutMs: 30_000 } };
const trigger: Trigger = {
  appId: 'shop',
  targetEnv: 'https://staging.shop.test',
  operations: ['/a'],
  caseSource: 'rolling',
  caseSourceHours: 2,
  caseCountLimit: null,
  caseTags: {},
  enableMock: true,
  passThreshold: 0.9,
  attributes: '{"commit":"abc"}',
  idempotencyKey: 'build-7',
};

describe('planOfTrigger', () => {
  test('fixes the window of its recordings, and leaves attributes and key to the trigger', () => {
    const operations = [{ operation: '/a', caseIds: null }];
    expect(planOfTrigger(trigger, operations, DEFAULTS)).toEqual({
      appId: 'shop',
      targetEnv: 'https://staging.shop.test',
      operations,
      caseSource: 'rolling',
      caseFrom: NOW - 2 * 3_600_000,
      caseTo: NOW + 1,
      caseCountLimit: 100,
      caseTags: {},
      enableMock: true,
      passThreshold: 0.9,
      planName: 'shop 2026-11-20T12:00:00.000Z',
      operator: 'OpenAPI',
      source: 'trigger',
      load: DEFAULTS.load,
    });
  });

  test('lowers the limit of the service, and never raises it', () => {
    const limitOf = (caseCountLimit: number) =>
      planOfTrigger({ ...trigger, caseCountLimit }, null, DEFAULTS).caseCountLimit;
    expect([limitOf(99), limitOf(101)]).toEqual([99, 100]);
  });

  test('begins no window before 1970', () => {
    expect(planOfTrigger({ ...trigger, caseSourceHours: 1e9 }, null, DEFAULTS).caseFrom).toBe(0);
  });
});

describe('operationsByName', () => {
  const named = operationsByName(['/a', 'GET /a', 'GET /b', 'POST /b', '/graphql#query Cart', '/graphql#query Item']);

  test.for<[name: string, stands: string[]]>([
    ['/a', ['/a']],
    ['GET /a', ['GET /a']],
    ['/b', ['GET /b', 'POST /b']],
    ['/graphql', ['/graphql#query Cart', '/graphql#query Item']],
    ['/graphql#query Cart', ['/graphql#query Cart']],
    ['/c', []],
  ])('finds what %s stands for', ([name, stands]) => {
    expect(named(name)).toEqual(stands);
  });
});

describe('mergedSelections', () => {
  test('has each endpoint once, with all cases that are named', () => {
    expect(
      mergedSelections([
        { operation: '/a', caseIds: ['c1', 'c2'] },
        { operation: '/b', caseIds: ['c4'] },
        { operation: '/a', caseIds: ['c2', 'c3'] },
      ]),
    ).toEqual([
      { operation: '/a', caseIds: ['c1', 'c2', 'c3'] },
      { operation: '/b', caseIds: ['c4'] },
    ]);
  });

  test('has every case of an endpoint that is also named as a whole', () => {
    expect(
      mergedSelections([
        { operation: '/a', caseIds: ['c1'] },
        { operation: '/a', caseIds: null },
      ]),
    ).toEqual([{ operation: '/a', caseIds: null }]);
  });
});

test.for([
  [1, '[/0]'],
  [50, `[${Array.from({ length: 50 }, (_, at) => `/${at}`).join(', ')}]`],
  [52, `[${Array.from({ length: 50 }, (_, at) => `/${at}`).join(', ')}, and 2 more]`],
] as const)('unknownOperationsMessage names at most 50 of %i endpoints', ([count, list]) => {
  const unknown = Array.from({ length: count }, (_, at) => `/${at}`);
  expect(unknownOperationsMessage('shop', unknown)).toBe(
    `these operations are not registered under appId=shop: ${list}`,
  );
});

import { describe, expect, test } from 'vitest';
import { consolePlanBodyOf, parseConsolePlan } from '../../../functions/replay/domain/console-plan.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DEFAULTS = {
  now: NOW,
  caseCountLimit: 100,
  load: { maxQps: 200, concurrency: 10, timeoutMs: 30_000 },
  operator: 'ann@shop.test',
};
const BODY = { appId: 'shop', targetEnv: ' https://staging.shop.test ' };

const parsed = (more: Record<string, unknown>) => parseConsolePlan({ ...BODY, ...more }, DEFAULTS);
const planOf = (more: Record<string, unknown>) => {
  const plan = parsed(more);
  if (!plan.ok) throw new Error(plan.message);
  return plan.value;
};

describe('createPlan (interface 4.6)', () => {
  test('replays the last day of the whole application by default, in the name of its caller', () => {
    expect(planOf({})).toEqual({
      appId: 'shop',
      targetEnv: 'https://staging.shop.test',
      operations: null,
      caseSource: 'rolling',
      caseFrom: NOW - 24 * 3_600_000,
      caseTo: NOW + 1,
      caseCountLimit: 100,
      caseTags: {},
      enableMock: true,
      passThreshold: null,
      planName: 'shop 2026-11-20T12:00:00.000Z',
      operator: 'ann@shop.test',
      source: 'console',
      load: DEFAULTS.load,
    });
  });

  test('takes what the caller gives, and no more cases than the limit of the service', () => {
    expect(
      planOf({
        caseSourceType: 'pinned',
        caseCountLimit: 101,
        caseSelection: 'spread',
        order: 'recorded',
        planName: ' Nightly ',
        operator: ' ben ',
        enableMock: false,
        caseTags: { tier: 'gold', shard: 7 },
        credentials: 'none',
        load: { maxQps: 5 },
      }),
    ).toMatchObject({
      caseSource: 'pinned',
      caseCountLimit: 100,
      caseSelection: 'spread',
      order: 'recorded',
      planName: 'Nightly',
      operator: 'ben',
      enableMock: false,
      caseTags: { tier: 'gold', shard: '7' },
      credentials: 'none',
      load: { maxQps: 5, concurrency: 10, timeoutMs: 30_000 },
    });
    expect(planOf({ caseCountLimit: 99 }).caseCountLimit).toBe(99);
  });

  test.for<[what: string, body: Record<string, unknown>, operations: unknown]>([
    [
      'endpoints',
      { operationIds: ['/a', '/b'] },
      [
        { operation: '/a', caseIds: null },
        { operation: '/b', caseIds: null },
      ],
    ],
    [
      'cases of an endpoint, and all of another',
      {
        operationCaseInfoList: [
          { operationId: '/a', replayIdList: ['c1'] },
          { operationId: '/b', replayIdList: [] },
        ],
      },
      [
        { operation: '/a', caseIds: ['c1'] },
        { operation: '/b', caseIds: null },
      ],
    ],
    ['empty lists', { operationIds: [], operationCaseInfoList: [] }, null],
  ])('selects %s', ([, body, operations]) => {
    expect(planOf(body).operations).toEqual(operations);
  });

  test.for<[what: string, body: Record<string, unknown>, code: string, message: string]>([
    ['appId', { appId: '..' }, '2', 'appId is missing or invalid'],
    ['targetEnv', { targetEnv: 'ftp://shop.test' }, '2', 'targetEnv is missing or invalid'],
    ['a load above the maximum', { load: { maxQps: 1e9 } }, '2', 'load.maxQps is missing or invalid'],
    [
      'both kinds of selection',
      { operationIds: ['/a'], operationCaseInfoList: [{ operationId: '/a' }] },
      '2',
      'operationIds and operationCaseInfoList must not be given together',
    ],
    ['an empty window', { caseSourceFrom: 7, caseSourceTo: 7 }, '103', 'caseSourceFrom must be before caseSourceTo'],
  ])('refuses %s with its reasonCode', ([, body, code, message]) => {
    expect(parsed(body)).toMatchObject({ ok: false, code, message });
  });

  test('refuses a body that is not an object', () => {
    expect(parseConsolePlan(null, DEFAULTS)).toMatchObject({ code: '2', message: 'the body is missing or invalid' });
  });
});

describe('the GET form of createPlan', () => {
  const bodyOf = (query: string) => consolePlanBodyOf(new URLSearchParams(query));

  test('has the shape of the POST body', () => {
    expect(
      bodyOf(
        'appId=shop&targetEnv=https://staging.shop.test&planName=Nightly&caseSelection=spread&order=recorded' +
          '&credentials=none&caseSourceFrom=1&caseSourceTo=22&caseCountLimit=7&enableMock=false' +
          '&caseTags=%7B%22tier%22%3A%22gold%22%7D&operationIds=/a&operationIds=&operationIds=/b',
      ),
    ).toEqual({
      appId: 'shop',
      targetEnv: 'https://staging.shop.test',
      planName: 'Nightly',
      caseSelection: 'spread',
      order: 'recorded',
      credentials: 'none',
      caseSourceFrom: 1,
      caseSourceTo: 22,
      caseCountLimit: 7,
      enableMock: false,
      caseTags: { tier: 'gold' },
      operationIds: ['/a', '/b'],
    });
  });

  test('has no member for an empty or absent parameter', () => {
    expect(bodyOf('appId=&caseCountLimit=&enableMock=&caseTags=&operationIds=')).toEqual({});
    expect(bodyOf('enableMock=true')).toEqual({ enableMock: true });
  });

  test.for([
    ['caseCountLimit', '1e3'],
    ['caseSourceFrom', '-1'],
    ['enableMock', 'yes'],
    ['caseTags', '{tier'],
  ])('keeps an invalid %s as text, so that it is refused by name', ([name = '', value = '']) => {
    const body = bodyOf(new URLSearchParams({ ...BODY, [name]: value }).toString());
    expect(body[name]).toBe(value);
    expect(parsed(body)).toMatchObject({ ok: false, code: '2', message: `${name} is missing or invalid` });
  });
});

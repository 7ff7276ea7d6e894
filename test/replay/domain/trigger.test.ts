import { describe, expect, test } from 'vitest';
import { parseTrigger, type TriggerInput } from '../../../functions/replay/domain/trigger.ts';

const good = { appId: 'shop', targetEnv: 'http://127.0.0.1:9000' };
const input = (body: Record<string, unknown>, more: Partial<TriggerInput> = {}): TriggerInput => ({
  body,
  attributesText: body.attributes === undefined ? null : JSON.stringify(body.attributes),
  idempotencyKey: null,
  isReplayed: false,
  isAnonymous: false,
  ...more,
});
const codeOf = (given: TriggerInput) => {
  const parsed = parseTrigger(given);
  return parsed.ok ? 'accepted' : parsed.code;
};

// Twenty anonymous triggers per second could store 19 GiB of attributes per hour.
describe('attributes of callers without a credential', () => {
  const attributes = (bytes: number) => ({ ...good, attributes: { a: 'x'.repeat(bytes - 8) } });

  test.for<[bytes: number, isAnonymous: boolean, kib: number | null]>([
    [16 * 1024, true, null],
    [16 * 1024 + 1, true, 16],
    [16 * 1024 + 1, false, null],
    [256 * 1024, false, null],
    [256 * 1024 + 1, false, 256],
  ])('are limited by caller: %i bytes, anonymous %s', ([bytes, isAnonymous, kib]) => {
    expect(parseTrigger(input(attributes(bytes), { isAnonymous }))).toMatchObject(
      kib === null
        ? { ok: true }
        : { ok: false, code: 'CREATE_PLAN_FAILED', message: `attributes is larger than ${kib} KiB` },
    );
  });
});

describe('trigger errors in the order given (spec 7.1, interface 2.1)', () => {
  test.for<[string, string, Record<string, unknown>]>([
    ['MISSING_APP_ID', 'nothing at all', {}],
    ['MISSING_APP_ID', 'blank', { ...good, appId: '  ' }],
    ['MISSING_APP_ID', 'null', { ...good, appId: null }],
    ['MISSING_TARGET_ENV', 'absent, before any other fault', { appId: 'shop', caseSourceHours: -1, caseSource: 'x' }],
    ['MISSING_TARGET_ENV', 'blank', { ...good, targetEnv: ' ' }],
    ['INVALID_CASE_SOURCE_HOURS', 'zero, before the case source', { ...good, caseSourceHours: 0, caseSource: 'x' }],
    ['INVALID_CASE_SOURCE_HOURS', 'a fraction', { ...good, caseSourceHours: 1.5 }],
    ['INVALID_CASE_SOURCE_HOURS', 'text', { ...good, caseSourceHours: '24' }],
    ['INVALID_CASE_SOURCE', 'a word of our own', { ...good, caseSource: 'latest', operations: [''] }],
    ['INVALID_CASE_SOURCE', 'blank', { ...good, caseSource: '' }],
    ['CREATE_PLAN_FAILED', 'a limit of latency of 0', { ...good, latencyLimit: 0 }],
    ['CREATE_PLAN_FAILED', 'a limit of latency above 100', { ...good, latencyLimit: 101 }],
    ['CREATE_PLAN_FAILED', 'a limit of latency as text', { ...good, latencyLimit: '1.2x' }],
    [
      'EMPTY_OPERATIONS',
      'only blanks, before a bad targetEnv',
      { ...good, operations: ['', ' '], targetEnv: 'ftp://x' },
    ],
    ['CREATE_PLAN_FAILED', 'a number as appId', { ...good, appId: 5 }],
    ['CREATE_PLAN_FAILED', 'an appId of one dot', { ...good, appId: '.' }],
    ['CREATE_PLAN_FAILED', 'an appId of two dots', { ...good, appId: '..' }],
    ['CREATE_PLAN_FAILED', 'no http', { ...good, targetEnv: 'ftp://example.test' }],
    ['CREATE_PLAN_FAILED', 'no url', { ...good, targetEnv: 'example.test' }],
    ['CREATE_PLAN_FAILED', 'credentials', { ...good, targetEnv: 'http://user:pass@example.test' }],
    ['CREATE_PLAN_FAILED', 'threshold above 1', { ...good, passThreshold: 1.01 }],
    ['CREATE_PLAN_FAILED', 'threshold below 0', { ...good, passThreshold: -0.01 }],
    ['CREATE_PLAN_FAILED', 'threshold as text', { ...good, passThreshold: '1' }],
    ['CREATE_PLAN_FAILED', 'operations as text', { ...good, operations: '/a' }],
    ['CREATE_PLAN_FAILED', 'an operation that is no text', { ...good, operations: ['/a', 1] }],
    ['CREATE_PLAN_FAILED', 'limit 0', { ...good, caseCountLimit: 0 }],
    ['CREATE_PLAN_FAILED', 'limit 2.5', { ...good, caseCountLimit: 2.5 }],
    ['CREATE_PLAN_FAILED', 'a pace below 0.1', { ...good, pace: 0.09 }],
    ['CREATE_PLAN_FAILED', 'a pace above 100', { ...good, pace: 100.1 }],
    ['CREATE_PLAN_FAILED', 'a pace with the order of sessions', { ...good, pace: 1, order: 'sessions' }],
    ['CREATE_PLAN_FAILED', 'tags as a list', { ...good, caseTags: [] }],
    ['CREATE_PLAN_FAILED', 'a nested tag', { ...good, caseTags: { tier: {} } }],
    ['CREATE_PLAN_FAILED', 'enableMock as text', { ...good, enableMock: 'false' }],
    ['CREATE_PLAN_FAILED', 'attributes as a list', { ...good, attributes: [] }],
    ['CREATE_PLAN_FAILED', 'attributes over 256 KiB', { ...good, attributes: { a: 'x'.repeat(256 * 1024) } }],
    ['accepted', 'the least', good],
    [
      'accepted',
      'null is absent',
      {
        ...good,
        operations: null,
        caseSource: null,
        caseSourceHours: null,
        caseCountLimit: null,
        caseTags: null,
        enableMock: null,
        passThreshold: null,
        attributes: null,
      },
    ],
    ['accepted', 'hours are not looked at when pinned', { ...good, caseSource: 'pinned', caseSourceHours: -5 }],
    ['accepted', 'a pace of 0.1', { ...good, pace: 0.1 }],
    ['accepted', 'no pace, with the order of sessions', { ...good, pace: 0, order: 'sessions' }],
    ['accepted', 'a pace of 100 in the recorded order', { ...good, pace: 100, order: 'recorded' }],
    ['accepted', 'thresholds 0 and 1', { ...good, passThreshold: 0 }],
    ['accepted', 'attributes of 256 KiB', { ...good, attributes: { a: 'x'.repeat(256 * 1024 - 8) } }],
  ])('are %s for %s', ([code, , body]) => {
    expect(codeOf(input(body))).toBe(code);
  });

  test.for<[string, string]>([
    ['accepted', 'k'],
    ['accepted', 'k'.repeat(255)],
    ['CREATE_PLAN_FAILED', ''],
    ['CREATE_PLAN_FAILED', 'k'.repeat(256)],
    ['CREATE_PLAN_FAILED', 'a b'],
    ['CREATE_PLAN_FAILED', 'ä'],
  ])('are, for the Idempotency-Key, %s for %j', ([code, idempotencyKey]) => {
    expect(codeOf(input(good, { idempotencyKey }))).toBe(code);
  });

  test('refuse a trigger that a replay sent', () => {
    expect(parseTrigger(input(good, { isReplayed: true }))).toMatchObject({
      code: 'CREATE_PLAN_FAILED',
      message: expect.stringContaining('x-replay-id'),
    });
  });

  test('name the field and never its value', () => {
    const parsed = parseTrigger(input({ ...good, targetEnv: 'http://me:hunter2@example.test' }));
    expect(parsed).toMatchObject({ ok: false, message: expect.stringContaining('targetEnv') });
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });
});

describe('the defaults of a trigger (spec 2.1)', () => {
  test('are the whole application for an omitted or empty list of operations', () => {
    for (const operations of [undefined, []]) {
      expect(parseTrigger(input({ ...good, operations }))).toMatchObject({ value: { operations: null } });
    }
  });

  test('are rolling, 24 hours, mocks on, no limit, no tags', () => {
    expect(parseTrigger(input(good))).toMatchObject({
      value: {
        caseSource: 'rolling',
        caseSourceHours: 24,
        enableMock: true,
        caseCountLimit: null,
        caseTags: {},
        passThreshold: null,
        attributes: null,
      },
    });
  });

  test('leave out blank and repeated operations', () => {
    expect(parseTrigger(input({ ...good, operations: ['/a', ' ', '/a', '/b'] }))).toMatchObject({
      value: { operations: ['/a', '/b'] },
    });
  });
});

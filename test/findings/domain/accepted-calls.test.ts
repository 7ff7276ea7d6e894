import { expect, test } from 'vitest';
import { acceptedCalls } from '../../../functions/findings/domain/accepting/accepted-calls.ts';
import { outcomeRefusal } from '../../../functions/findings/domain/accepting/outcome-refusal.ts';
import type { RecordedCall } from '../../../functions/recordings/domain/recorded-case.ts';
import type { ResultCalls } from '../../../functions/replay/domain/calls/result-calls.ts';
import { recordedValues } from '../../../functions/replay/domain/values/recorded-again/recorded-values.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');
const call = (target: string, request: unknown, response: unknown = {}): RecordedCall => ({
  kind: 'http',
  target,
  operation: 'GET /x',
  request: JSON.stringify(request),
  response: JSON.stringify(response),
  error: null,
  durationMs: 3,
});
type Made = ResultCalls['made'][number];
const made = (target: string, request: unknown, more: Partial<Made>): Made => ({
  kind: 'http',
  target,
  operation: 'GET /x',
  request: JSON.stringify(request),
  recorded: null,
  answeredBy: 'recording',
  strategy: 'exact',
  reason: null,
  response: null,
  error: null,
  durationMs: null,
  at: AT,
  ...more,
});
const from = { planItemId: 'p:0', place: 'POST /orders $.id' };
const values = recordedValues([{ recorded: '1', replayed: '5001', thing: 'order', from }], {
  request: { headers: [] },
  targetHost: 'build.test',
  planItemId: 'p:0',
  times: { recordedAt: AT, replayedAt: AT },
  recorded: null,
});
const accepted = (before: RecordedCall[], calls: Made[], more: Partial<ResultCalls> = {}) =>
  acceptedCalls(
    before,
    {
      state: 'answered',
      isReported: true,
      askedTargets: [],
      recorded: before,
      made: calls,
      recordedAt: AT,
      replayedAt: AT,
      ...more,
    },
    '/orders',
    values,
  );

test('a call without a difference stays as recorded, and one that was not made goes', () => {
  const before = [call('stock', { orderId: 1 }, { left: 3 }), call('mail', { orderId: 1 })];
  expect(accepted(before, [made('stock', { orderId: 5001 }, { recorded: 0 })])?.value).toEqual([before[0]]);
});

test('a call with another request becomes that of the build, with recorded ids and the recorded response', () => {
  const before = [call('stock', { orderId: 1 }, { left: 3 })];
  const differs = made('stock', { orderId: 5001, urgent: true }, { recorded: 0, differs: true });
  expect(accepted(before, [differs])).toEqual({
    value: [{ ...before[0], request: '{"orderId":1,"urgent":true}' }],
    replaced: 1,
  });
});

test('a new call that its target answered is recorded', () => {
  const answer = { answeredBy: 'target' as const, response: '{"orderId":5001}', durationMs: 9 };
  expect(accepted([], [made('tax', { orderId: 5001 }, answer)])?.value).toEqual([
    { ...call('tax', { orderId: 1 }, { orderId: 1 }), durationMs: 9 },
  ]);
});

test('a new call that nothing answered cannot be recorded', () => {
  expect(accepted([], [made('tax', {}, { answeredBy: 'nothing' })])).toBeNull();
  expect(accepted([], [made('tax', {}, { answeredBy: 'default' })])).toBeNull();
});

test('calls stay where none could be noticed, and those of targets whose calls were not noticed', () => {
  const before = [call('stock', {}), call('mail', {})];
  expect(acceptedCalls(before, undefined, '/orders', values)?.value).toEqual(before);
  expect(accepted(before, [], { state: 'not asked' })?.value).toEqual(before);
  const some = accepted(before, [made('stock', {}, { recorded: 0 })], { isReported: false, askedTargets: ['stock'] });
  expect(some?.value).toEqual([before[0], before[1]]);
});

const outcome = (kind?: string, more = {}) => ({
  hasResult: true,
  truncated: false,
  differences: kind === undefined ? [] : [{ kind: kind as 'FIELD_VALUE', subject: 'a', rule: null }],
  ...more,
});
test.each([
  [outcome('FIELD_VALUE', { hasResult: false }), null, 'NO_RESULT'],
  [outcome('CONNECTION_FAILURE'), null, 'NO_RESPONSE'],
  [outcome('TIMEOUT'), 504, 'NO_RESPONSE'],
  [outcome('FIELD_VALUE', { cut: true }), 401, 'NO_LOGIN'],
  [outcome('RATE_LIMITED'), 429, 'RATE_LIMITED'],
  [outcome('NO_DETAILS'), 200, 'CUT_RESPONSE'],
  [outcome(), 200, 'UNCHANGED'],
  [outcome('SERVER_ERROR'), 500, 'SERVER_ERROR'],
  [outcome('SERVER_ERROR'), 499, null],
  [outcome('FIELD_VALUE'), 200, null],
] as const)('an outcome %j with status %s is refused by %s', (given, replayedStatus, expected) => {
  expect(outcomeRefusal({ outcome: given, recordedStatus: 200, replayedStatus }, { force: false })).toBe(expected);
  const forced = expected === 'SERVER_ERROR' ? null : expected;
  expect(outcomeRefusal({ outcome: given, recordedStatus: 200, replayedStatus }, { force: true })).toBe(forced);
});

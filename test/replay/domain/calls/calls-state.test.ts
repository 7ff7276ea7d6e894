import { describe, expect, test } from 'vitest';
import type { MadeCall } from '../../../../functions/mocks/domain/made-call.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { callCounts } from '../../../../functions/replay/domain/calls/calls-state.ts';
import { missedServices } from '../../../../functions/replay/domain/calls/missed-services.ts';
import type { CallsState, NoticedCalls } from '../../../../functions/replay/domain/calls/result-calls.ts';
import {
  mergeRoundCalls,
  roundCalls,
  roundCallsState,
} from '../../../../functions/replay/domain/results/round-calls.ts';
import { madeCall, noticed, recordedCall } from '../../../support/downstream-calls.ts';

const answered = (key: string, index: number) => madeCall(key, index);
const real = (key: string, index: number | null, change: Partial<MadeCall> = {}) =>
  madeCall(key, index, { answeredBy: 'target', strategy: null, ...change });
const miss = madeCall('x', null);
const reported: Partial<NoticedCalls> = { isReported: true };
const sql = recordedCall('q', { kind: 'database', target: 'orders' });
const runtime = recordedCall('r', { kind: 'other', target: 'runtime' });

describe('the state of the downstream calls of a request (interface 10)', () => {
  type Row = [CallsState | null, RecordedCall[], NoticedCalls | null, boolean];
  const [a, b] = [recordedCall('a'), recordedCall('b')];

  test.for<[string, ...Row]>([
    ['nothing recorded, nothing made', null, [], null, true],
    ['nothing recorded, an agent was there', null, [], noticed([], reported), true],
    ['only facts of the runtime', null, [runtime], noticed([madeCall('r', 0, runtime)]), true],
    ['nothing recorded, and a call made', 'not recorded', [], noticed([miss]), true],
    ['nothing could notice calls', 'not asked', [a], null, true],
    ['nothing noticed calls', 'not asked', [a], noticed([]), true],
    ['the same without mocking', 'not asked', [a], noticed([]), false],
    ['an agent noticed no call', 'answered', [a], noticed([], reported), true],
    ['the same without mocking', 'real', [a], noticed([], reported), false],
    ['the target was asked before', 'answered', [a], noticed([], { askedTargets: ['redis'] }), true],
    ['all calls were answered', 'answered', [a, b], noticed([answered('a', 0), answered('b', 1)]), true],
    ['a recorded call was not made', 'answered', [a, b], noticed([answered('a', 0)]), true],
    ['all calls were made for real', 'real', [a], noticed([real('a', 0)]), false],
    ['a call was made for real', 'mixed', [a, b], noticed([answered('a', 0), real('b', 1)]), true],
    ['a call was not answered', 'mixed', [a], noticed([answered('a', 0), miss]), true],
    ['a target was not asked', 'mixed', [a, sql], noticed([answered('a', 0)]), true],
    ['an agent sees every target', 'answered', [a, sql], noticed([answered('a', 0)], reported), true],
    [
      'a target has another name here',
      'answered',
      [a, sql],
      noticed([answered('a', 0), madeCall('q', 1, { kind: 'database', target: 'orders-test' })]),
      true,
    ],
    [
      'a call of the startup',
      'answered',
      [a],
      noticed([answered('a', 0), madeCall('v', null, { answeredBy: 'recording', reason: null })]),
      true,
    ],
  ])('is, for %s: %s', ([, state, recorded, calls, enableMock]) => {
    expect(callCounts(recorded, calls, enableMock)?.state ?? null).toBe(state);
  });

  test('comes with counts by what answered, and with misses only if mocking is on', () => {
    const calls = noticed([
      answered('a', 0),
      real('b', 1),
      madeCall('c', null, { answeredBy: 'default' }),
      miss,
      madeCall('r', null, { kind: 'other', target: 'runtime' }),
    ]);
    const counts = { state: 'mixed', recording: 1, target: 1, default: 1, nothing: 1 };
    expect(callCounts([a, b], calls, true)).toEqual({
      ...counts,
      misses: 3,
      missedBy: [['redis', 3]],
    });
    expect(callCounts([a, b], calls, false)).toEqual({ ...counts, misses: 0 });
  });
});

describe('the downstream calls of a round', () => {
  const counts = { recording: 2, target: 0, default: 0, nothing: 0, misses: 0 };
  const request = (operation: string, state: CallsState, change: object = {}, failure: string | null = null) => ({
    outcome: {
      operation,
      hasResult: true,
      failure,
      truncated: false,
      differences: [{ kind: 'FIELD_VALUE' as const, subject: 'a', rule: null }],
    },
    calls: { state, ...counts, ...change },
  });

  test('are added up, with the failing requests of each endpoint that had no answer', () => {
    const one = roundCalls([request('/a', 'answered'), request('/a', 'mixed', { nothing: 1, misses: 1 })]);
    const two = roundCalls([
      request('/a', 'mixed', { target: 1, misses: 1 }),
      request('/b', 'not asked', { recording: 0 }, '502'),
      request('/c', 'not asked', { recording: 0 }, '404'),
    ]);
    expect(mergeRoundCalls([one, two])).toEqual({
      requests: { 'not recorded': 0, 'not asked': 2, answered: 1, real: 0, mixed: 2 },
      recording: 6,
      target: 1,
      default: 0,
      nothing: 1,
      misses: 2,
      missed: [{ operation: '/a', requests: 2 }],
      unasked: [{ operation: '/b', requests: 1 }],
    });
  });

  test('are added up by the service that no recorded call answered', () => {
    const one = roundCalls([request('/a', 'mixed', { misses: 2, missedBy: [['redis', 2]] })]);
    const two = roundCalls([
      request('/b', 'mixed', {
        misses: 2,
        missedBy: [
          ['stock', 1],
          ['redis', 1],
        ],
      }),
    ]);
    const all = mergeRoundCalls([one, two, roundCalls([request('/c', 'answered')])]);
    expect(missedServices(all)).toEqual({
      missedBy: [
        ['redis', 3],
        ['stock', 1],
      ],
    });
    expect(missedServices(roundCalls([request('/c', 'answered')]))).toEqual({ missedBy: [] });
  });

  test.for([undefined, { misses: 2 }, { misses: 2, missedBy: [['redis', 1] as [string, number]] }])(
    'say nothing by service of %j, which earlier versions counted',
    (calls) => {
      expect(missedServices(calls)).toEqual({});
    },
  );

  test('do not include passing requests', () => {
    const { outcome, calls } = request('/a', 'mixed', { misses: 1 });
    const differences = [{ kind: 'MORE_CALLS' as const, subject: 'redis GET', rule: 'r' }];
    expect(roundCalls([{ outcome: { ...outcome, differences }, calls }]).missed).toEqual([]);
  });

  test.for<[CallsState, CallsState[]]>([
    ['not recorded', []],
    ['not recorded', ['not recorded']],
    ['answered', ['answered', 'not recorded']],
    ['not asked', ['not asked', 'not asked']],
    ['mixed', ['answered', 'not asked']],
    ['real', ['real']],
  ])('have the state %s for requests %j', ([state, states]) => {
    expect(roundCallsState(roundCalls(states.map((one) => request('/a', one))))).toBe(state);
  });
});

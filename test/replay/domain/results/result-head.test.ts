import { describe, expect, test } from 'vitest';
import { DAMAGED_RECORDING, UNANSWERED_CALLS } from '../../../../functions/replay/domain/results/clusters.ts';
import {
  damagedHead,
  headWithoutResult,
  lackOfOutcome,
  withoutResult,
} from '../../../../functions/replay/domain/results/result-head.ts';

const PLAN = '0123456789abcdef01234567';
const planned = {
  item: 3,
  caseId: 'c1',
  operation: '/orders',
  method: 'GET',
  session: null,
  traceId: 'a'.repeat(32),
  recordedAt: 1,
};

describe('a request without a result', () => {
  test.for([
    [DAMAGED_RECORDING, 'recording'],
    [UNANSWERED_CALLS, 'calls'],
  ] as const)('of the cause "%s" lacks its %s', ([cause, lack]) => {
    const { outcome, ...head } = headWithoutResult(PLAN, planned, cause);
    expect(outcome).toMatchObject({ operation: '/orders', method: 'GET', hasResult: false, failure: cause });
    expect(head).toMatchObject({ item: 3, caseId: 'c1', planItemId: `${PLAN}:3`, replayedStatus: null });
    expect(lackOfOutcome(outcome)).toBe(lack);
  });

  test('lacks nothing where its recording was gone', () => {
    const outcome = withoutResult(PLAN, planned);
    expect(outcome).toMatchObject({ planItemId: `${PLAN}:3`, operation: '/orders', hasResult: false, failure: null });
    expect(lackOfOutcome(outcome)).toBeNull();
  });
});

test('lackOfOutcome is null for a request with a result, whatever its failure', () => {
  const outcome = { ...withoutResult(PLAN, planned), hasResult: true, failure: 'timeout' };
  expect(lackOfOutcome(outcome)).toBeNull();
});

test('damagedHead names a request of the plan as far as the plan knows it', () => {
  expect(damagedHead(PLAN, 3, planned)).toMatchObject({
    caseId: 'c1',
    outcome: { operation: '/orders', method: 'GET' },
  });
  expect(damagedHead(PLAN, 4, undefined)).toMatchObject({
    item: 4,
    planItemId: `${PLAN}:4`,
    caseId: '',
    traceId: '',
    outcome: { operation: '', hasResult: false },
  });
});

import { describe, expect, test } from 'vitest';
import {
  checkAttemptTransition,
  checkRunTransition,
  IllegalTransition,
  isTerminalAttempt,
  isTerminalRun,
} from '../../../../functions/evaluation/domain/runs/transitions.ts';
import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  RUN_PHASES,
  RUN_STATUSES,
  type RunPhase,
  type RunStatus,
  TERMINAL_ATTEMPT_STATUSES,
} from '../../../../functions/evaluation/domain/statuses.ts';

const isLegal = (check: () => void) => {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof IllegalTransition) return false;
    throw error;
  }
};
const pairs = <A, B>(some: readonly A[], others: readonly B[]) =>
  some.flatMap((one) => others.map((two) => [one, two] as const));

describe('the status of a run (evaluation 3.7)', () => {
  const LEGAL: Partial<Record<RunStatus, readonly RunStatus[]>> = {
    queued: ['queued', 'running', 'cancelled', 'failed'],
    running: ['running', 'cancelling', 'succeeded', 'failed'],
    cancelling: ['cancelling', 'cancelled'],
  };
  /** A phase that both statuses allow. */
  const phaseOf = (status: RunStatus): RunPhase => (status === 'queued' ? 'admitting' : 'gating');

  test.for(pairs(RUN_STATUSES, RUN_STATUSES))('changes only as specified: %s to %s', ([from, to]) => {
    const check = () => checkRunTransition({ status: from, phase: phaseOf(from) }, { status: to, phase: phaseOf(to) });
    expect(isLegal(check)).toBe(LEGAL[from]?.includes(to) ?? false);
  });

  test('is terminal for succeeded, failed and cancelled', () => {
    expect(RUN_STATUSES.filter(isTerminalRun)).toEqual(['succeeded', 'failed', 'cancelled']);
  });
});

describe('the phase of a run (evaluation 3.7)', () => {
  test.for(pairs(RUN_PHASES, RUN_PHASES))(
    'changes from %s to %s only forward, or from committing to another attempt',
    ([from, to]) => {
      const check = () => checkRunTransition({ status: 'running', phase: from }, { status: 'running', phase: to });
      const isForward = RUN_PHASES.indexOf(to) >= RUN_PHASES.indexOf(from);
      const isRetry = from === 'committing' && to === 'attempting';
      expect(isLegal(check)).toBe(to !== 'queued' && (isForward || isRetry));
    },
  );

  test.for<[RunPhase, boolean]>([
    ['queued', true],
    ['validating', true],
    ['admitting', true],
    ['attempting', false],
    ['gating', false],
  ])('may be %s for a queued run: %s', ([phase, is]) => {
    const check = () => checkRunTransition({ status: 'queued', phase: 'queued' }, { status: 'queued', phase });
    expect(isLegal(check)).toBe(is);
  });

  test.for<[RunPhase, boolean]>([
    ['projecting', false],
    ['gating', true],
  ])('may be %s at success: %s', ([phase, is]) => {
    expect(isLegal(() => checkRunTransition({ status: 'running', phase }, { status: 'succeeded', phase }))).toBe(is);
  });
});

describe('the status of an attempt (evaluation 3.8)', () => {
  const LEGAL: Partial<Record<AttemptStatus, readonly AttemptStatus[]>> = {
    queued: ['queued', 'running', 'unsupported', 'missing_evidence', 'cancelled'],
    running: ['running', ...TERMINAL_ATTEMPT_STATUSES],
  };

  test.for(pairs(ATTEMPT_STATUSES, ATTEMPT_STATUSES))('changes only as specified: %s to %s', ([from, to]) => {
    const legal = LEGAL[from] ?? [from];
    expect(isLegal(() => checkAttemptTransition(from, to))).toBe(legal.includes(to));
  });

  test.for(ATTEMPT_STATUSES)('may be %s at first, except succeeded', (to) => {
    expect(isLegal(() => checkAttemptTransition(null, to))).toBe(to !== 'succeeded');
  });

  test('is terminal for nine values', () => {
    expect(ATTEMPT_STATUSES.filter(isTerminalAttempt)).toEqual([...TERMINAL_ATTEMPT_STATUSES]);
  });
});

import { ATTEMPT_STATUSES, type AttemptStatus, RUN_PHASES, type RunPhase, type RunStatus } from '../statuses.ts';

/**
 * Allowed transitions of a run (evaluation 3.7, row by row). Terminal states never change. A queued run fails if
 * validation rejects it before it was admitted, or if its execution no longer exists.
 */
const RUN_TRANSITIONS: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['cancelling', 'succeeded', 'failed'],
  cancelling: ['cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

/** Phases of a queued run: it may be validated, and may wait to be admitted (evaluation 3.7, 5.7). */
const PHASES_OF_QUEUED: readonly RunPhase[] = ['queued', 'validating', 'admitting'];

/** Allowed transitions of an attempt (evaluation 3.8). Terminal states never change. */
const ATTEMPT_TRANSITIONS: Readonly<Partial<Record<AttemptStatus, readonly AttemptStatus[]>>> = {
  queued: ['running', 'unsupported', 'missing_evidence', 'cancelled'],
  running: ATTEMPT_STATUSES.filter((status) => status !== 'queued' && status !== 'running'),
};

/**
 * Initial statuses of an attempt. A refused attempt ends immediately, but an attempt cannot succeed without having run.
 */
const FIRST_ATTEMPT_STATUSES: readonly AttemptStatus[] = ATTEMPT_STATUSES.filter((status) => status !== 'succeeded');

/** A transition that evaluation 3.7 or 3.8 does not allow: a bug of the caller. */
export class IllegalTransition extends Error {
  override name = 'IllegalTransition';
}

interface RunState {
  status: RunStatus;
  phase: RunPhase;
}

/** Throws IllegalTransition unless a run may change from one state to the other (evaluation 3.7). */
export function checkRunTransition(from: RunState, to: RunState): void {
  if (!isLegalStatus(from, to)) throw new IllegalTransition(`a run does not go from ${from.status} to ${to.status}`);
  if (!isLegalPhase(from, to))
    throw new IllegalTransition(`a ${to.status} run does not go from ${from.phase} to ${to.phase}`);
}

/**
 * Throws IllegalTransition unless an attempt may change from one status to the other (evaluation 3.8). `from` is null
 * for a new attempt.
 */
export function checkAttemptTransition(from: AttemptStatus | null, to: AttemptStatus): void {
  const isLegal =
    from === null ? FIRST_ATTEMPT_STATUSES.includes(to) : from === to || ATTEMPT_TRANSITIONS[from]?.includes(to);
  if (!isLegal) throw new IllegalTransition(`an attempt does not go from ${from ?? 'nothing'} to ${to}`);
}

/** Whether a run status is terminal. */
export const isTerminalRun = (status: RunStatus): boolean => RUN_TRANSITIONS[status].length === 0;

/** Whether an attempt status is terminal. */
export const isTerminalAttempt = (status: AttemptStatus): boolean => ATTEMPT_TRANSITIONS[status] === undefined;

function isLegalStatus(from: RunState, to: RunState): boolean {
  if (isTerminalRun(from.status)) return false;
  if (to.status === 'succeeded' && to.phase !== 'gating') return false;
  return from.status === to.status || RUN_TRANSITIONS[from.status].includes(to.status);
}

/** Phases only advance. A retry may go back from committing to attempting. */
function isLegalPhase(from: RunState, to: RunState): boolean {
  if (to.status === 'queued' && !PHASES_OF_QUEUED.includes(to.phase)) return false;
  if (to.status === 'running' && to.phase === 'queued') return false;
  if (from.phase === 'committing' && to.phase === 'attempting') return true;
  return RUN_PHASES.indexOf(from.phase) <= RUN_PHASES.indexOf(to.phase);
}

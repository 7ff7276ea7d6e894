import {
  ATTEMPT_STATUSES,
  type AttemptStatus,
  RUN_PHASES,
  type RunPhase,
  type RunStatus,
} from '../../domain/statuses.ts';

/**
 * What a run may become (evaluation 3.7, row by row); terminal states never change. A queued run fails where validation refuses it
 * before it was admitted, and where its execution is gone.
 */
export const RUN_TRANSITIONS: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['cancelling', 'succeeded', 'failed'],
  cancelling: ['cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

/** While a run is queued it may be validated, and wait to be admitted (evaluation 3.7, 5.7). */
const PHASES_OF_QUEUED: readonly RunPhase[] = ['queued', 'validating', 'admitting'];

/** What an attempt may become (evaluation 3.8); terminal states never change. */
export const ATTEMPT_TRANSITIONS: Readonly<Partial<Record<AttemptStatus, readonly AttemptStatus[]>>> = {
  queued: ['running', 'unsupported', 'missing_evidence', 'cancelled'],
  running: ATTEMPT_STATUSES.filter((status) => status !== 'queued' && status !== 'running'),
};

/** What a new attempt may be: one that was refused has ended at once, but nothing succeeds without having run. */
export const FIRST_ATTEMPT_STATUSES: readonly AttemptStatus[] = ATTEMPT_STATUSES.filter(
  (status) => status !== 'succeeded',
);

/** A step of a state machine that evaluation 3.7 or 3.8 does not know: a fault of whoever asked for it. */
export class IllegalTransition extends Error {
  override name = 'IllegalTransition';
}

interface RunState {
  status: RunStatus;
  phase: RunPhase;
}

/** Throws IllegalTransition unless a run may go from one state to the other (evaluation 3.7). */
export function checkRunTransition(from: RunState, to: RunState): void {
  if (!isLegalStatus(from, to)) throw new IllegalTransition(`a run does not go from ${from.status} to ${to.status}`);
  if (!isLegalPhase(from, to))
    throw new IllegalTransition(`a ${to.status} run does not go from ${from.phase} to ${to.phase}`);
}

/** Throws IllegalTransition unless an attempt may go from one status, null before it is made, to the other (evaluation 3.8). */
export function checkAttemptTransition(from: AttemptStatus | null, to: AttemptStatus): void {
  const isLegal =
    from === null ? FIRST_ATTEMPT_STATUSES.includes(to) : from === to || ATTEMPT_TRANSITIONS[from]?.includes(to);
  if (!isLegal) throw new IllegalTransition(`an attempt does not go from ${from ?? 'nothing'} to ${to}`);
}

/** Whether a run of that status never changes again. */
export const isTerminalRun = (status: RunStatus): boolean => RUN_TRANSITIONS[status].length === 0;

/** Whether an attempt of that status never gets another. */
export const isTerminalAttempt = (status: AttemptStatus): boolean => ATTEMPT_TRANSITIONS[status] === undefined;

function isLegalStatus(from: RunState, to: RunState): boolean {
  if (isTerminalRun(from.status)) return false;
  if (to.status === 'succeeded' && to.phase !== 'gating') return false;
  return from.status === to.status || RUN_TRANSITIONS[from.status].includes(to.status);
}

/** Phases go forward; only a retry attempts again after committing. */
function isLegalPhase(from: RunState, to: RunState): boolean {
  if (to.status === 'queued' && !PHASES_OF_QUEUED.includes(to.phase)) return false;
  if (to.status === 'running' && to.phase === 'queued') return false;
  if (from.phase === 'committing' && to.phase === 'attempting') return true;
  return RUN_PHASES.indexOf(from.phase) <= RUN_PHASES.indexOf(to.phase);
}

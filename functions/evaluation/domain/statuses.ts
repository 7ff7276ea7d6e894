/** States of a run; the last three are terminal and never change (evaluation 3.7). */
export const RUN_STATUSES = ['queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Phases of a run's state machine (evaluation 3.7). */
export const RUN_PHASES = [
  'queued',
  'validating',
  'admitting',
  'attempting',
  'committing',
  'projecting',
  'gating',
] as const;
export type RunPhase = (typeof RUN_PHASES)[number];

/** Final statuses of an attempt (evaluation 3.8, 3.14). */
export const TERMINAL_ATTEMPT_STATUSES = [
  'succeeded',
  'subject_error',
  'runner_error',
  'invalid_input',
  'missing_evidence',
  'unsupported',
  'resource_exhausted',
  'timed_out',
  'cancelled',
] as const;
export const ATTEMPT_STATUSES = ['queued', 'running', ...TERMINAL_ATTEMPT_STATUSES] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** Statuses that are retried with a new attempt, up to `limits.max_attempts` (evaluation 3.8). */
export const RETRIED_STATUSES = [
  'runner_error',
  'timed_out',
  'resource_exhausted',
] as const satisfies readonly AttemptStatus[];

/** Reproducibility classes, worst last (evaluation 3.6). */
export const REPRODUCIBILITY_CLASSES = ['hermetic', 'pinned_external', 'recorded_external', 'live'] as const;
export type ReproducibilityClass = (typeof REPRODUCIBILITY_CLASSES)[number];

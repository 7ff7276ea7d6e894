import type { Findings, Gate, ReplayRun } from '../client/paths.ts';

/** What a pipeline decides on: 0 passed, 1 something was found, 2 anything else. Only CLEAN is a pass (spec 3.2). */
export const EXIT_CODE_OF: Readonly<Record<Findings['state'], 0 | 1 | 2>> = {
  NO_CASES: 2,
  INTERRUPTED: 2,
  ENVIRONMENT_FAILURE: 2,
  NEEDS_ACTION: 1,
  REVIEW_ONLY: 1,
  LOW_COVERAGE: 2,
  CLEAN: 0,
};

/** Of commands that failed, or were used wrongly. */
export const EXIT_FAILED = 2;

/** As shells tell of a Ctrl-C. */
export const EXIT_INTERRUPTED = 130;

/** The exit code of a run; one that has not completed is no pass. */
export function exitCodeOf({ status, findings }: ReplayRun): 0 | 1 | 2 {
  if (status !== 'COMPLETED' || findings === null || findings.state === 'RUNNING') return 2;
  return EXIT_CODE_OF[findings.state];
}

/** A gate that failed since it could not be judged: somebody has to look. */
export const EXIT_INCONCLUSIVE = 3;

/** The exit code of a gate: 0 passed, 1 failed, 3 failed and not conclusive, 2 anything else. Only pass is a pass (evaluation 3.9). */
export function exitCodeOfGate({ status, decision, conclusive }: Gate): 0 | 1 | 2 | 3 {
  if (status !== 'decided' || decision === null) return 2;
  if (decision === 'pass') return 0;
  return conclusive ? 1 : EXIT_INCONCLUSIVE;
}

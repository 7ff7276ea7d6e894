import type { Findings, Gate, ReplayRun } from '../client/paths.ts';
import type { DecidedCondition } from '../functions/report/domain/export/exported-run.ts';
import { PASSING_FAULTS } from './service-fetch.ts';

/**
 * Exit codes of a run for pipelines: 0 passed, 1 findings, 2 any other state. Only CLEAN passes (spec 3.2).
 * @internal
 */
export const EXIT_CODE_OF: Readonly<Record<Findings['state'], 0 | 1 | 2>> = {
  NO_CASES: 2,
  INTERRUPTED: 2,
  ENVIRONMENT_FAILURE: 2,
  NEEDS_ACTION: 1,
  REVIEW_ONLY: 1,
  LOW_COVERAGE: 2,
  CLEAN: 0,
};

/** Exit code of commands that failed or that the service refused. */
const EXIT_FAILED = 2;

/** Exit code of a command line that cannot be run: a missing, unknown or unusable option or argument (sysexits.h). */
export const EXIT_WRONG_USE = 64;

/** Exit code if the service was not reached or cannot answer at present (sysexits.h). */
export const EXIT_UNREACHABLE = 69;

const WRONG_USE: ReadonlySet<string> = new Set([
  'BAD_ADDRESS',
  'BAD_PORT',
  'BAD_URL',
  'KEYS',
  'MISSING_APP_ID',
  'NOT_FOR_CASES',
  'NOT_SET',
  'NO_WINDOW',
  'UNKNOWN_SETTING',
  'SEAL_KEY',
  'WAIT_NEEDED',
  'WINDOW_NEEDED',
  'WRONG_USE',
]);

/** Returns the exit code of a command that failed with the code of a CliFailure. */
export function exitCodeOfFailure(code: string): number {
  if (WRONG_USE.has(code)) return EXIT_WRONG_USE;
  return PASSING_FAULTS.has(code) || code === 'NO_SEAL_KEY' ? EXIT_UNREACHABLE : EXIT_FAILED;
}

/** Exit code after Ctrl-C, by shell convention. */
export const EXIT_INTERRUPTED = 130;

/**
 * Returns the exit code of a run; a run that has not completed does not pass. Conditions only add failures: 1 if one
 * holds, 2 if one is undecided.
 */
export function exitCodeOf(
  { status, findings }: ReplayRun,
  conditions: readonly Pick<DecidedCondition, 'outcome'>[] = [],
): 0 | 1 | 2 {
  if (status !== 'COMPLETED' || findings === null || findings.state === 'RUNNING') return 2;
  const code = EXIT_CODE_OF[findings.state];
  if (code !== 0) return code;
  const outcomes = new Set(conditions.map(({ outcome }) => outcome));
  if (outcomes.has('holds')) return 1;
  return outcomes.has('undecided') ? 2 : 0;
}

/** Exit code of a gate that failed because it could not be evaluated; a person has to check. */
const EXIT_INCONCLUSIVE = 3;

/**
 * Returns the exit code of a gate: 0 passed, 1 failed, 3 failed inconclusively, 2 anything else. Only `pass` passes
 * (evaluation 3.9).
 */
export function exitCodeOfGate({ status, decision, conclusive }: Gate): 0 | 1 | 2 | 3 {
  if (status !== 'decided' || decision === null) return 2;
  if (decision === 'pass') return 0;
  return conclusive ? 1 : EXIT_INCONCLUSIVE;
}

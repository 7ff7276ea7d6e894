/** A failed state, by its Amazon States Language error name; `message` becomes `$states.errorOutput.Cause`. */
export class StateError extends Error {
  constructor(name: string, cause: string, options?: ErrorOptions) {
    super(cause, options);
    this.name = name;
  }
}

/** The execution was stopped: no Retry or Catch applies, and it runs again later from its first state. */
export class ExecutionStopped extends Error {
  override name = 'ExecutionStopped';
}

/** No wildcard matches these (ASL: States.ALL, terminal errors). */
const TERMINAL: readonly string[] = ['States.DataLimitExceeded', 'States.Runtime'];

/** Whether `ErrorEquals` matches an error name, wildcards included (ASL: errors). */
export function matchesError(errorEquals: readonly string[], name: string): boolean {
  return errorEquals.some((wanted) => {
    if (wanted === name) return true;
    if (TERMINAL.includes(name)) return false;
    return wanted === 'States.ALL' || (wanted === 'States.TaskFailed' && name !== 'States.Timeout');
  });
}

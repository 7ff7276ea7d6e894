import * as v from 'valibot';
import type { CommandRun } from './run-command.ts';

/** How a command may declare that its attempt ended (evaluation 3.8). */
const STATUSES = [
  'succeeded',
  'subject_error',
  'runner_error',
  'invalid_input',
  'missing_evidence',
  'unsupported',
  'resource_exhausted',
] as const;

/** What a command writes to stdout; additional members are allowed and kept. */
const Output = v.object({
  status: v.optional(v.picklist(STATUSES)),
  reason: v.optional(v.pipe(v.string(), v.maxLength(500))),
  /** Gates read it as `native.*`. */
  summary: v.record(v.string(), v.unknown()),
  /** They apply to the run unless they name another target. */
  measurements: v.optional(v.array(v.record(v.string(), v.unknown())), []),
});

export interface CommandResult {
  status: (typeof STATUSES)[number] | 'cancelled' | 'timed_out';
  reason: string | null;
  /** The bytes of the native result; null if the command wrote none. */
  native: Buffer | null;
  measurements: Record<string, unknown>[];
}

/** Interprets the end of a command: its output if it is valid, and a failure if its exit code is not 0. */
export function commandResult({ exitCode, output }: CommandRun, workflowRunId: string): CommandResult {
  const parsed = v.safeParse(Output, jsonIn(output));
  const ended =
    exitCode === null ? 'The command was ended by a signal.' : `The command ended with exit code ${exitCode}.`;
  if (!parsed.success) {
    const member = v.getDotPath(parsed.issues[0]);
    const wrong = member === null ? 'The command wrote no result.' : `The command's result has no usable ${member}.`;
    return { status: 'runner_error', reason: exitCode === 0 ? wrong : ended, native: null, measurements: [] };
  }
  const { status, reason, measurements } = parsed.output;
  const isFailed = exitCode !== 0 && (status === undefined || status === 'succeeded');
  return {
    status: isFailed ? 'runner_error' : (status ?? 'succeeded'),
    reason: isFailed ? ended : (reason ?? null),
    native: output,
    measurements: measurements.map((one) => ({ target_type: 'workflow_run', target_id: workflowRunId, ...one })),
  };
}

function jsonIn(output: Buffer): unknown {
  try {
    return JSON.parse(output.toString());
  } catch {
    return undefined;
  }
}

import * as v from 'valibot';
import { type CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { EvaluationUses } from '../composition.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';

/** Input of every step: the tenant and the run. Ids only (evaluation 4: pass ids, not bodies). */
export const RunInput = v.object({ tenant: v.string(), workflow_run_id: v.string() });
export type RunInput = v.InferOutput<typeof RunInput>;

/** The log line of a step of a run that failed. */
export const RUN_FAULT = {
  message: 'evaluation step failed',
  factsOf: ({ workflow_run_id }: RunInput) => ({ workflow_run_id }),
};

/** A run as stored now, and its last attempt. */
export interface RunState {
  run: WorkflowRun;
  attempt: FrameworkAttempt | null;
}

/** Another writer (a cancel, a second invocation) moves a run a few times at most. */
const RETRY = { subject: 'the run', maxTries: 20 };

/**
 * Decides on the run as it is, and again where it moved before the decision was written. Throws RunGone where there is
 * none.
 */
export function decided<Answer>(
  { workflow_run_id }: RunInput,
  { evaluation }: EvaluationUses<'runs'>,
  decide: (state: RunState) => Promise<Answer | typeof CONFLICT>,
): Promise<Answer> {
  const { runs } = evaluation;
  return retryOnConflict(async () => {
    const run = await runs.find(workflow_run_id);
    if (run === undefined) throw Object.assign(new Error('the run has expired'), { name: 'RunGone' });
    const last = run.attempts.at(-1);
    const attempt = last === undefined ? undefined : await runs.attempt(last.attempt_id);
    return decide({ run, attempt: attempt ?? null });
  }, RETRY);
}

/**
 * Maximum seconds between two polls. Each poll uses nine of the 25,000 events that a Step Functions execution may have.
 * Three attempts of 24 hours after a day in the queue stay below that. A run cancelled while queued has ended
 * immediately, so no poll is needed for it.
 */
export const MAX_WAIT_SECONDS = { queued: 200, attempt: 150 } as const;

/** Seconds until the next poll, increasing with the elapsed time. */
export const waitSeconds = (pollSeconds: number, sinceMs: number, max: number): number =>
  Math.max(pollSeconds, Math.min(max, Math.floor(sinceMs / 50_000)));

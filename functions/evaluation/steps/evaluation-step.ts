import * as v from 'valibot';
import type { ServicesOf } from '../../platform/composition.ts';
import { faultFacts } from '../../platform/fault-facts.ts';

import { type CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Json, Log } from '../../platform/world.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';
import type { EvaluationUses } from '../services.ts';

/** Input of every step: the tenant and the run. Ids only (evaluation 4: pass ids, not bodies). */
export const RunInput = v.object({ tenant: v.string(), workflow_run_id: v.string() });
export type RunInput = v.InferOutput<typeof RunInput>;

/**
 * One Task of state-machines/evaluation.asl.json. It reads the stored state and does what is missing, because it may
 * run twice, even concurrently.
 */
export interface EvaluationStep<Input extends RunInput = RunInput, Services = unknown> {
  input: v.GenericSchema<unknown, Input>;
  run: (input: Input, services: Services) => Promise<Json>;
}

/**
 * A step as a host calls it: parses the input, selects the tenant's services, and runs. The only place that logs errors
 * of steps.
 */
export function runnableOfRun<Input extends RunInput, Services>(
  step: EvaluationStep<Input, Services>,
  servicesOf: ServicesOf<Services & { log: Log }>,
) {
  return async (input: unknown): Promise<Json> => {
    const parsed = v.parse(step.input, input);
    const services = servicesOf(parsed.tenant);
    try {
      return await step.run(parsed, services);
    } catch (fault) {
      const { workflow_run_id } = parsed;
      services.log.error('evaluation step failed', { workflow_run_id, ...faultFacts(fault) });
      throw fault;
    }
  };
}

/** A run as stored now, and its last attempt. */
export interface RunState {
  run: WorkflowRun;
  attempt: FrameworkAttempt | null;
}

/** Another writer (a cancel, a second invocation) moves a run a few times at most. */
const RETRY = { subject: 'the run', maxTries: 20 };

/** Decides on the run as it is, and again where it moved before the decision was written. Throws RunGone where there is none. */
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

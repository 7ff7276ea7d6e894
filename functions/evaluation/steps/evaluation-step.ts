import * as v from 'valibot';
import type { Services } from '../../platform/http/api.ts';
import { faultFacts } from '../../platform/http/fault-facts.ts';
import type { Json } from '../../platform/world.ts';
import type { FrameworkAttempt } from '../runs/domain/attempt.ts';
import type { WorkflowRun } from '../runs/domain/run.ts';

/** What every step is told: whose run. Ids only (evaluation 4: pass ids, not bodies). */
export const RunInput = v.object({ tenant: v.string(), workflow_run_id: v.string() });
export type RunInput = v.InferOutput<typeof RunInput>;

/** One Task of state-machines/evaluation.asl.json; it looks at what is stored and does what is left, since it may run twice, and at once. */
export interface EvaluationStep<Input extends RunInput = RunInput> {
  input: v.GenericSchema<unknown, Input>;
  run(input: Input, services: Services): Promise<Json>;
}

/** A step as a host calls it: parses the state's input, picks the tenant's services, runs; the one place that logs a step's fault. */
export function runnableOfRun<Input extends RunInput>(
  step: EvaluationStep<Input>,
  servicesOf: (tenant: string) => Services,
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

/** A run as it is stored now, and its last attempt. */
export interface RunState {
  run: WorkflowRun;
  attempt: FrameworkAttempt | null;
}

/** Another writer (a cancel, a second invocation) moves a run a few times at most. */
const MOST_TRIES = 20;

/** Decides on the run as it is, and again where it moved before the decision was written. Throws RunGone where there is none. */
export async function decided<Answer>(
  { workflow_run_id }: RunInput,
  { evaluation }: Pick<Services, 'evaluation'>,
  decide: (state: RunState) => Promise<Answer | 'conflict'>,
): Promise<Answer> {
  const { runs } = evaluation;
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const run = await runs.find(workflow_run_id);
    if (run === undefined) throw Object.assign(new Error('the run has expired'), { name: 'RunGone' });
    const last = run.attempts.at(-1);
    const attempt = last === undefined ? undefined : await runs.attempt(last.attempt_id);
    const answer = await decide({ run, attempt: attempt ?? null });
    if (answer !== 'conflict') return answer;
  }
  throw new Error('others kept moving the run');
}

/**
 * Most seconds between two looks: each is nine of the 25,000 events that an execution of Step Functions may have, and three attempts of 24
 * hours after a day in line are fewer. Whoever is cancelled in line has ended at once, and is not waited for.
 */
export const MOST_WAIT = { inLine: 200, attempt: 150 } as const;

/** How long to wait before looking again, in seconds: longer the longer it lasts. */
export const waitSeconds = (pollSeconds: number, sinceMs: number, most: number): number =>
  Math.max(pollSeconds, Math.min(most, Math.floor(sinceMs / 50_000)));

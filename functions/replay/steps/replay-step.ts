import * as v from 'valibot';
import type { Services } from '../../platform/http/api.ts';
import { faultFacts } from '../../platform/http/fault-facts.ts';
import type { Json } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';

/** What every step is told: whose plan, and which round of it. Ids only, never lists (facts: state payloads are small). */
export const RoundInput = v.object({ tenant: v.string(), planId: v.string(), round: v.number() });
export type RoundInput = v.InferOutput<typeof RoundInput>;

/** One Task of state-machines/*.asl.json; idempotent, since both hosts may run it again after a crash. */
export interface ReplayStep<Input extends RoundInput = RoundInput> {
  input: v.GenericSchema<unknown, Input>;
  /** `signal` aborts when the host is about to stop: begin nothing new, return what is done. */
  run(input: Input, services: Services, signal: AbortSignal): Promise<Json>;
}

/** A step as a host calls it: parses the state's input, picks the tenant's services, runs; the one place that logs a step's fault. */
export function runnable<Input extends RoundInput>(step: ReplayStep<Input>, servicesOf: (tenant: string) => Services) {
  return async (input: unknown, signal: AbortSignal): Promise<Json> => {
    const parsed = v.parse(step.input, input);
    const services = servicesOf(parsed.tenant);
    try {
      return await step.run(parsed, services, signal);
    } catch (fault) {
      services.log.error('step failed', { plan_id: parsed.planId, round: parsed.round, ...faultFacts(fault) });
      throw fault;
    }
  };
}

/** The plan and its round; throws PlanGone when they have expired, which no retry can mend. */
export async function roundOf(
  { planId, round }: RoundInput,
  { plans }: Pick<Services, 'plans'>,
): Promise<{ plan: ReplayPlan; round: ReplayRound }> {
  const [plan, found] = await Promise.all([plans.find(planId), plans.findRound(planId, round)]);
  if (plan && found) return { plan, round: found };
  throw Object.assign(new Error('the plan has expired'), { name: 'PlanGone' });
}

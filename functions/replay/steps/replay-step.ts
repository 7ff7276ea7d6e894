import * as v from 'valibot';
import type { ServicesOf } from '../../platform/composition.ts';
import { faultFacts } from '../../platform/fault-facts.ts';
import type { Json, Log } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import type { ReplayServices } from '../services.ts';

/** The common input of steps: tenant, plan and round. Ids only, never lists (facts: state payloads are small). */
export const RoundInput = v.object({ tenant: v.string(), planId: v.string(), round: v.number() });
export type RoundInput = v.InferOutput<typeof RoundInput>;

/** One Task of state-machines/*.asl.json; idempotent, since both hosts may run it again after a crash. */
export interface ReplayStep<Input extends RoundInput = RoundInput, Services = unknown> {
  input: v.GenericSchema<unknown, Input>;
  /** `signal` aborts when the host is about to stop: start nothing new, return what is done. */
  run: (input: Input, services: Services, signal: AbortSignal) => Promise<Json>;
}

/**
 * Wraps a step for a host: parses the state's input, selects the tenant's services, and runs it; the only place that
 * logs a step's fault.
 */
export function runnable<Input extends RoundInput, Services>(
  step: ReplayStep<Input, Services>,
  servicesOf: ServicesOf<Services & { log: Log }>,
) {
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

/** Reads the plan and its round; throws PlanGone if they have expired, which no retry can fix. */
export async function roundOf(
  { planId, round }: RoundInput,
  { plans }: Pick<ReplayServices, 'plans'>,
): Promise<{ plan: ReplayPlan; round: ReplayRound }> {
  const [plan, found] = await Promise.all([plans.find(planId), plans.findRound(planId, round)]);
  if (plan && found) return { plan, round: found };
  throw Object.assign(new Error('the plan has expired'), { name: 'PlanGone' });
}

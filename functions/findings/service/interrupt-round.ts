import * as v from 'valibot';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { SettlingServices } from '../composition.ts';

/** The round to end, and the fault that its execution ended with. */
export const InterruptInput = v.object({ ...RoundInput.entries, errorName: v.string() });
export type InterruptInput = v.InferOutput<typeof InterruptInput>;

/** The services that end a round. */
export type InterruptingServices = Pick<SettlingServices, 'plans' | 'settlement' | 'log'>;

/**
 * Ends a round whose steps failed permanently, so that no plan stays RUNNING forever (architecture: a replay, end to
 * end). Idempotent.
 */
export async function interruptRound(input: InterruptInput, services: InterruptingServices): Promise<void> {
  const { plans, settlement, log } = services;
  const { plan } = await roundOf(input, services);
  log.error('replay interrupted by a fault', { plan_id: plan.planId, round: input.round, outcome: input.errorName });
  await plans.setOnce(plan.planId, input.round, 'interruption', 'The run was interrupted by a fault of the service.');
  const { round } = await roundOf(input, services);
  await settlement.settle(plan, round);
}

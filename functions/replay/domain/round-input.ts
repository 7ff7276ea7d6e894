import * as v from 'valibot';

/** The common input of steps: tenant, plan and round. */
export const RoundInput = v.object({ tenant: v.string(), planId: v.string(), round: v.number() });
export type RoundInput = v.InferOutput<typeof RoundInput>;

/** The log line of a step of a round that failed. */
export const ROUND_FAULT = {
  message: 'step failed',
  factsOf: ({ planId, round }: RoundInput) => ({ plan_id: planId, round }),
};

import { faultFacts } from '../../platform/fault-facts.ts';
import { runnable } from '../../platform/steps/step.ts';
import type { World } from '../../platform/world.ts';
import { sweptRoundsOf } from '../../replay/composition.ts';
import { executionName } from '../../replay/domain/plan.ts';
import { ROUND_FAULT, type RoundInput } from '../../replay/domain/round-input.ts';
import { type EndingServices, endRound } from './end-round.ts';
import { notifyResult } from './notify-result.ts';

/** The creator of a new plan is about to start it. */
const GRACE_MS = 60_000;

/**
 * Starts every unfinished round without an execution (its creator crashed between writing and starting). Ends every
 * round whose execution has ended without it, and notifies the channels of every settled round whose execution ended
 * before notifying. Rounds with a running execution are left alone. `graceMs` is 0 at the start of the only process.
 * Returns how many rounds failed; the next call retries them.
 */
export async function resumePlans(
  { table, workflows, now, log }: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: (tenant: string) => EndingServices,
  graceMs: number = GRACE_MS,
): Promise<{ failed: number }> {
  const end = endRound(servicesOf);
  const notify = runnable(notifyResult, servicesOf, ROUND_FAULT);
  const swept = sweptRoundsOf({ table });
  const signal = new AbortController().signal;
  let resumed = 0;
  let failed = 0;

  async function lookAfter(
    { tenant, planId, round }: RoundInput,
    whenEnded: (input: RoundInput) => Promise<unknown>,
  ): Promise<void> {
    const input = { tenant, planId, round };
    try {
      if ((await workflows.start('replay', executionName(planId, round), input)) === 'running') return;
      resumed++;
      await whenEnded(input);
    } catch (fault) {
      // One plan that cannot be recovered must not block the others.
      failed++;
      log.error('an unfinished plan could not be resumed', { plan_id: planId, round, ...faultFacts(fault) });
    }
  }

  async function endUnlessSettled(input: RoundInput): Promise<void> {
    // The index may still contain a round that has settled.
    const latest = await servicesOf(input.tenant).plans.findRound(input.planId, input.round);
    if (latest?.result === null) await end(input, 'execution ended', signal);
  }

  for await (const plans of swept.unfinished()) {
    for (const plan of plans) if (plan.createdAt <= now() - graceMs) await lookAfter(plan, endUnlessSettled);
  }
  for await (const rounds of swept.unannounced()) {
    for (const round of rounds) await lookAfter(round, (input) => notify(input, signal));
  }
  if (resumed > 0) log.info('plans without an execution resumed', { count: resumed });
  return { failed };
}

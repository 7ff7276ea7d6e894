import type { Services } from '../../platform/http/api.ts';
import { faultFacts } from '../../platform/http/fault-facts.ts';
import type { World } from '../../platform/world.ts';
import { executionName } from '../../replay/domain/plan.ts';
import { type RoundInput, runnable } from '../../replay/steps/replay-step.ts';
import { unannouncedRounds, unfinishedPlans } from '../../replay/store/plans.ts';
import { endRound } from './end-round.ts';
import { notifyResult } from './notify-result.ts';

/** A plan whose creation was answered a moment ago is about to be started by whoever created it. */
const GRACE_MS = 60_000;

/**
 * Starts every unfinished round that has no execution (its creator died between writing and starting), ends every one whose
 * execution has ended without it, and tells the channels of every settled one whose execution has ended without that; a round whose
 * execution runs is left alone. `graceMs` 0 at the start of a process that is the only one. Says how many of them could not be looked
 * after: each is tried again by the next call.
 */
export async function resumePlans(
  { table, workflows, now, log }: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: (tenant: string) => Services,
  graceMs: number = GRACE_MS,
): Promise<{ failed: number }> {
  const end = endRound(servicesOf);
  const notify = runnable(notifyResult, servicesOf);
  const signal = new AbortController().signal;
  let resumed = 0;
  let failed = 0;

  async function lookAfter(
    { tenant, planId, round }: RoundInput,
    whenEnded: (input: RoundInput) => Promise<unknown>,
  ): Promise<void> {
    resumed++;
    const input = { tenant, planId, round };
    try {
      if ((await workflows.start('replay', executionName(planId, round), input)) === 'ended') await whenEnded(input);
    } catch (fault) {
      // One plan that cannot be mended must not keep the others from it.
      failed++;
      log.error('an unfinished plan could not be looked after', { plan_id: planId, round, ...faultFacts(fault) });
    }
  }

  async function endUnlessSettled(input: RoundInput): Promise<void> {
    // The index may lag behind a round that has settled.
    const latest = await servicesOf(input.tenant).plans.findRound(input.planId, input.round);
    if (latest?.result === null) await end(input, 'execution ended', signal);
  }

  for await (const plans of unfinishedPlans(table)) {
    for (const plan of plans) if (plan.createdAt <= now() - graceMs) await lookAfter(plan, endUnlessSettled);
  }
  for await (const rounds of unannouncedRounds(table)) {
    for (const round of rounds) await lookAfter(round, (input) => notify(input, signal));
  }
  if (resumed > 0) log.info('unfinished plans looked after', { count: resumed });
  return { failed };
}

import { executionName } from '../domain/replay/plan.ts';
import type { Services } from '../http/api.ts';
import { faultFacts } from '../http/fault-facts.ts';
import { unfinishedPlans } from '../repositories/plans.ts';
import type { World } from '../world.ts';
import { endRound } from './end-round.ts';

/** A plan whose creation was answered a moment ago is about to be started by whoever created it. */
const GRACE_MS = 60_000;

/**
 * Starts every unfinished round that has no execution (its creator died between writing and starting), and ends every one whose
 * execution has ended without it; a round whose execution runs is left alone. `graceMs` 0 at the start of a process that is the
 * only one. Says how many of them could not be looked after: each is tried again by the next call.
 */
export async function resumePlans(
  { table, workflows, now, log }: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  servicesOf: (tenant: string) => Services,
  graceMs: number = GRACE_MS,
): Promise<{ failed: number }> {
  const end = endRound(servicesOf);
  const signal = new AbortController().signal;
  let resumed = 0;
  let failed = 0;
  let after: string | null = null;
  do {
    const page = await unfinishedPlans(table, after);
    for (const { tenant, planId, round, createdAt } of page.plans) {
      if (createdAt > now() - graceMs) continue;
      resumed++;
      const input = { tenant, planId, round };
      try {
        if ((await workflows.start('replay', executionName(planId, round), input)) === 'running') continue;
        // The index may lag behind a round that has settled.
        const latest = await servicesOf(tenant).plans.findRound(planId, round);
        if (latest?.result === null) await end(input, 'execution ended', signal);
      } catch (fault) {
        // One plan that cannot be mended must not keep the others from it.
        failed++;
        log.error('an unfinished plan could not be looked after', { plan_id: planId, round, ...faultFacts(fault) });
      }
    }
    after = page.next;
  } while (after !== null);
  if (resumed > 0) log.info('unfinished plans looked after', { count: resumed });
  return { failed };
}

import { executionName } from '../domain/replay/plan.ts';
import { unfinishedPlans } from '../repositories/plans.ts';
import type { World } from '../world.ts';

/** A plan whose creation was answered a moment ago is about to be started by whoever created it. */
const GRACE_MS = 60_000;

/**
 * Starts every unfinished round that has no execution (its creator died between writing and starting); starting one that has
 * an execution changes nothing. `graceMs` 0 at the start of a process that is the only one.
 */
export async function resumePlans(
  { table, workflows, now, log }: Pick<World, 'table' | 'workflows' | 'now' | 'log'>,
  graceMs: number = GRACE_MS,
): Promise<number> {
  let resumed = 0;
  let after: string | null = null;
  do {
    const page = await unfinishedPlans(table, after);
    for (const { tenant, planId, round, createdAt } of page.plans) {
      if (createdAt > now() - graceMs) continue;
      await workflows.start('replay', executionName(planId, round), { tenant, planId, round });
      resumed++;
    }
    after = page.next;
  } while (after !== null);
  if (resumed > 0) log.info('unfinished plans looked after', { count: resumed });
  return resumed;
}

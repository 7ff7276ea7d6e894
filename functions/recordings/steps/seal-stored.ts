import { type DueWork, type WorkLimits, workOnDue } from '../../platform/steps/work-on-due.ts';
import type { World } from '../../platform/world.ts';
import { continueSealing, type SealingServices } from '../service/sealing/continue-sealing.ts';
import { dueSealings } from '../store/personal/sealing-passes.ts';

/**
 * Seals stored recordings of applications of all tenants where a pass was started and has not ended
 * (docs/personal-data.md). Returns how many applications failed; a later call retries them.
 */
export async function sealStored(
  { table, now, log }: Pick<World, 'table' | 'now' | 'log'>,
  servicesOf: (tenant: string) => SealingServices,
  limits: WorkLimits,
): Promise<{ failed: number }> {
  const work = {
    dueBefore: (time: number) => dueSealings(table, time),
    turn: ({ tenant, appId }, turn) => continueSealing(servicesOf(tenant), appId, turn),
    failing: 'stored recordings could not be sealed',
  } satisfies DueWork;
  return workOnDue({ now, log }, work, limits);
}

import { dueRetentionOf } from '../../applications/composition.ts';
import { type DueWork, type WorkLimits, workOnDue } from '../../platform/steps/work-on-due.ts';
import type { World } from '../../platform/world.ts';
import { continuePass, type PassServices } from '../service/retention/continue-pass.ts';

/**
 * Deletes what applications of all tenants no longer keep, where that is due: after a change of their settings, and in
 * each hour (docs/retention.md). Returns how many applications failed; a later call retries them.
 */
export async function applyRetention(
  { table, now, log }: Pick<World, 'table' | 'now' | 'log'>,
  servicesOf: (tenant: string) => PassServices,
  limits: WorkLimits,
): Promise<{ failed: number }> {
  const work = {
    dueBefore: (time: number) => dueRetentionOf({ table }, time),
    turn: ({ tenant, appId }, turn) => continuePass(servicesOf(tenant), appId, turn),
    failing: 'stored data could not be deleted after its retention',
  } satisfies DueWork;
  return workOnDue({ now, log }, work, limits);
}

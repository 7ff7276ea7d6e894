import { dueRetentionOf } from '../../applications/composition.ts';
import { faultFacts } from '../../platform/fault-facts.ts';
import type { World } from '../../platform/world.ts';
import { continuePass, type PassServices } from '../service/retention/continue-pass.ts';

/** How long one application is worked on before the others have their turn. */
const TURN_MS = 20_000;

interface RetentionLimits {
  /** No application's turn begins after this, epoch ms. */
  until: number;
  /** This is the only process, which has just started: no other works on what is claimed. */
  isFirst?: boolean;
  signal?: AbortSignal;
}

/**
 * Deletes what applications of all tenants no longer keep, where that is due: after a change of their settings, and in
 * each hour (docs/retention.md). Called again and again, also while another call is running; claims keep them apart.
 * Returns how many applications failed; a later call retries them.
 */
export async function applyRetention(
  { table, now, log }: Pick<World, 'table' | 'now' | 'log'>,
  servicesOf: (tenant: string) => PassServices,
  { until, isFirst = false, signal }: RetentionLimits,
): Promise<{ failed: number }> {
  let failed = 0;
  let isMore = true;
  let due = isFirst ? Number.MAX_SAFE_INTEGER : now() + 1;
  while (isMore && now() < until && !signal?.aborted) {
    isMore = false;
    for (const { tenant, appId } of await Array.fromAsync(dueRetentionOf({ table }, due))) {
      if (now() >= until || signal?.aborted) break;
      try {
        const limits = { until: Math.min(until, now() + TURN_MS), due, signal };
        if (await continuePass(servicesOf(tenant), appId, limits)) isMore = true;
      } catch (fault) {
        // One application that cannot be cleared must not block the others.
        failed++;
        log.error('stored data could not be deleted after its retention', { app_id: appId, ...faultFacts(fault) });
      }
    }
    due = now() + 1;
  }
  return { failed };
}

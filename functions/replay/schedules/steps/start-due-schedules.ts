import { faultFacts } from '../../../platform/fault-facts.ts';
import { accept } from '../../../platform/result.ts';
import type { RunRate } from '../../../platform/run-rate.ts';
import type { World } from '../../../platform/world.ts';
import type { NewPlanServices } from '../../composition.ts';
import { KNOWN_CALLER } from '../../service/plan-admission.ts';
import {
  type ClaimedSchedule,
  claimedSchedule,
  occurrenceKey,
  type RunOutcome,
  scheduleAfter,
} from '../domain/occurrence.ts';
import { type StartUses, startScheduledRun } from '../service/start-scheduled-run.ts';
import { dueSchedules } from '../store/schedules.ts';

/** The services that start a scheduled run. */
type ScheduleUses = StartUses & Pick<NewPlanServices, 'schedules'>;

/**
 * Starts the runs of all tenants' schedules that are due (interface 10), as their triggers would: a refusal is kept as
 * `lastError`. Called again and again, also while another call is running: a conditional write claims an occurrence,
 * and its Idempotency-Key makes one plan of it even when a claim outlives its tick. What exceeds the rate of runs of
 * its tenant stays due for the next call. Returns how many failed; the next call after their claims have run out
 * retries them.
 */
export async function startDueSchedules(
  { table, now, log }: Pick<World, 'table' | 'now' | 'log'>,
  servicesOf: (tenant: string) => ScheduleUses,
  runs: RunRate,
): Promise<{ failed: number }> {
  let failed = 0;
  for await (const { tenant, appId, id } of dueSchedules(table, now())) {
    if (runs.take(tenant) > 0) continue;
    try {
      await startDue({ tenant, appId, id }, servicesOf(tenant));
    } catch (fault) {
      // One schedule that cannot be started must not block the others.
      failed++;
      log.error('a scheduled replay could not be started', { app_id: appId, schedule_id: id, ...faultFacts(fault) });
    }
  }
  return { failed };
}

interface DueSchedule {
  tenant: string;
  appId: string;
  id: string;
}

async function startDue({ tenant, appId, id }: DueSchedule, services: ScheduleUses): Promise<void> {
  const { schedules, now } = services;
  const stored = await schedules.find(appId, id);
  // The index is eventually consistent.
  const claimed = stored && claimedSchedule(stored, now());
  if (!claimed || !(await schedules.move(stored, claimed))) return;
  const note = (outcome: RunOutcome) =>
    schedules.change(appId, id, async (current) => accept(current ? scheduleAfter(current, claimed, outcome) : null));
  try {
    await note(await started(claimed, tenant, services));
  } catch (fault) {
    const errorMessage = 'the service failed; the run will be retried';
    await note({ refusal: { errorCode: 'INTERNAL_ERROR', errorMessage, at: now() } });
    throw fault;
  }
}

/** Starts the plan of an occurrence, or returns the one that another tick has started. */
async function started(claimed: ClaimedSchedule, tenant: string, services: ScheduleUses): Promise<RunOutcome> {
  const at = services.now();
  const once = { key: occurrenceKey(claimed), lastsAsPlan: true } as const;
  const created = await startScheduledRun(
    claimed,
    { tenant, caller: KNOWN_CALLER, operator: 'Schedule', once },
    services,
  );
  if (created.ok) return { planId: created.value, at };
  return { refusal: { errorCode: created.code, errorMessage: created.message, at } };
}

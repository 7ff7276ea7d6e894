import { faultFacts } from '../../../platform/fault-facts.ts';
import { accept } from '../../../platform/result.ts';
import type { RunRate } from '../../../platform/run-rate.ts';
import type { World } from '../../../platform/world.ts';
import type { NewPlanServices } from '../../composition.ts';
import { planOfTrigger } from '../../domain/create-plan.ts';
import type { PlanRequest } from '../../domain/plan.ts';
import { KNOWN_CALLER } from '../../service/plan-admission.ts';
import {
  type ClaimedSchedule,
  claimedSchedule,
  occurrenceKey,
  type RunOutcome,
  scheduleAfter,
} from '../domain/occurrence.ts';
import { openScheduleThreshold } from '../service/schedule-threshold.ts';
import { dueSchedules } from '../store/schedules.ts';

/** The services that start a scheduled run. */
type ScheduleUses = Pick<
  NewPlanServices,
  'schedules' | 'newPlans' | 'applications' | 'config' | 'keys' | 'now' | 'log'
>;

/**
 * Starts the runs of all tenants' schedules that are due (interface 10), as their triggers would: a refusal is kept as
 * `lastError`. Called again and again, also while another call is running: a conditional write claims an occurrence, and
 * its Idempotency-Key makes one plan of it even when a claim outlives its tick. What exceeds the rate of runs of its
 * tenant stays due for the next call. Returns how many failed; the next call after their claims have run out retries them.
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
async function started(
  claimed: ClaimedSchedule,
  tenant: string,
  { newPlans, applications, config, keys, now, log }: ScheduleUses,
): Promise<RunOutcome> {
  const { appId, id, notify, trigger, sealedPassThreshold } = claimed;
  const [passThreshold, { replay }] = await Promise.all([
    openScheduleThreshold(keys, { tenant, appId, id }, sealedPassThreshold),
    applications.settings(appId),
  ]);
  const at = now();
  const operations = trigger.operations?.map((operation) => ({ operation, caseIds: null })) ?? null;
  const plan: PlanRequest = {
    ...planOfTrigger({ ...trigger, appId, passThreshold, idempotencyKey: null }, operations, {
      now: at,
      caseCountLimit: config.caseCountLimit,
      load: { maxQps: replay.maxQps, concurrency: replay.concurrency, timeoutMs: replay.timeoutMs },
    }),
    operator: 'Schedule',
    scheduleId: id,
    notify,
  };
  const key = occurrenceKey(claimed);
  const created = await newPlans.create(plan, KNOWN_CALLER, {
    attributes: trigger.attributes,
    // The settings may have been changed since the occurrence was claimed; it is still the same.
    idempotency: { key, fingerprint: key, lastsAsPlan: true },
  });
  if (!created.ok) {
    log.warn('a scheduled replay was refused', { app_id: appId, schedule_id: id, code: created.code });
    return { refusal: { errorCode: created.code, errorMessage: created.message, at } };
  }
  log.info('a schedule started a replay', { plan_id: created.value, app_id: appId, schedule_id: id });
  return { planId: created.value, at };
}

import type { Result } from '../../../platform/result.ts';
import type { NewPlanServices } from '../../composition.ts';
import { type PlanRefusalCode, planOfTrigger } from '../../domain/create-plan.ts';
import type { PlanRequest } from '../../domain/plan.ts';
import type { PlanCaller } from '../../service/plan-admission.ts';
import type { Schedule } from '../domain/schedule.ts';
import { openScheduleThreshold } from './schedule-threshold.ts';

/** The services that start a run of a schedule. */
export type StartUses = Pick<NewPlanServices, 'newPlans' | 'applications' | 'config' | 'keys' | 'now' | 'log'>;

/** Who starts a run of a schedule, and what makes a repeated start the same run. */
export interface ScheduledStart {
  tenant: string;
  /** Decides about the targets. */
  caller: PlanCaller;
  /** The name that the run shows. */
  operator: string;
  /** The key of this start, with how long it is remembered; null: each start is a run of its own. */
  once: { key: string; lastsAsPlan?: true } | null;
}

/**
 * Creates and starts the plan of a schedule as a trigger with the same members would, and returns its planId: that of
 * the earlier start with the same key, if there is one. Writes nothing to the schedule.
 */
export async function startScheduledRun(
  schedule: Schedule,
  { tenant, caller, operator, once }: ScheduledStart,
  { newPlans, applications, config, keys, now, log }: StartUses,
): Promise<Result<string, PlanRefusalCode>> {
  const { appId, id, notify, trigger, sealedPassThreshold } = schedule;
  const [passThreshold, { replay }] = await Promise.all([
    openScheduleThreshold(keys, { tenant, appId, id }, sealedPassThreshold),
    applications.settings(appId),
  ]);
  const operations = trigger.operations?.map((operation) => ({ operation, caseIds: null })) ?? null;
  const plan: PlanRequest = {
    ...planOfTrigger({ ...trigger, appId, passThreshold, idempotencyKey: null }, operations, {
      now: now(),
      caseCountLimit: config.caseCountLimit,
      load: { maxQps: replay.maxQps, concurrency: replay.concurrency, timeoutMs: replay.timeoutMs },
    }),
    operator,
    scheduleId: id,
    notify,
  };
  const created = await newPlans.create(plan, caller, {
    attributes: trigger.attributes,
    // The settings of the schedule may have been changed since the first start with this key; it is still the same.
    idempotency: once && { ...once, fingerprint: once.key },
  });
  const run = { app_id: appId, schedule_id: id };
  if (created.ok) log.info('a schedule started a replay', { plan_id: created.value, ...run });
  else log.warn('a scheduled replay was refused', { ...run, code: created.code });
  return created;
}

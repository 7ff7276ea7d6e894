import { type Endpoint, failure, failureOf, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { accept } from '../../../platform/result.ts';
import { isIdempotencyKey } from '../../../platform/values/http/idempotency-key.ts';
import type { NewPlanServices } from '../../composition.ts';
import { KNOWN_CALLER } from '../../service/plan-admission.ts';
import { noteRefusedTarget } from '../../service/refused-target.ts';
import { afterManualStart, manualStartKey } from '../domain/manual-start.ts';
import { type StartUses, startScheduledRun } from '../service/start-scheduled-run.ts';
import { NO_SCHEDULE } from './schedules.doc.ts';
import { REPLAYED, startDocs, UNUSABLE_KEY } from './start-schedule.doc.ts';

/**
 * Starts a run of a schedule outside of its times, also of a paused one. The run belongs to the caller, who needs a
 * credential; its targets must be allowed as for every run.
 */
export const startSchedule: Endpoint<StartUses & Pick<NewPlanServices, 'schedules' | 'audit'>> = endpoint({
  method: 'POST',
  path: '/api/apps/{appId}/schedules/{id}/start',
  scope: 'write',
  audits: 'run.started',
  grows: true,
  startsRun: true,
  errors: plainErrors,
  doc: startDocs.startSchedule,

  async answer({ params: { appId = '', id = '' }, headers, caller }, services) {
    const { schedules, audit, now } = services;
    if (headers.has('x-replay-id')) return failureOf(REPLAYED);
    const given = headers.get('idempotency-key');
    if (given !== null && !isIdempotencyKey(given)) return failureOf(UNUSABLE_KEY);
    const schedule = await schedules.find(appId, id);
    if (schedule === undefined) return failureOf(NO_SCHEDULE);
    const at = now();
    const once = given === null ? null : { key: manualStartKey(schedule, given) };
    const { tenant, name: operator } = caller;
    const created = await startScheduledRun(schedule, { tenant, caller: KNOWN_CALLER, operator, once }, services);
    if (!created.ok) {
      await noteRefusedTarget(created, { appId, targetEnv: schedule.trigger.targetEnv }, caller, audit);
      return failure(409, created.code, created.message);
    }
    const run = { planId: created.value, at };
    await schedules.change(appId, id, async (current) =>
      accept(current ? afterManualStart(current, schedule, run) : null),
    );
    return ok({ planId: created.value });
  },
});

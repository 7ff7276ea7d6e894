import { isAppId } from '../../../applications/domain/app-id.ts';
import {
  type ApiRequest,
  type Endpoint,
  failure,
  failureOf,
  JSON_BODY,
  ok,
  plainErrors,
} from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { badParameter } from '../../../platform/http/page-request.ts';
import { accept, type Refusal } from '../../../platform/result.ts';
import { sentTrigger } from '../../api/sent-trigger.ts';
import type { NewPlanServices } from '../../composition.ts';
import { changedSchedule } from '../domain/schedule.ts';
import { checkedSchedule } from '../service/checked-schedule.ts';
import { sealScheduleThreshold } from '../service/schedule-threshold.ts';
import { scheduleView } from './schedule-view.ts';
import { NO_SCHEDULE, scheduleDocs } from './schedules.doc.ts';

const PATH = '/api/apps/{appId}/schedules';
const ONE = `${PATH}/{id}`;

/** Lists the schedules of an application by id (interface 10). */
export const listSchedules: Endpoint<Pick<NewPlanServices, 'schedules'>> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: scheduleDocs.listSchedules,

  async answer({ params: { appId = '' } }, { schedules }) {
    if (!isAppId(appId)) return badParameter('appId');
    return ok({ items: (await schedules.list(appId)).map(scheduleView), nextCursor: null });
  },
});

/** Returns one schedule. */
export const readOneSchedule: Endpoint<Pick<NewPlanServices, 'schedules'>> = endpoint({
  method: 'GET',
  path: ONE,
  scope: 'read',
  errors: plainErrors,
  doc: scheduleDocs.readSchedule,

  async answer({ params: { appId = '', id = '' } }, { schedules }) {
    const schedule = await schedules.find(appId, id);
    return schedule ? ok(scheduleView(schedule)) : failureOf(NO_SCHEDULE);
  },
});

type SavingServices = Pick<NewPlanServices, 'schedules' | 'egress' | 'keys' | 'audit' | 'now' | 'newId'>;

/** Creates or changes the schedule that the body names; without an id, a new one. */
export const createSchedule: Endpoint<SavingServices> = endpoint({
  method: 'PUT',
  path: PATH,
  scope: 'write',
  audits: 'schedule.saved',
  body: JSON_BODY,
  grows: true,
  errors: plainErrors,
  doc: scheduleDocs.createSchedule,

  async answer(request, services) {
    const { id = services.newId().slice(0, 16) } = request.body;
    // An id of another type is refused by its name.
    return save(request, typeof id === 'string' ? id : '', services);
  },
});

/** Creates a schedule with this id, or changes the members that are sent. */
export const saveSchedule: Endpoint<SavingServices> = endpoint({
  method: 'PUT',
  path: ONE,
  scope: 'write',
  audits: 'schedule.saved',
  body: JSON_BODY,
  grows: true,
  errors: plainErrors,
  doc: scheduleDocs.saveSchedule,

  answer: (request, services) => save(request, request.params.id ?? '', services),
});

/** Removes a schedule; a run that it has started continues. */
export const removeSchedule: Endpoint<Pick<NewPlanServices, 'schedules' | 'audit'>> = endpoint({
  method: 'DELETE',
  path: ONE,
  scope: 'write',
  audits: 'schedule.removed',
  errors: plainErrors,
  doc: scheduleDocs.removeSchedule,

  async answer({ params: { appId = '', id = '' }, caller }, { schedules, audit }) {
    if (!(await schedules.remove(appId, id))) return failureOf(NO_SCHEDULE);
    await audit.note(caller, 'schedule.removed', { appId, scheduleId: id });
    return ok({ id });
  },
});

async function save(request: ApiRequest, id: string, { schedules, egress, keys, audit, now }: SavingServices) {
  const { caller, headers } = request;
  const { appId = '' } = request.params;
  if (!isAppId(appId)) return badParameter('appId');
  const sent = { appId, id, ...sentTrigger(request), isReplayed: headers.has('x-replay-id') };
  const saved = await schedules.change<Refusal<'INVALID_SCHEDULE'>>(appId, id, async (before) => {
    const read = await checkedSchedule({ egress, now }, sent, before);
    if (!read.ok) return read;
    const { settings, passThreshold } = read.value;
    const sealedPassThreshold =
      passThreshold === undefined
        ? (before?.sealedPassThreshold ?? null)
        : await sealScheduleThreshold(keys, { tenant: caller.tenant, appId, id }, passThreshold);
    return accept(changedSchedule(before, { id, appId, settings, sealedPassThreshold, by: caller.name, now: now() }));
  });
  if (!saved.ok) return failure(saved.code === 'TOO_MANY_SCHEDULES' ? 409 : 400, saved.code, saved.message);
  if (saved.value === null) return failureOf(NO_SCHEDULE);
  await audit.note(caller, 'schedule.saved', { appId, scheduleId: id });
  return ok(scheduleView(saved.value));
}

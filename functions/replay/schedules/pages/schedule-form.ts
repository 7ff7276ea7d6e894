import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { NewPlanServices } from '../../composition.ts';
import type { Schedule } from '../domain/schedule.ts';
import { checkedSchedule } from '../service/checked-schedule.ts';
import { initialSchedule, SCHEDULE_LABELS, scheduleBodyOf } from './schedule-body.ts';
import { scheduleFormPage } from './schedule-form-view.ts';
import { scheduleLinks } from './schedule-links.ts';

const PATH = '/console/apps/{appId}/schedules';
const ENDPOINT = '/api/apps/{appId}/schedules/{id}';
/** Number of the last runs whose targets are suggested. */
const MAX_RUNS = 20;

type Services = Pick<NewPlanServices, 'schedules' | 'plans' | 'egress' | 'config' | 'now'>;

/** Form of a new schedule (interface 10). */
export const newSchedulePage: Page<Services> = {
  method: 'GET',
  path: `${PATH}/new`,
  scope: 'write',
  answer: async (request, services) => ({ html: await formView(request, services, undefined, null) }),
};

/** Creates a schedule; with `preview`, shows when it runs. */
export const addSchedule: Page<Services> = {
  method: 'POST',
  path: `${PATH}/new`,
  scope: 'write',
  audits: 'schedule.saved',

  async answer(request, services) {
    const id = textOf(request.form, 'id');
    const exists = (await services.schedules.find(request.params.appId ?? '', id)) !== undefined;
    if (exists) return again(request, services, undefined, { id: 'There is already a schedule of this name.' });
    return answerOf(request, services, id, undefined);
  },
};

/** Form of an existing schedule. */
export const editSchedulePage: Page<Services> = {
  method: 'GET',
  path: `${PATH}/{id}/edit`,
  scope: 'write',

  async answer(request, services) {
    const schedule = await scheduleOf(request, services);
    if (schedule === undefined) return notFound(request);
    return { html: await formView(request, services, schedule, null) };
  },
};

/** Changes a schedule; with `preview`, shows when it runs. */
export const editSchedule: Page<Services> = {
  method: 'POST',
  path: `${PATH}/{id}/edit`,
  scope: 'write',
  audits: 'schedule.saved',

  async answer(request, services) {
    const schedule = await scheduleOf(request, services);
    return schedule === undefined ? notFound(request) : answerOf(request, services, schedule.id, schedule);
  },
};

const scheduleOf = ({ params: { appId = '', id = '' } }: PageRequest, { schedules }: Services) =>
  schedules.find(appId, id);

const notFound = (request: PageRequest) => ({ html: problemPage('not-found', request), status: 404 });

async function answerOf(request: PageRequest, services: Services, id: string, schedule: Schedule | undefined) {
  const { form, params } = request;
  const { appId = '' } = params;
  const body = scheduleBodyOf(form);
  if (form.has('preview')) {
    const sent = { appId, id, body, attributesText: null, isReplayed: false };
    const checked = await checkedSchedule(services, sent, schedule);
    return again(request, services, schedule, checked.ok ? {} : fieldsOf(checked.message));
  }
  const refused = refusalOf(await request.ask('PUT', ENDPOINT, { params: { appId, id }, body }));
  if (refused === null) return { location: `${scheduleLinks(appId).list}?done=saved` };
  return again(request, services, schedule, fieldsOf(refused));
}

const fieldsOf = (message: string): FieldErrors => errorsOf(message, Object.keys(SCHEDULE_LABELS), SCHEDULE_LABELS);

const again = async (
  request: PageRequest,
  services: Services,
  schedule: Schedule | undefined,
  errors: FieldErrors,
) => ({
  html: await formView(request, services, schedule, request.form, errors),
  ...(Object.keys(errors).length > 0 && { status: 422 }),
});

async function formView(
  request: PageRequest,
  { plans, config, now }: Services,
  schedule: Schedule | undefined,
  submitted: FormData | null,
  errors: FieldErrors = {},
): Promise<Html> {
  const { appId = '' } = request.params;
  const { plans: last } = await plans.list({ appId, limit: MAX_RUNS, after: null });
  const targets = [...new Set(last.map(({ targetEnv }) => targetEnv))];
  return scheduleFormPage({
    request,
    schedule,
    form: submitted ?? initialSchedule(schedule, targets[0] ?? ''),
    errors,
    targets,
    caseCountLimit: config.caseCountLimit,
    now: now(),
  });
}

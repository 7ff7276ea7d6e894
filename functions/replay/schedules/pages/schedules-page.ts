import type { Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { scheduleLinks } from './schedule-links.ts';
import { listView, type SCHEDULES_DONE, type SchedulesServices } from './schedules-view.ts';

const PATH = '/console/apps/{appId}/schedules';
const ENDPOINT = '/api/apps/{appId}/schedules/{id}';
const NOT_FOUND = 404;

/** Lists the schedules of an application (interface 10). */
export const schedulesPage: Page<SchedulesServices> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({ html: await listView(request, services, null) }),
};

/** Pauses a schedule. */
export const pauseSchedule = switching('pause', { enabled: false }, 'paused');
/** Resumes a paused schedule. Occurrences during the pause are not caught up. */
export const resumeSchedule = switching('resume', { enabled: true }, 'resumed');

/** Deletes a schedule. */
export const deleteSchedule: Page<SchedulesServices> = {
  method: 'POST',
  path: `${PATH}/{id}/delete`,
  scope: 'write',
  audits: 'schedule.removed',
  answer: async (request, services) => answerOf(request, services, await ask(request, 'DELETE'), 'deleted'),
};

function switching(
  action: 'pause' | 'resume',
  body: { enabled: boolean },
  done: keyof typeof SCHEDULES_DONE,
): Page<SchedulesServices> {
  return {
    method: 'POST',
    path: `${PATH}/{id}/${action}`,
    scope: 'write',
    audits: 'schedule.saved',

    async answer(request, services) {
      const { appId = '', id = '' } = request.params;
      // Saving an unknown id would create a schedule.
      if ((await services.schedules.find(appId, id)) === undefined)
        return { html: problemPage('not-found', request), status: NOT_FOUND };
      return answerOf(request, services, await ask(request, 'PUT', body), done);
    },
  };
}

const ask = (request: PageRequest, method: 'PUT' | 'DELETE', body?: unknown) => {
  const { appId = '', id = '' } = request.params;
  return request.ask(method, ENDPOINT, { params: { appId, id }, ...(body !== undefined && { body }) });
};

async function answerOf(
  request: PageRequest,
  services: SchedulesServices,
  answer: Awaited<ReturnType<typeof ask>>,
  done: string,
) {
  if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
  const refused = refusalOf(answer);
  if (refused === null) return { location: `${scheduleLinks(request.params.appId ?? '').list}?done=${done}` };
  return { html: await listView(request, services, errorsOf(refused, []).form ?? null), status: 409 };
}

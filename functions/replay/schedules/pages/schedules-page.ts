import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../../platform/pages-shell/application-layout.ts';
import { notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { NewPlanServices } from '../../composition.ts';
import { lastRuns } from '../service/last-runs.ts';
import { scheduleLinks } from './schedule-links.ts';
import { noSchedules, schedulesTable } from './schedules-table.ts';

const PATH = '/console/apps/{appId}/schedules';
const ENDPOINT = '/api/apps/{appId}/schedules/{id}';
const NOT_FOUND = 404;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  saved: 'The schedule is saved.',
  paused: 'The schedule is paused. It starts no runs until you resume it.',
  resumed: 'The schedule is resumed. It does not catch up on runs of the pause.',
  deleted: 'The schedule is deleted. Its runs stay.',
};

type Services = Pick<NewPlanServices, 'schedules' | 'plans' | 'runStateLabels' | 'now'>;

/** Lists the schedules of an application (interface 10). */
export const schedulesPage: Page<Services> = {
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
export const deleteSchedule: Page<Services> = {
  method: 'POST',
  path: `${PATH}/{id}/delete`,
  scope: 'write',
  audits: 'schedule.removed',
  answer: async (request, services) => answerOf(request, services, await ask(request, 'DELETE'), 'deleted'),
};

function switching(action: 'pause' | 'resume', body: { enabled: boolean }, done: keyof typeof DONE): Page<Services> {
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
  services: Services,
  answer: Awaited<ReturnType<typeof ask>>,
  done: string,
) {
  if (answer.status === NOT_FOUND) return { html: problemPage('not-found', request), status: NOT_FOUND };
  const refused = refusalOf(answer);
  if (refused === null) return { location: `${scheduleLinks(request.params.appId ?? '').list}?done=${done}` };
  return { html: await listView(request, services, errorsOf(refused, []).form ?? null), status: 409 };
}

async function listView(request: PageRequest, services: Services, refused: string | null): Promise<Html> {
  const { appId = '' } = request.params;
  const schedules = await services.schedules.list(appId);
  const { add } = scheduleLinks(appId);
  const shown =
    schedules.length === 0
      ? noSchedules(request, add)
      : schedulesTable({
          request,
          schedules,
          runs: await lastRuns(services.plans, schedules),
          runStateLabels: services.runStateLabels,
          now: services.now(),
        });
  return applicationLayout({
    request,
    appId,
    tab: 'schedules',
    title: `Schedules of ${appId}`,
    heading: visible(appId),
    actions:
      schedules.length > 0 && request.may('write') && html`<a class="button primary" href="${add}">Add a schedule</a>`,
    body: html`${notice(refused, 'bad')}${refused === null && noticeOf(DONE, request.query)}
${shown}${schedules.length > 0 && html`<p class="small muted">A time that passed while the service was down is made up once. A paused one is not.</p>`}`,
  });
}

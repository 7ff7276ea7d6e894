import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../../platform/pages-shell/application-layout.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm, notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { NewPlanServices } from '../../services.ts';
import type { RunRefusal, Schedule } from '../domain/schedule.ts';
import { scheduleLinks } from './schedule-links.ts';

const PATH = '/console/apps/{appId}/schedules';
const ENDPOINT = '/api/apps/{appId}/schedules/{id}';
const NOT_FOUND = 404;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  saved: 'The schedule is saved.',
  paused: 'The schedule is paused.',
  resumed: 'The schedule is resumed.',
  deleted: 'The schedule is deleted.',
};

type Services = Pick<NewPlanServices, 'schedules'>;

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
  answer: async (request, services) => answerOf(request, services, await ask(request, 'DELETE'), 'deleted'),
};

function switching(action: 'pause' | 'resume', body: { enabled: boolean }, done: keyof typeof DONE): Page<Services> {
  return {
    method: 'POST',
    path: `${PATH}/{id}/${action}`,
    scope: 'write',

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

async function listView(request: PageRequest, { schedules }: Services, refused: string | null): Promise<Html> {
  const { appId = '' } = request.params;
  const links = scheduleLinks(appId);
  const mayWrite = request.may('write');
  return applicationLayout({
    request,
    appId,
    tab: 'schedules',
    title: `Schedules of ${appId}`,
    body: html`${notice(refused, 'bad')}${refused === null && noticeOf(DONE, request.query)}
<p>A schedule starts replays at fixed times. Its replays send notifications. Times that pass while the service is down are replayed once, when it is up again.</p>
${mayWrite && html`<p><a class="button primary" href="${links.add}">Add a schedule</a></p>`}
${table({
  caption: `Schedules of ${appId}`,
  columns: [
    { name: 'Schedule' },
    { name: 'State' },
    { name: 'Time' },
    { name: 'Target' },
    { name: 'Next run', as: 'time' },
    { name: 'Last run', as: 'time' },
    { name: 'Last error' },
    { name: 'Actions', as: 'actions' },
  ],
  rows: (await schedules.list(appId)).map((schedule) => [
    mayWrite ? html`<a href="${links.of(schedule.id, 'edit')}">${schedule.id}</a>` : schedule.id,
    schedule.enabled ? badge('Active', 'good') : badge('Paused'),
    html`<code>${schedule.cron}</code> ${schedule.timeZone}`,
    html`<code>${visible(schedule.trigger.targetEnv)}</code>`,
    time(schedule.nextAt),
    lastRun(schedule),
    schedule.lastError && errorOf(schedule.lastError),
    mayWrite && buttons(request, appId, schedule),
  ]),
  empty: 'There is no schedule yet.',
})}`,
  });
}

const lastRun = ({ lastPlanId, lastRunAt }: Schedule): Html | null =>
  lastPlanId === null ? null : html`<a href="/report/${lastPlanId}">${time(lastRunAt)}</a>`;

const errorOf = ({ errorCode, errorMessage, at }: RunRefusal): Html =>
  html`${time(at)}: ${visible(errorMessage)} <span class="muted">(${errorCode})</span>`;

function buttons(request: PageRequest, appId: string, { id, enabled }: Schedule): Html {
  const links = scheduleLinks(appId);
  const of = html`<span class="hidden"> ${id}</span>`;
  const action = enabled ? 'pause' : 'resume';
  return html`${actionForm(request, links.of(id, action), html`${enabled ? 'Pause' : 'Resume'}${of}`)} ${actionForm(request, links.of(id, 'delete'), html`Delete${of}`, { danger: true, confirm: `Delete the schedule ${id}?` })}`;
}

import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../../platform/pages-shell/application-layout.ts';
import { notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { NewPlanServices } from '../../composition.ts';
import { lastRuns } from '../service/last-runs.ts';
import { scheduleLinks } from './schedule-links.ts';
import { noSchedules, schedulesTable } from './schedules-table.ts';

/** Confirmation messages, by the query parameter of the page that shows them. */
export const SCHEDULES_DONE: Readonly<Record<string, string>> = {
  saved: 'The schedule is saved.',
  paused: 'The schedule is paused. It starts no runs until you resume it.',
  resumed: 'The schedule is resumed. It does not catch up on runs of the pause.',
  deleted: 'The schedule is deleted. Its runs stay.',
};

export type SchedulesServices = Pick<NewPlanServices, 'schedules' | 'plans' | 'runStateLabels' | 'now' | 'newId'>;

/** The schedules of an application, with why the last form was refused. */
export async function listView(
  request: PageRequest,
  services: SchedulesServices,
  refused: string | null,
): Promise<Html> {
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
          startKey: services.newId(),
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
    body: html`${notice(refused, 'bad')}${refused === null && noticeOf(SCHEDULES_DONE, request.query)}
${shown}`,
  });
}

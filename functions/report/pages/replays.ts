import { html } from 'hono/html';
import type { Html, Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ReportServices } from '../composition.ts';
import { runFilter } from '../domain/run-filter.ts';
import { filteredRuns } from '../service/filtered-runs.ts';
import { AS_SETTLED, isRunning, refreshWhileRunning } from './parts/run-parts.ts';
import { noRuns, runFilterForm } from './run-filter-form.ts';
import { runTable } from './run-table.ts';

const LISTED = 50;

/** A list of runs, and how its page refreshes itself. */
interface List {
  body: Html;
  refreshSeconds?: number;
}

/** Lists the runs of all applications, newest first. */
export const replaysPage: Page<Pick<ReportServices, 'plans' | 'now'>> = {
  method: 'GET',
  path: '/console/replays',
  scope: 'read',

  answer: (request, services) =>
    listOf(request, services, null, (list) => layout({ title: 'Runs', request, section: 'runs', ...list })),
};

/** Lists the runs of one application, newest first. */
export const replaysOfApplication: Page<Pick<ReportServices, 'plans' | 'now'>> = {
  method: 'GET',
  path: '/console/apps/{appId}/replays',
  scope: 'read',

  answer(request, services) {
    const { appId = '' } = request.params;
    return listOf(request, services, appId, (list) =>
      applicationLayout({
        request,
        appId,
        tab: 'runs',
        title: `Runs of ${appId}`,
        heading: visible(appId),
        actions:
          request.may('write') &&
          html`<a class="button primary" href="${applicationPath(appId)}/replays/new">Start a run</a>`,
        ...list,
      }),
    );
  },
};

async function listOf(
  request: PageRequest,
  { plans, now }: Pick<ReportServices, 'plans' | 'now'>,
  appId: string | null,
  page: (list: List) => Html,
): Promise<PageAnswer> {
  const filter = runFilter(request.query);
  if (!filter.ok) return { html: problemPage('bad-link', request), status: 400 };
  const after = request.query.get('cursor');
  const { runs, next } = await filteredRuns(plans, { ...filter.value, appId, limit: LISTED, after });
  const shown = runTable({
    caption: 'Runs, newest first',
    runs,
    isOfAll: appId === null,
    empty: noRuns(filter.value, next),
    now: now(),
  });
  return {
    html: page({
      ...refreshWhileRunning(runs),
      body: html`${runFilterForm(filter.value, runs)}
<div id="runs"${runs.some(isRunning) && html` data-live`}>${shown}</div>
<div class="block">${runs.length > 0 && AS_SETTLED}${pager(request, next)}</div>`,
    }),
  };
}

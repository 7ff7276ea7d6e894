import { html } from 'hono/html';
import { runsOf } from '../../findings/pages/runs-of.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager, table } from '../../platform/pages-shell/list-parts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ReportServices } from '../services.ts';
import { AS_SETTLED, isRunning, RUN_COLUMNS, refreshWhileRunning, runRow } from './run-parts.ts';

const LISTED = 50;

/** Lists the replays of all applications, newest first. */
export const replaysPage: Page<Pick<ReportServices, 'plans'>> = {
  method: 'GET',
  path: '/console/replays',
  scope: 'read',

  async answer(request, services) {
    const { runs, next } = await runsOf(services, { appId: null, limit: LISTED, after: request.query.get('cursor') });
    const columns = [...RUN_COLUMNS.slice(0, 1), { name: 'Application' }, ...RUN_COLUMNS.slice(1)];
    return {
      html: layout({
        title: 'Replays',
        request,
        section: 'runs',
        ...refreshWhileRunning(runs),
        body: html`<div id="runs"${runs.some(isRunning) && html` data-live`}>${table({
          caption: 'Replays, newest first',
          columns,
          rows: runs.map((run) => {
            const [name, ...others] = runRow(run);
            const { appId } = run.plan;
            return [name, html`<a href="${applicationPath(appId)}">${visible(appId)}</a>`, ...others];
          }),
          empty: 'Nothing has been replayed yet.',
        })}</div>${runs.length > 0 && AS_SETTLED}${pager(request, next)}`,
      }),
    };
  },
};

/** Lists the replays of one application, newest first. */
export const replaysOfApplication: Page<Pick<ReportServices, 'plans'>> = {
  method: 'GET',
  path: '/console/apps/{appId}/replays',
  scope: 'read',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const { runs, next } = await runsOf(services, { appId, limit: LISTED, after: request.query.get('cursor') });
    return {
      html: applicationLayout({
        request,
        appId,
        tab: 'runs',
        ...refreshWhileRunning(runs),
        title: `Replays of ${appId}`,
        body: html`${request.may('write') && html`<p><a class="button primary" href="${applicationPath(appId)}/replays/new">Start a replay</a></p>`}
<div id="runs"${runs.some(isRunning) && html` data-live`}>${table({
          caption: `Replays of ${appId}, newest first`,
          columns: RUN_COLUMNS,
          rows: runs.map(runRow),
          empty: 'It has not been replayed yet.',
        })}</div>${runs.length > 0 && AS_SETTLED}${pager(request, next)}`,
      }),
    };
  },
};

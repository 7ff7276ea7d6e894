import { html } from 'hono/html';
import { runsOf } from '../../findings/pages/runs-of.ts';
import { stateBadge } from '../../findings/pages/state-badge.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { byteSize } from '../../platform/pages-shell/byte-size.ts';
import { percent, table } from '../../platform/pages-shell/list-parts.ts';
import {
  AS_SETTLED,
  isRunning,
  RUN_COLUMNS,
  refreshWhileRunning,
  runRow,
  stateOf,
} from '../../report/pages/run-parts.ts';
import { trendChart, trendOf } from '../../report/pages/trend-chart.ts';
import type { ConsoleServices } from '../services.ts';
import { FIRST_RUN_TITLE, firstRun } from './first-run/first-run.ts';

const LISTED = 10;
const TREND = 50;

/** Overview of one application: its recordings, its last runs, and the available actions. */
export const applicationPage: Page<
  Pick<ConsoleServices, 'recordings' | 'plans' | 'rules' | 'applications' | 'config'>
> = {
  method: 'GET',
  path: '/console/apps/{appId}',
  scope: 'read',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const [operations, bytes, { runs }, rules, mains] = await Promise.all([
      services.recordings.operationsOf(appId),
      services.recordings.bytesOf(appId),
      runsOf(services, { appId, limit: TREND }),
      services.rules.list(appId),
      services.applications.mainOperations(appId),
    ]);
    if (operations.length === 0 && runs.length === 0)
      return {
        html: applicationLayout({
          request,
          appId,
          tab: 'overview',
          title: FIRST_RUN_TITLE,
          body: html`${await firstRun(request, services, { appId })}`,
        }),
      };
    const path = applicationPath(appId);
    const [last] = runs;
    const rate = last?.round?.result?.passRate;
    const chart = trendChart(trendOf(runs));
    return {
      html: applicationLayout({
        request,
        appId,
        tab: 'overview',
        ...refreshWhileRunning(runs),
        title: appId,
        body: html`<dl class="stats panel"><div><dt>Last state</dt><dd>${last ? stateBadge(stateOf(last)) : 'never replayed'}</dd></div>
${rate !== undefined && html`<div><dt>Last pass rate</dt><dd>${percent(rate)}</dd></div>`}
<div><dt>Recorded endpoints</dt><dd><a href="${path}/recordings">${operations.length}</a></dd></div>
<div><dt>Stored recordings</dt><dd>${byteSize(bytes.rolling + bytes.pinned)}${bytes.pinned > 0 && html`, ${byteSize(bytes.pinned)} pinned`}</dd></div>
<div><dt>Main endpoints</dt><dd><a href="${path}/settings#mainOperations">${mains.length || 'none'}</a></dd></div>
<div><dt>Own compare rules</dt><dd><a href="${path}/rules">${rules.length}</a></dd></div></dl>
${request.may('write') && html`<p class="row"><a class="button primary" href="${path}/replays/new">Start a replay</a> <a class="button" href="${path}/recordings#upload">Import recordings</a></p>`}
${chart && html`<section aria-labelledby="trend"><h2 id="trend">Pass rate of the last runs</h2><div class="panel pad">${chart}</div></section>`}
<h2>Last replays</h2>
<div id="runs"${runs.some(isRunning) && html` data-live`}>${table({
          caption: `Last replays of ${appId}`,
          columns: RUN_COLUMNS,
          rows: runs.slice(0, LISTED).map(runRow),
          empty: 'It has not been replayed yet.',
        })}</div>${runs.length > 0 && AS_SETTLED}
${runs.length > LISTED && html`<p><a href="${path}/replays">All replays</a></p>`}`,
      }),
    };
  },
};

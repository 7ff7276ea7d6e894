import { html } from 'hono/html';
import { runsOf } from '../../findings/pages/runs-of.ts';
import { stateBadge } from '../../findings/pages/state-badge.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { field } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { percent, time } from '../../platform/pages-shell/list-parts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { uploadForm } from '../../recordings/pages/import-form.ts';
import { stateOf } from '../../report/pages/run-parts.ts';
import { trendChart, trendOf } from '../../report/pages/trend-chart.ts';
import type { ConsoleServices } from '../services.ts';
import { FIRST_RUN_TITLE, firstRun } from './first-run/first-run.ts';

/** Maximum applications per page, and maximum runs in the trend of each. */
const MAX_SHOWN = 30;
const TREND = 20;

/** Lists the applications with recordings, each with its last runs. */
export const applicationsPage: Page<Pick<ConsoleServices, 'recordings' | 'plans' | 'config'>> = {
  method: 'GET',
  path: '/console',
  scope: 'read',

  async answer(request, services) {
    const wanted = (request.query.get('q') ?? '').trim();
    const all = await services.recordings.apps();
    if (all.length === 0) return { html: await nothingYet(request, services) };
    const found = all.filter((appId) => appId.toLowerCase().includes(wanted.toLowerCase()));
    const cards = await Promise.all(found.slice(0, MAX_SHOWN).map((appId) => card(appId, request, services)));
    return {
      html: layout({
        title: 'Applications',
        request,
        section: 'applications',
        body: html`${
          all.length > 5 &&
          html`<form class="filter" role="search">${field({ name: 'q', label: 'Name', type: 'search', value: wanted })}<button>Show</button></form>`
        }
${found.length === 0 && html`<p class="empty">No application is called like that.</p>`}
<ul class="columns">${cards}</ul>
${found.length > MAX_SHOWN && html`<p>${MAX_SHOWN} of ${found.length} are shown; part of a name shows others.</p>`}
${
  request.may('record') &&
  html`<h2>Import recordings</h2><div class="panel pad">${uploadForm({ request, action: '/console/import', appId: null })}</div>`
}`,
      }),
    };
  },
};

const nothingYet = async (request: PageRequest, services: Pick<ConsoleServices, 'config'>): Promise<Html> =>
  layout({
    title: FIRST_RUN_TITLE,
    facts: ['Three steps to a release decision. The first one takes a minute.'].map((text) => html`${text}`),
    request,
    section: 'applications',
    body: html`${await firstRun(request, services)}`,
  });

async function card(appId: string, request: PageRequest, services: Pick<ConsoleServices, 'plans'>): Promise<Html> {
  const { runs } = await runsOf(services, { appId, limit: TREND });
  const [last] = runs;
  const rate = last?.round?.result?.passRate;
  return html`<li class="panel pad"><h2><a href="${applicationPath(appId)}">${visible(appId)}</a></h2>
${
  last
    ? html`<p>${stateBadge(stateOf(last))} ${rate !== undefined && html`<strong>${percent(rate)}</strong> passed`}<br><a href="/report/${last.plan.planId}">Last replay</a>, ${time(last.plan.createdAt)}</p>${trendChart(trendOf(runs))}`
    : html`<p class="empty">Never replayed.${request.may('write') && html` <a href="${applicationPath(appId)}/replays/new">Start the first replay</a>`}</p>`
}</li>`;
}

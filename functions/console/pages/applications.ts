import { html } from 'hono/html';
import { stateBadge } from '../../findings/pages/parts/state-badge.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { field, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { percent } from '../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { uploadForm } from '../../recordings/pages/parts/import-form.ts';
import { runTitle } from '../../replay/domain/run-title.ts';
import { runsOf } from '../../replay/service/runs-of.ts';
import { stateOf } from '../../report/pages/parts/run-parts.ts';
import { rateLine } from '../../report/pages/parts/runs-plot.ts';
import type { ConsoleServices } from '../composition.ts';
import { FIRST_RUN_FACTS, FIRST_RUN_TITLE, firstRun } from './first-run/first-run.ts';
import { SAMPLE_DONE, sampleRemoval } from './first-run/sample.ts';

/** Maximum applications per page, and maximum runs in the trend of each. */
const MAX_SHOWN = 30;
const TREND = 20;

type Services = Pick<ConsoleServices, 'recordings' | 'plans' | 'config' | 'now' | 'sampleShop'>;

/** Lists the applications with recordings, each with its last runs. */
export const applicationsPage: Page<Services> = {
  method: 'GET',
  path: '/console',
  scope: 'read',

  async answer(request, services) {
    const wanted = (request.query.get('q') ?? '').trim();
    const all = await services.recordings.apps();
    if (all.length === 0) return { html: await nothingYet(request, services) };
    const found = all.filter((appId) => appId.toLowerCase().includes(wanted.toLowerCase()));
    const shown = found.slice(0, MAX_SHOWN);
    const rows = await Promise.all(shown.map((appId) => rowOf(appId, request, services)));
    return {
      html: layout({
        title: 'Applications',
        request,
        section: 'applications',
        body: html`${noticeOf(SAMPLE_DONE, request.query)}${
          all.length > 5 &&
          html`<form class="filter" role="search">${field({ name: 'q', label: 'Name', type: 'search', value: wanted })}<button>Filter</button></form>`
        }
${found.length === 0 && html`<p class="panel empty">No application has this in its name</p>`}
${found.length > 0 && listOf(rows)}
${sampleRemoval(request, services, shown)}
${found.length > MAX_SHOWN && html`<p class="small muted">${MAX_SHOWN} of ${count(found.length)} applications. Filter by name to see others.</p>`}
${
  request.may('record') &&
  html`<section class="block" aria-labelledby="import"><h2 id="import">Import recordings</h2><div class="panel pad">${uploadForm({ request, action: '/console/import', appId: null })}</div></section>`
}`,
      }),
    };
  },
};

const nothingYet = async (
  request: PageRequest,
  services: Pick<ConsoleServices, 'config' | 'sampleShop'>,
): Promise<Html> =>
  layout({
    title: FIRST_RUN_TITLE,
    facts: FIRST_RUN_FACTS,
    request,
    section: 'applications',
    body: html`${noticeOf(SAMPLE_DONE, request.query)}${await firstRun(request, services)}`,
  });

const listOf = (rows: readonly Html[]): Html =>
  html`<div class="panel"><table class="cards"><caption class="hidden">Applications by name</caption><thead><tr><th scope="col">Application</th><th scope="col">Last run</th><th scope="col">State</th><th scope="col" class="number">Pass rate</th><th scope="col" class="number">Needs action</th><th scope="col" class="number">To review</th><th scope="col">Trend</th></tr></thead><tbody>${rows}</tbody></table></div>`;

async function rowOf(appId: string, request: PageRequest, services: Services): Promise<Html> {
  const { runs } = await runsOf(services, { appId, limit: TREND });
  const [last] = runs;
  const path = applicationPath(appId);
  const name = html`<th scope="row"><a href="${path}">${visible(appId)}</a></th>`;
  if (last === undefined)
    return html`<tr>${name}<td class="wide" colspan="6"><span class="muted">No run yet</span>${request.may('write') && html` <a href="${path}/replays/new">Start a run</a>`}</td></tr>`;
  const { passRate, findings } = last.round?.result ?? {};
  const rates = runs.flatMap(({ round }) => (round?.result ? [round.result.passRate] : []));
  const number = (label: string, text: string | undefined) =>
    html`<td class="number" data-label="${label}">${text ?? '–'}</td>`;
  return html`<tr>${name}<td data-label="Last run" class="wide"><span><a href="/report/${last.plan.planId}">${visible(runTitle(last.plan))}</a> <span class="small muted">${relativeTime(last.plan.createdAt, services.now())}</span></span></td><td data-label="State">${stateBadge(stateOf(last))}</td>${number('Pass rate', passRate === undefined ? undefined : percent(passRate))}${number('Needs action', findings && count(findings.needsAction))}${number('To review', findings && count(findings.toReview))}<td data-label="Trend">${rateLine(rates.toReversed())}</td></tr>`;
}

import { html } from 'hono/html';
import { RULE_TRAITS } from '../../compare/domain/rules/rule-traits.ts';
import { ruleUse } from '../../findings/domain/rules/rule-use.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { countEndpoints } from '../../recordings/domain/recorded-endpoint.ts';
import { type Run, runsOf } from '../../replay/service/runs-of.ts';
import { isRunning, refreshWhileRunning, stateOf } from '../../report/pages/parts/run-parts.ts';
import type { ConsoleServices } from '../composition.ts';
import { FIRST_RUN_TITLE, firstRun } from './first-run/first-run.ts';
import { badgeSection } from './overview/badge-section.ts';
import { ciSection } from './overview/ci-section.ts';
import { hoursPlot } from './overview/hours-plot.ts';
import { lastDecision } from './overview/last-decision.ts';
import { overviewStats } from './overview/overview-stats.ts';
import { runsSection } from './overview/runs-section.ts';
import { trendPanel } from './overview/trend-panel.ts';

/** Runs of the trend. */
const TREND = 30;
/** Hours of recordings before the current one. */
const HOURS = 23;
const HOUR_MS = 3_600_000;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = { 'badge-removed': 'The badge is removed. READMEs with it show unknown.' };

type Services = Pick<
  ConsoleServices,
  | 'recordings'
  | 'plans'
  | 'rules'
  | 'applications'
  | 'findings'
  | 'schedules'
  | 'config'
  | 'now'
  | 'sampleShop'
  | 'badgeTokens'
>;

/** Overview of one application: its last decision, trend, recordings and schedule, and how to run it from CI. */
export const applicationPage: Page<Services> = {
  method: 'GET',
  path: '/console/apps/{appId}',
  scope: 'read',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const now = services.now();
    const mayWrite = request.may('write');
    const [endpoints, bytes, hours, newest, { runs }, rules, mains, schedules, badges] = await Promise.all([
      services.recordings.endpointsOf(appId),
      services.recordings.bytesOf(appId),
      services.recordings.perHour(appId, now - HOURS * HOUR_MS),
      services.recordings.list({ appId, limit: 1 }),
      runsOf(services, { appId, limit: TREND }),
      services.rules.list(appId),
      services.applications.mainOperations(appId),
      services.schedules.list(appId),
      services.badgeTokens.list(appId),
    ]);
    if (endpoints.length === 0 && runs.length === 0) return { html: await firstRunView(request, services, appId) };
    const path = applicationPath(appId);
    const [last] = runs;
    const settled = await settledFacts(runs, services);
    const stats = overviewStats({
      path,
      mayWrite,
      newest: newest?.items[0]?.recordedAt ?? null,
      bytes,
      endpoints: countEndpoints(endpoints),
      mains,
      findings: settled?.findings,
      schedules,
      rules,
      unmatched:
        settled === undefined
          ? null
          : rules.filter(({ ruleId, kind }) => RULE_TRAITS[kind].takesOut && !settled.used.has(ruleId)).length,
      now,
    });
    const ci = ciSection(request, { appId, targetEnv: last?.plan.targetEnv, publicUrl: services.config.publicUrl });
    const side = html`${badgeSection(request, { appId, badges, now })}
<section class="panel pad stack" aria-labelledby="fresh"><h2 id="fresh">Recordings per hour</h2>${hoursPlot(hours)}<a class="quiet-link" href="${path}/recordings">Show recordings</a></section>`;
    const lastClean = runs.find((run) => stateOf(run) === 'CLEAN');
    return {
      html: applicationLayout({
        request,
        appId,
        tab: 'overview',
        ...refreshWhileRunning(runs.slice(0, 1)),
        title: appId,
        actions:
          mayWrite &&
          html`<a class="button" href="${path}/recordings#upload">Import recordings</a><a class="button primary" href="${path}/replays/new">Start a run</a>`,
        body: html`${noticeOf(DONE, request.query)}<div id="last"${last && isRunning(last) && html` data-live`}>${lastDecision(
          {
            last,
            findings: settled?.run === last ? settled?.findings : undefined,
            lastClean,
            stats,
            startPath: mayWrite ? `${path}/replays/new` : null,
            now,
          },
        )}</div>
${
  runs.length === 0
    ? html`<div class="columns">${ci}${side}</div>`
    : html`<div class="beside block"><div class="stack">${trendPanel(request, runs, now)}${runsSection(runs, path, now)}${ci}</div>
<div class="stack">${side}</div></div>`
}`,
      }),
    };
  },
};

/** The page of an application that has neither recordings nor runs. */
const firstRunView = async (request: PageRequest, services: Services, appId: string): Promise<Html> =>
  applicationLayout({
    request,
    appId,
    tab: 'overview',
    title: FIRST_RUN_TITLE,
    body: html`${await firstRun(request, services, { appId })}`,
  });

/** The findings of the last run that settled, and the rules that it used; undefined if its results have expired. */
async function settledFacts(runs: readonly Run[], { findings }: Pick<Services, 'findings'>) {
  const run = runs.find(({ plan, round }) => plan.status === 'COMPLETED' && round?.result);
  const found = run?.round && (await findings.of(run.plan, run.round));
  return found && { run, findings: found.findings, used: ruleUse(found.input.clusters, found.input.rulesOf) };
}

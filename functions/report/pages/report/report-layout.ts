import { html } from 'hono/html';
import { logsPath } from '../../../logs/pages/parts/logs-links.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { type LayoutOptions, layout } from '../../../platform/pages-shell/layout.ts';
import { menu } from '../../../platform/pages-shell/menu.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import { shortCommit } from '../../../replay/domain/run-build.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { ReportServices } from '../../composition.ts';
import { hostCode } from '../host-code.ts';
import { reportPath, withQuery } from '../report-links.ts';
import { EXPORT_FORMATS } from './export/export-formats.ts';

/** A run: a plan and its latest round. */
export interface ReportedRun {
  plan: ReplayPlan;
  round: ReplayRound;
}

/** Reads the latest round of a plan; undefined if there is no such run. */
export async function reportedRun(
  { params }: Pick<PageRequest, 'params'>,
  { plans }: Pick<ReportServices, 'plans'>,
): Promise<ReportedRun | undefined> {
  const plan = await plans.find(params.planId ?? '');
  if (!plan) return undefined;
  const round = await plans.findRound(plan.planId, plan.round);
  return round && { plan, round };
}

/** What the head of a report shows, and everything below it. */
export type ReportLayout = Pick<LayoutOptions, 'body' | 'tabs' | 'refreshSeconds' | 'dialog'> & {
  run: ReportedRun;
  /** Epoch ms. */
  now: number;
  /** Of the browser's tab, where it is not the run's name alone. */
  view?: string;
};

/** A page of a report: the run's name, facts of the build, and what can be done with a settled run. */
export function reportLayout(request: PageRequest, { run, now, view, ...page }: ReportLayout): Html {
  const { plan, round } = run;
  const app = applicationPath(plan.appId);
  const title = runTitle(plan);
  return layout({
    ...page,
    title: view === undefined ? title : `${view}: ${title}`,
    heading: html`${visible(title)}`,
    request,
    section: 'runs',
    trail: [
      { href: '/console', text: 'Applications' },
      { href: app, text: plan.appId },
      { href: `${app}/replays`, text: 'Runs' },
    ],
    facts: factsOf(run, now),
    actions:
      plan.status === 'COMPLETED' &&
      round.result !== null &&
      html`${request.may('write') && runAgain(request, plan.planId, round.result.totalCases)}${exportMenu(plan.planId)}`,
  });
}

function factsOf({ plan, round }: ReportedRun, now: number): (Html | false)[] {
  const { branch, commit, name, url } = plan.build ?? {};
  const build = name ?? (url && 'Build');
  return [
    branch !== undefined && html`${icon('branch')} <code>${visible(branch)}</code>`,
    commit !== undefined &&
      html`${icon('commit')} <code title="${visibleText(commit)}">${visible(shortCommit(commit))}</code>`,
    build !== undefined &&
      html`${icon('ext')} ${url === undefined ? visible(build) : html`<a href="${url}" rel="noreferrer">${visible(build)}</a>`}`,
    ...buildsOf(plan),
    html`${icon('clock')} ${relativeTime(round.result?.settledAt ?? round.startedAt ?? plan.createdAt, now)}`,
    html`<a href="${withQuery(logsPath(plan.appId), { run: plan.planId })}">Logs of this run</a>`,
  ];
}

/** Where the build under test is; of two builds, the host of each. */
const buildsOf = ({ targetEnv, baselineEnv }: ReplayPlan): Html[] =>
  baselineEnv === undefined
    ? [html`${icon('target')} <code>${visible(targetEnv)}</code>`]
    : [
        html`${icon('target')} <span class="hidden">New build at</span> ${hostCode(targetEnv)}`,
        html`${icon('moved')} <span class="hidden">Running build at</span> ${hostCode(baselineEnv)}`,
      ];

/** Sends the requests of a run again. */
export const runAgain = (
  request: PageRequest,
  planId: string,
  requests: number,
  look: 'button' | 'primary' = 'button',
): Html =>
  actionForm(request, `${reportPath(planId)}/rerun`, 'Run again', {
    look,
    confirm: `Send ${counted(requests, 'request')} to the target again?`,
  });

const exportMenu = (planId: string): Html =>
  menu({
    label: 'Export',
    body: html`${Object.entries(EXPORT_FORMATS).map(
      ([format, { text }]) => html`<a href="${reportPath(planId)}/export/${format}" download>${text}</a>`,
    )}`,
  });

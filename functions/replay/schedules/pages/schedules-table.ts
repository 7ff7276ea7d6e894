import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { type Cell, table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import type { RunStateLabels } from '../../composition.ts';
import { cronSentence } from '../domain/cron-sentence.ts';
import type { RunRefusal, Schedule } from '../domain/schedule.ts';
import type { LastRun } from '../service/last-runs.ts';
import { nextRuns } from './next-runs.ts';
import { scheduleLinks } from './schedule-links.ts';

/** Longest target in its line. */
const MAX_TARGET_LENGTH = 36;

export interface SchedulesTableOptions {
  request: PageRequest;
  schedules: readonly Schedule[];
  /** By planId. */
  runs: ReadonlyMap<string, LastRun>;
  runStateLabels: RunStateLabels;
  /** Epoch ms. */
  now: number;
}

/** The schedules of an application, one line each. */
export const schedulesTable = (options: SchedulesTableOptions): Html =>
  table({
    caption: `Schedules of ${options.schedules[0]?.appId ?? ''}`,
    columns: [
      { name: 'Schedule' },
      { name: 'When', as: 'wide' },
      { name: 'Next runs', as: 'wide' },
      { name: 'Last run', as: 'wide' },
      { name: 'State' },
      { name: 'Actions', as: 'actions' },
    ],
    rows: options.schedules.map((schedule) => rowOf(schedule, options)),
    empty: 'No schedule yet',
  });

function rowOf(schedule: Schedule, options: SchedulesTableOptions): Cell[] {
  const { request, now } = options;
  const { id, cron, timeZone, enabled, trigger } = schedule;
  const links = scheduleLinks(schedule.appId);
  const mayWrite = request.may('write');
  const named = html`<span class="hidden"> ${id}</span>`;
  const action = enabled ? 'pause' : 'resume';
  return [
    html`${mayWrite ? html`<a href="${links.of(id, 'edit')}">${id}</a>` : id}<div class="small muted"><code class="nowrap" title="${visibleText(trigger.targetEnv)}">${short(trigger.targetEnv, MAX_TARGET_LENGTH)}</code></div>`,
    html`<span>${cronSentence(cron)} <span class="small muted nowrap"><code>${cron}</code> ${visible(timeZone)}</span></span>`,
    nextRuns(schedule, now),
    lastRun(schedule, options),
    html`<span class="nowrap">${enabled ? badge('On', 'good') : badge('Paused')} ${mayWrite && actionForm(request, links.of(id, action), html`${enabled ? 'Pause' : 'Resume'}${named}`)}</span>`,
    mayWrite &&
      html`<a href="${links.of(id, 'edit')}">Edit${named}</a> ${actionForm(request, links.of(id, 'delete'), html`Delete${named}`, { danger: true, confirm: `Delete the schedule ${id}?` })}`,
  ];
}

/** The last run with its state, and why the one after it did not start. */
function lastRun({ lastPlanId, lastRunAt, lastError }: Schedule, { runs, runStateLabels, now }: SchedulesTableOptions) {
  if (lastPlanId === null && lastError === null) return null;
  const run = lastPlanId === null ? undefined : runs.get(lastPlanId);
  const labels = run && runStateLabels(run.state);
  return html`<span>${
    run && labels
      ? html`<a href="/report/${lastPlanId}">${visible(run.title)}</a> ${badge(labels.name, labels.tone)} <span class="small muted nowrap">${relativeTime(lastRunAt, now)}</span>`
      : lastRunAt !== null && html`${relativeTime(lastRunAt, now)} <span class="small muted">no longer kept</span>`
  }${lastError && errorHint(lastError, now)}</span>`;
}

const errorHint = ({ errorMessage, errorCode, at }: RunRefusal, now: number): Html =>
  html`<div>${badge('Not started', 'warn')} <span class="small">${relativeTime(at, now)}: ${visible(errorMessage)} <span class="muted">(${visible(errorCode)})</span></span></div>`;

/** What a schedule is for, and the way to the first one. */
export const noSchedules = (request: PageRequest, add: string): Html =>
  html`<div class="panel empty"><div>No schedule yet</div><div class="block">A schedule starts runs at fixed times, such as every night against staging. Channels receive their results, so a broken build is seen in the morning.</div>${request.may('write') && html`<div class="block"><a class="button primary" href="${add}">Add a schedule</a></div>`}</div>`;

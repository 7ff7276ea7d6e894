import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { type Cell, table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import type { RunStateLabels } from '../../composition.ts';
import { NO_BASELINE } from '../../domain/target-env.ts';
import { cronSentence } from '../domain/cron-sentence.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { LastRun } from '../service/last-runs.ts';
import { lastRun } from './last-run.ts';
import { nextRuns } from './next-runs.ts';
import { scheduleActions } from './schedule-actions.ts';
import { scheduleLinks } from './schedule-links.ts';

/** Longest target in its line. */
const MAX_TARGET_LENGTH = 36;

export interface SchedulesTableOptions {
  request: PageRequest;
  schedules: readonly Schedule[];
  /** By planId. */
  runs: ReadonlyMap<string, LastRun>;
  runStateLabels: RunStateLabels;
  /** See `scheduleActions`. */
  startKey: string;
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
    foot: html`<div class="panel-foot"><span class="small muted">A time that passed while the service was down is made up once. A paused one is not.</span></div>`,
  });

function rowOf(schedule: Schedule, { request, now, startKey, ...options }: SchedulesTableOptions): Cell[] {
  const { appId, id, cron, timeZone, trigger } = schedule;
  const mayWrite = request.may('write');
  return [
    html`${mayWrite ? html`<a href="${scheduleLinks(appId).of(id, 'edit')}">${id}</a>` : id}<div class="small muted"><code class="nowrap" title="${visibleText(trigger.targetEnv)}">${short(trigger.targetEnv, MAX_TARGET_LENGTH)}</code>${scopeText(trigger)}</div>`,
    html`<span>${cronSentence(cron)}<br><span class="small muted nowrap"><code>${cron}</code> ${visible(timeZone)}</span></span>`,
    nextRuns(schedule, now),
    lastRun(schedule, { ...options, now }),
    stateCell(schedule, now),
    mayWrite && scheduleActions(request, schedule, startKey),
  ];
}

/** What a run sends, where that is not the whole application, and what it compares with besides the recordings. */
const scopeText = ({ operations, baselineEnv = NO_BASELINE }: Schedule['trigger']): string =>
  `${operations ? `, ${counted(operations.length, 'endpoint')}` : ''}${baselineEnv === NO_BASELINE ? '' : ', two builds'}`;

const stateCell = ({ enabled, paused }: Schedule, now: number): Html =>
  enabled
    ? badge('On', 'good')
    : html`<span>${badge('Paused')}${paused && html`<br><span class="small muted">by ${visible(paused.by)}, ${relativeTime(paused.at, now)}</span>`}</span>`;

/** What a schedule is for, and the way to the first one. */
export const noSchedules = (request: PageRequest, add: string): Html =>
  html`<div class="panel empty"><div>No schedule yet</div><div class="block">A schedule starts runs at fixed times, such as every night against staging. Channels receive their results, so a broken build is seen in the morning.</div>${request.may('write') && html`<div class="block"><a class="button primary" href="${add}">Add a schedule</a></div>`}</div>`;

import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { durationText } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { RunStateLabels } from '../../composition.ts';
import type { RunRefusal, Schedule } from '../domain/schedule.ts';
import type { LastRun } from '../service/last-runs.ts';
import { refusalText } from './refusal-text.ts';

interface LastRunOptions {
  /** By planId. */
  runs: ReadonlyMap<string, LastRun>;
  runStateLabels: RunStateLabels;
  /** Epoch ms. */
  now: number;
}

/** Why the latest run of a schedule did not start, and the last one that did, with its state. */
export function lastRun(
  { lastPlanId, lastRunAt, lastError, claimed }: Pick<Schedule, 'lastPlanId' | 'lastRunAt' | 'lastError' | 'claimed'>,
  { runs, runStateLabels, now }: LastRunOptions,
): Html | null {
  if (lastPlanId === null && lastError === null) return null;
  const run = lastPlanId === null ? undefined : runs.get(lastPlanId);
  const labels = run && runStateLabels(run.state);
  return html`<span>${lastError && notStarted(lastError, claimed !== null, now)}${
    run && labels
      ? html`<span class="block">${badge(labels.name, labels.tone)} <a href="/report/${lastPlanId}">${visible(run.title)}</a><br><span class="small muted">${relativeTime(lastRunAt, now)}${run.durationMs !== null && `, in ${durationText(run.durationMs)}`}</span></span>`
      : lastRunAt !== null &&
        html`<span class="block">${relativeTime(lastRunAt, now)} <span class="small muted">no longer kept</span></span>`
  }</span>`;
}

const notStarted = (refusal: RunRefusal, isRetried: boolean, now: number): Html =>
  html`<span class="block">${badge('Not started', 'warn')} ${visible(refusalText(refusal))}<br><span class="small muted" title="${refusal.errorCode}">${relativeTime(refusal.at, now)}, tried again ${isRetried ? 'in a minute' : 'at the next time'}</span></span>`;

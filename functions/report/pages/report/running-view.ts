import { html } from 'hono/html';
import type { Settling } from '../../../findings/domain/settling.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { type Decision, decision } from '../../../platform/pages-shell/decision.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { count, counted, durationText } from '../../../platform/pages-shell/texts.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { sumOf } from '../../../platform/values/sum-of.ts';
import { progressOf } from '../../../replay/domain/progress.ts';
import type { ChunkProgress } from '../../../replay/domain/results/chunk.ts';
import { casesPath, reportPath } from '../report-links.ts';
import { doneNotice } from '../report-notices.ts';
import type { ReportedRun } from './report-layout.ts';
import { selectedText } from './selection-text.ts';

/** Seconds after which the view asks for itself again, with scripts and without. */
const LIVE_SECONDS = 2;
export const REFRESH_SECONDS = 5;

export interface RunningFacts {
  request: PageRequest;
  run: ReportedRun;
  workers: readonly ChunkProgress[];
  settling: Settling | null;
  /** Epoch ms. */
  now: number;
}

/** A run that has not settled: what it does, how far it is, and what it waits for. It updates by itself. */
export const runningView = (facts: RunningFacts): Html =>
  html`${doneNotice(facts.request.query)}<div id="live" data-live data-every="${LIVE_SECONDS}">${decision({ tone: 'quiet', ...stageOf(facts) })}</div>`;

type Stage = Pick<Decision, 'icon' | 'title' | 'next' | 'action' | 'progress'>;

function stageOf(facts: RunningFacts): Stage {
  const { plan, round } = facts.run;
  if (round.finishedAt !== null) return settlingStage(facts);
  return round.selection === null || plan.status === 'PENDING' ? waitingStage(facts) : sendingStage(facts);
}

const waitingStage = (facts: RunningFacts): Stage => ({
  icon: 'clock',
  title: html`The run starts in a moment ${badge('Waiting')}`,
  next: `Selecting ${selectedText(facts.run.plan)}. This page updates automatically.`,
  action: stopButton(facts),
});

function sendingStage(facts: RunningFacts): Stage {
  const { run, workers, now } = facts;
  const { round } = run;
  const requests = round.selection?.requests ?? 0;
  const done = sumOf(workers, (worker) => worker.done);
  const failing = sumOf(workers, (worker) => worker.failing ?? 0);
  const elapsed = round.startedAt === null ? 0 : Math.max(1, now - round.startedAt);
  const left = done > 0 && elapsed > 0 ? durationText(Math.max(1000, (elapsed / done) * (requests - done))) : null;
  const share = Math.floor(100 * progressOf(round, workers));
  const isStopping = round.interruption !== null;
  return {
    icon: 'run',
    title: html`${count(done)} of ${counted(requests, 'request')} sent ${badge(isStopping ? 'Stopping' : 'Running')}`,
    next: isStopping
      ? 'Requests in progress finish; no more are sent.'
      : `${left === null ? '' : `About ${left} left. `}This page updates automatically. Findings appear when the run has settled.`,
    action: stopButton(facts),
    progress: html`<progress value="${done}" max="${Math.max(1, requests)}" aria-label="Requests sent">${share} %</progress>
<p class="row small muted"><span>${share} %</span><span>${count(failing)} failing so far</span>${
      elapsed > 0 && done > 0 && html`<span>${(done / (elapsed / 1000)).toFixed(1)} requests/s</span>`
    }${elapsed > 0 && html`<span class="push">${durationText(elapsed)}</span>`}</p>`,
  };
}

function settlingStage({ run: { plan, round }, workers, settling, now }: RunningFacts): Stage {
  const requests = round.selection?.requests ?? 0;
  const failing = sumOf(workers, (worker) => worker.failing ?? 0);
  const sent = requests === 1 ? 'The only request was sent' : `All ${count(requests)} requests were sent`;
  if (settling?.stage === 'WAIT' && settling.until !== null) {
    const total = Math.max(1, Math.round((settling.until - (round.finishedAt ?? now)) / 1000));
    const left = Math.min(total, Math.max(0, Math.round((settling.until - now) / 1000)));
    return {
      icon: 'run',
      title: html`Final result in <time datetime="${isoText(settling.until)}" title="${isoText(settling.until)}" data-until="${left}">${clock(left)}</time> ${badge('Settling')}`,
      next: `${sent}; ${count(failing)} ${failing === 1 ? 'fails' : 'fail'} so far.`,
      action: failing > 0 && failingLink(plan.planId),
      progress: html`<progress value="${total - left}" max="${total}" aria-label="Settling">${Math.floor((100 * (total - left)) / total)} %</progress>
<p class="row small muted"><span>Settle time: ${durationText(total * 1000)}</span></p>`,
    };
  }
  return {
    icon: 'run',
    title: html`Separating noise from changes ${badge('Settling')}`,
    next: `${sent}. ${failing === 0 ? 'None are failing so far.' : `The ${counted(failing, 'failing request')} ${failing === 1 ? 'is' : 'are'} sent again where that is safe.`} This page updates automatically.`,
    action: failing > 0 && failingLink(plan.planId),
  };
}

const failingLink = (planId: string): Html =>
  html`<a class="button" href="${casesPath(planId)}">Show failing requests</a>`;

/** `2:41`, as the script counts it down. */
const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const stopButton = ({ request, run: { plan, round } }: RunningFacts): Html | false =>
  request.may('write') &&
  round.interruption === null &&
  actionForm(request, `${reportPath(plan.planId)}/stop`, 'Stop', {
    look: 'button',
    confirm: 'Stop this run? Requests in progress finish; no more are sent.',
  });

import { html } from 'hono/html';
import { stateLabels } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { reportPath } from '../report-links.ts';

/** A settled run of the plot. */
export interface PlottedRun {
  planId: string;
  title: string;
  /** Epoch ms. */
  at: number;
  /** findings.state when it settled. */
  state: string;
  passRate: number;
  /** Numbers of findings when it settled; null in runs from before they were counted. */
  findings: { needsAction: number; toReview: number } | null;
}

/** Ranges of the axis below 100 %; the smallest that holds every run is drawn. */
const RANGES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
/** Width of one run in units of the drawing. */
const STEP = 10;
const HEIGHT = 100;
/** Runs that the drawing has room for at least, so that few runs are not drawn as wide blocks. */
const MIN_ROOM = 15;
const LABELS = 4;

/**
 * Pass rate and findings of settled runs, oldest first, with axes; each run has a tooltip, and a row in the table.
 * `current` is the run of the page.
 */
export function runsPlot(runs: readonly PlottedRun[], now: number, current?: string): Html {
  const last = runs.at(-1);
  if (last === undefined) return html`<p class="empty">No run has settled yet</p>`;
  return html`<div class="plot">${rates(runs)}${bars(runs)}<div class="x" aria-hidden="true">${runs.length < MIN_ROOM && html`<span></span>`}${dateLabels(runs).map((label) => html`<span>${label}</span>`)}</div></div>
<details class="small"><summary class="muted">Show as a table</summary>${asTable(runs, now, current)}</details>`;
}

/** The middle of a run; the newest is at the right end. */
const middle = (runs: readonly PlottedRun[], index: number): number =>
  (Math.max(0, MIN_ROOM - runs.length) + index + 0.5) * STEP;
const widthOf = (runs: readonly PlottedRun[]): number => Math.max(MIN_ROOM, runs.length) * STEP;

function rates(runs: readonly PlottedRun[]): Html {
  const lowest = Math.min(...runs.map(({ passRate }) => passRate));
  const range = RANGES.find((one) => 1 - one <= lowest + 1e-9) ?? 1;
  const y = (rate: number) => Number(((HEIGHT * (1 - rate)) / range).toFixed(1));
  const width = widthOf(runs);
  const label = `Pass rate of the last ${counted(runs.length, 'run')}: lowest ${percent(lowest)}, now ${percent(runs.at(-1)?.passRate ?? 0)}`;
  return html`<p class="name">Pass rate</p><div class="y" aria-hidden="true">${[1, 1 - range / 2, 1 - range].map((rate) => html`<span>${percent(rate).replace('.0 ', ' ')}</span>`)}</div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="grid-line" d="M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}"/>
<path class="rate" d="${runs.map(({ passRate }, at) => `${at === 0 ? 'M' : 'L'}${middle(runs, at)} ${y(passRate)}`).join('')}"/>
${runs.map((run, at) => dot(run, `M${middle(runs, at)} ${y(run.passRate)}h0`))}${columns(runs, HEIGHT)}</svg>`;
}

/** A mark by the colour and shape of a state: a ring is to review. */
function dot({ state }: PlottedRun, position: string): Html {
  const { tone } = stateLabels(state);
  return html`<path class="dot ${tone}" d="${position}"/>${tone === 'warn' && html`<path class="dot core" d="${position}"/>`}`;
}

function bars(runs: readonly PlottedRun[]): Html {
  const totals = runs.map(({ findings }) => (findings ? findings.needsAction + findings.toReview : 0));
  const most = Math.max(1, ...totals);
  const width = widthOf(runs);
  return html`<p class="name">Findings</p><div class="y" aria-hidden="true"><span>${count(most)}</span><span>0</span></div>
<svg class="low" viewBox="0 0 ${width} ${most}" preserveAspectRatio="none" role="img" aria-label="Findings of the last ${counted(runs.length, 'run')}: at most ${count(Math.max(...totals))}, now ${count(totals.at(-1) ?? 0)}"><path class="grid-line" d="M0 0H${width}M0 ${most}H${width}"/>
${runs.map(({ findings }, at) => findings && html`${bar('fill-bad', middle(runs, at), most - findings.needsAction, findings.needsAction)}${bar('fill-warn', middle(runs, at), most - findings.needsAction - findings.toReview, findings.toReview)}`)}${columns(runs, most)}</svg>`;
}

const bar = (look: string, x: number, top: number, height: number): Html | false =>
  height > 0 && html`<rect class="${look}" x="${x - 0.3 * STEP}" y="${top}" width="${0.6 * STEP}" height="${height}"/>`;

/** Unseen columns over the whole height, so that the pointer need not find the mark of a run. */
const columns = (runs: readonly PlottedRun[], height: number): Html =>
  html`${runs.map((run, at) => html`<rect fill="none" pointer-events="all" x="${middle(runs, at) - STEP / 2}" y="0" width="${STEP}" height="${height}"><title>${tooltip(run)}</title></rect>`)}`;

const tooltip = ({ title, at, state, passRate, findings }: PlottedRun): string =>
  [
    `${visibleText(title)}, ${DAY.format(at)}, ${CLOCK.format(at)} UTC`,
    `${stateLabels(state).name}, ${percent(passRate)} passed`,
    findings
      ? `${count(findings.needsAction)} need action, ${count(findings.toReview)} to review`
      : 'findings not counted',
  ].join('\n');

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/**
 * Times of some runs, spread over the axis: days, or times of day where all runs are of one. Of few runs, the last.
 * @internal
 */
export function dateLabels(runs: readonly Pick<PlottedRun, 'at'>[]): string[] {
  const times = runs.map(({ at }) => at);
  const first = times[0] ?? 0;
  const format = DAY.format(first) === DAY.format(times.at(-1) ?? 0) ? CLOCK : DAY;
  const isWhole = times.length >= MIN_ROOM;
  const shown = Array.from({ length: isWhole ? LABELS : 1 }, (_, position) =>
    format.format(times[isWhole ? Math.round((position * (times.length - 1)) / (LABELS - 1)) : times.length - 1]),
  );
  return format === CLOCK ? shown.map((text) => `${text} UTC`) : shown;
}

const asTable = (runs: readonly PlottedRun[], now: number, current: string | undefined): Html =>
  html`<div class="scroll tall" tabindex="0" role="region" aria-label="Last ${counted(runs.length, 'run')}"><table><caption class="hidden">Last ${counted(runs.length, 'run')}, newest first</caption>
<thead><tr><th scope="col">Run</th><th scope="col">Settled</th><th scope="col">State</th><th scope="col" class="number">Pass rate</th><th scope="col" class="number">Needs action</th><th scope="col" class="number">To review</th></tr></thead>
<tbody>${runs
    .toReversed()
    .map(
      ({ planId, title, at, state, passRate, findings }) =>
        html`<tr><th scope="row">${planId === current ? html`${visible(title)} <span class="muted">(this run)</span>` : html`<a href="${reportPath(planId)}">${visible(title)}</a>`}</th><td>${relativeTime(at, now)}</td><td>${stateLabels(state).name}</td><td class="number">${percent(passRate)}</td><td class="number">${findings ? count(findings.needsAction) : '–'}</td><td class="number">${findings ? count(findings.toReview) : '–'}</td></tr>`,
    )}</tbody></table></div>`;

/** The pass rates of settled runs as a line, oldest first, between the lowest and the highest. Empty below two runs. */
export function rateLine(settled: readonly number[]): Html | null {
  if (settled.length < 2) return null;
  const lowest = Math.min(...settled);
  const range = Math.max(0.01, Math.max(...settled) - lowest);
  const points = settled.map(
    (rate, at) => `${at === 0 ? 'M' : 'L'}${at * STEP} ${(20 - (18 * (rate - lowest)) / range).toFixed(1)}`,
  );
  return html`<svg class="lane" viewBox="0 0 ${(settled.length - 1) * STEP} 22" preserveAspectRatio="none" role="img" aria-label="Pass rate of the last ${settled.length} runs: lowest ${percent(lowest)}, now ${percent(settled.at(-1) ?? 0)}"><path class="rate" fill="none" vector-effect="non-scaling-stroke" d="${points.join('')}"/></svg>`;
}

import { html } from 'hono/html';
import type { FindingsState } from '../../domain/findings/findings.ts';
import type { Html } from '../../http/page-route.ts';
import { percent, time } from '../list-parts.ts';
import { reportPath } from './report-links.ts';
import { STATE_WORDS, type Tone } from './state-words.ts';
import { count } from './words.ts';

/** A settled run of the application. */
export interface TrendRun {
  planId: string;
  /** Epoch ms. */
  settledAt: number;
  passRate: number;
  failedCases: number;
  totalCases: number;
  /** findings.state when it settled; unknown of old rounds. */
  state: string | null;
}

const WIDTH = 720;
const HEIGHT = 150;
const EDGE = 44;
const PAD = 12;

/** Pass rate and findings over the last runs of the application, oldest first; this one is named. */
export function trendSection(runs: readonly TrendRun[], planId: string): Html | null {
  if (runs.length === 0) return null;
  return html`<section aria-labelledby="trend"><h2 id="trend">Last runs of this application</h2>
${runs.length > 1 && chart(runs)}
<details><summary>As a table</summary><div class="scroll"><table class="stack"><thead><tr><th scope="col">Settled</th><th scope="col">State</th><th scope="col" class="number">Pass rate</th><th scope="col" class="number">Failed</th></tr></thead><tbody>${runs
    .toReversed()
    .map(
      (run) =>
        html`<tr><th scope="row">${run.planId === planId ? html`${time(run.settledAt)} (this one)` : html`<a href="${reportPath(run.planId)}">${time(run.settledAt)}</a>`}</th><td data-label="State"><span class="state ${toneOf(run)}">${titleOf(run)}</span></td><td class="number" data-label="Pass rate">${percent(run.passRate)}</td><td class="number" data-label="Failed">${count(run.failedCases)} of ${count(run.totalCases)}</td></tr>`,
    )}</tbody></table></div></details></section>`;
}

function chart(runs: readonly TrendRun[]): Html {
  const lowest = Math.min(...runs.map(({ passRate }) => passRate));
  // Differences near 100 % are what matters; the axis says where it begins.
  const floor = Math.min(0.9, Math.floor(lowest * 10) / 10);
  const x = (index: number) => EDGE + (index * (WIDTH - EDGE - PAD)) / Math.max(1, runs.length - 1);
  const y = (rate: number) => PAD + ((1 - rate) / (1 - floor)) * (HEIGHT - 2 * PAD);
  const points = runs.map(({ passRate }, index) => `${x(index).toFixed(1)},${y(passRate).toFixed(1)}`).join(' ');
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Pass rate of the last ${runs.length} runs, coloured by state; the table has the numbers">
<text class="chart-text" x="0" y="${PAD + 4}">100 %</text><text class="chart-text" x="0" y="${HEIGHT - PAD + 4}">${percent(floor)}</text>
<line class="chart-axis" x1="${EDGE}" y1="${PAD}" x2="${WIDTH}" y2="${PAD}"/><line class="chart-axis" x1="${EDGE}" y1="${HEIGHT - PAD}" x2="${WIDTH}" y2="${HEIGHT - PAD}"/>
<polyline class="chart-line" points="${points}"/>
${runs.map(
  (run, index) =>
    html`<circle class="dot ${toneOf(run)}" cx="${x(index).toFixed(1)}" cy="${y(run.passRate).toFixed(1)}" r="${index === runs.length - 1 ? 6 : 4.5}"><title>${percent(run.passRate)}, ${count(run.failedCases)} failed: ${titleOf(run)}</title></circle>`,
)}</svg>`;
}

const wordsOf = ({ state }: TrendRun) =>
  state !== null && Object.hasOwn(STATE_WORDS, state) ? STATE_WORDS[state as FindingsState] : null; // one of its own keys

const toneOf = (run: TrendRun): Tone => wordsOf(run)?.tone ?? 'quiet';

const titleOf = (run: TrendRun): string => wordsOf(run)?.title ?? 'Unknown';

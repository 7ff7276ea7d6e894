import { html } from 'hono/html';
import type { Html } from '../http/page-route.ts';
import { percent } from './list-parts.ts';
import { lookOf, type Run, stateOf } from './run-parts.ts';

const WIDTH = 480;
const HEIGHT = 120;
const LEFT = 40;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 12;

/** The pass rate over the runs of an application, the oldest first; nothing below two runs. `runs` come newest first. */
export function trendChart(runs: readonly Run[]): Html | null {
  const settled = runs.flatMap((run) => (run.round?.result ? [{ run, result: run.round.result }] : [])).reverse();
  if (settled.length < 2) return null;
  const rates = settled.map(({ result }) => result.passRate);
  const lowest = Math.min(0.9, Math.floor(Math.min(...rates) * 10) / 10);
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - RIGHT)) / (settled.length - 1);
  const y = (rate: number) => TOP + ((1 - rate) * (HEIGHT - TOP - BOTTOM)) / (1 - lowest);
  const points = rates.map((rate, index) => `${x(index).toFixed(1)},${y(rate).toFixed(1)}`);
  const floor = HEIGHT - BOTTOM;
  const label = `Pass rate of the last ${rates.length} runs, the newest last: ${rates.map(percent).join(', ')}`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label}">
<line class="chart-axis" x1="${LEFT}" y1="${TOP}" x2="${WIDTH - RIGHT}" y2="${TOP}"/><line class="chart-axis" x1="${LEFT}" y1="${floor}" x2="${WIDTH - RIGHT}" y2="${floor}"/>
<text class="chart-text" x="${LEFT - 6}" y="${TOP + 4}" text-anchor="end">100 %</text><text class="chart-text" x="${LEFT - 6}" y="${floor + 4}" text-anchor="end">${Math.round(lowest * 100)} %</text>
<polygon class="chart-area" points="${LEFT},${floor} ${points.join(' ')} ${WIDTH - RIGHT},${floor}"/><polyline class="chart-line" points="${points.join(' ')}"/>
${settled.map(
  ({ run, result }, index) =>
    html`<circle class="dot ${lookOf(stateOf(run))}" cx="${x(index).toFixed(1)}" cy="${y(result.passRate).toFixed(1)}" r="4"><title>${run.plan.planName}: ${percent(result.passRate)}</title></circle>`,
)}</svg>`;
}

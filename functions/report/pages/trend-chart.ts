import { html } from 'hono/html';
import { stateWords } from '../../findings/domain/state-words.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { percent } from '../../platform/pages-shell/list-parts.ts';
import { count } from '../../platform/pages-shell/words.ts';

/** A settled run of the trend. */
export interface TrendPoint {
  passRate: number;
  failedCases: number;
  /** findings.state when it settled. Null for old rounds. */
  state: string | null;
}

const WIDTH = 480;
const HEIGHT = 120;
const LEFT = 48;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 14;

/**
 * The pass rates of an application's settled runs, oldest first, each in the colour of its state. Empty below two runs.
 */
export function trendChart(points: readonly TrendPoint[]): Html | null {
  if (points.length < 2) return null;
  const rates = points.map(({ passRate }) => passRate);
  // Differences near 100 % matter most, so the axis starts higher and is labelled.
  const lowest = Math.min(0.9, Math.floor(Math.min(...rates) * 10) / 10);
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - RIGHT)) / (points.length - 1);
  const y = (rate: number) => TOP + ((1 - rate) * (HEIGHT - TOP - BOTTOM)) / (1 - lowest);
  const line = rates.map((rate, index) => `${x(index).toFixed(1)},${y(rate).toFixed(1)}`).join(' ');
  const floor = HEIGHT - BOTTOM;
  const label = `Pass rate of the last ${rates.length} runs, the newest last: ${rates.map(percent).join(', ')}`;
  return html`<svg fill="currentColor" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${label}">
<line stroke="currentColor" stroke-opacity="0.3" x1="${LEFT}" y1="${TOP}" x2="${WIDTH - RIGHT}" y2="${TOP}"/><line stroke="currentColor" stroke-opacity="0.3" x1="${LEFT}" y1="${floor}" x2="${WIDTH - RIGHT}" y2="${floor}"/>
<text font-size="12" x="${LEFT - 6}" y="${TOP + 4}" text-anchor="end">100 %</text><text font-size="12" x="${LEFT - 6}" y="${floor + 4}" text-anchor="end">${percent(lowest)}</text>
<polyline fill="none" stroke="currentColor" stroke-width="2" points="${line}"/>
${points.map(({ passRate, failedCases, state }, index) => {
  const { name, tone } = stateWords(state ?? 'Unknown');
  return html`<circle class="dot ${tone}" cx="${x(index).toFixed(1)}" cy="${y(passRate).toFixed(1)}" r="4.5"><title>${percent(passRate)}, ${count(failedCases)} failed: ${name}</title></circle>`;
})}</svg>`;
}

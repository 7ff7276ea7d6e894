import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { statsOf } from '../../platform/pages-shell/decision.ts';
import { percent } from '../../platform/pages-shell/list-parts.ts';
import { count, ms } from '../../platform/pages-shell/texts.ts';
import { type EndpointLatency, wholeLatency } from '../../replay/domain/results/latency.ts';
import { quantilesOf } from '../domain/endpoint-rows.ts';
import { type LatencyBar, latencyBars } from './latency-bars.ts';
import { reportPath } from './report-links.ts';
import { swatch } from './swatch.ts';
import { timeChange } from './time-change.ts';

/** Width of one column in units of the drawing. */
const STEP = 10;
const HEIGHT = 100;
/** Maximum times along the axis. */
const MAX_LABELS = 5;

const QUANTILES = [
  ['p50', 'median'],
  ['p95', '95 % are not slower'],
  ['p99', '99 % are not slower'],
] as const;

/** Response times, recorded and replayed: quantiles, and the distribution as a chart and as a table. */
export function latencySection(planId: string, latency: readonly EndpointLatency[], isBesideBuild = false): Html {
  const whole = wholeLatency(latency);
  const bars = latencyBars(whole);
  if (bars.length === 0) return html`<p class="panel empty">No response times for this run</p>`;
  const [recorded, replayed] = [quantilesOf(whole.recorded), quantilesOf(whole.replayed)];
  return html`<section class="panel" aria-labelledby="latency"><div class="panel-head"><h2 id="latency">Response times</h2><span class="push small muted">${swatch('recorded')} ${isBesideBuild ? 'running build' : 'recorded'} ${swatch('replayed')} ${isBesideBuild ? 'new build' : 'replayed'}</span></div>
${statsOf(QUANTILES.map(([name, note]) => ({ name, value: timeChange(recorded[name], replayed[name]), note })))}
<div class="pad">${chart(bars)}<details class="small"><summary class="muted">Show as a table</summary>${asTable(bars)}</details></div>
<div class="panel-foot">All endpoints, accurate to 6 %. <a href="${reportPath(planId)}?tab=endpoints">Response times by endpoint</a></div></section>`;
}

function chart(bars: readonly LatencyBar[]): Html {
  const most = Math.max(...bars.flatMap(({ recorded, replayed }) => [recorded, replayed]));
  const width = bars.length * STEP;
  const bar = (x: number, share: number, side: 'recorded' | 'replayed') => {
    const height = Number(((HEIGHT * share) / most).toFixed(1));
    return (
      share > 0 &&
      html`<rect class="${side}" x="${x}" y="${Number((HEIGHT - height).toFixed(1))}" width="${0.4 * STEP}" height="${height}"/>`
    );
  };
  return html`<div class="plot"><p class="name">Share of responses</p><div class="y" aria-hidden="true"><span>${percent(most)}</span><span>0 %</span></div>
<svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Share of responses by duration, recorded and replayed; the table lists the numbers"><path class="grid-line" d="M0 0H${width}M0 ${HEIGHT}H${width}"/>
${bars.map((one, at) => {
  const x = at * STEP;
  return html`${bar(x + 1, one.recorded, 'recorded')}${bar(x + 5, one.replayed, 'replayed')}<rect fill="none" pointer-events="all" x="${x}" y="0" width="${STEP}" height="${HEIGHT}"><title>${rangeOf(one)}\n${percent(one.recorded)} recorded, ${percent(one.replayed)} replayed</title></rect>`;
})}</svg>
<div class="x" aria-hidden="true">${axisLabels(bars).map((label) => html`<span>${label}</span>`)}</div></div>`;
}

const rangeOf = ({ from, to }: LatencyBar): string => `${count(from)} to ${count(to)} ms`;

/** Ends of columns, spread over the axis. @internal */
export function axisLabels(bars: readonly LatencyBar[]): string[] {
  const ends = [...bars.map(({ from }) => from), ...bars.slice(-1).map(({ to }) => to)];
  const labels = Math.min(MAX_LABELS, ends.length);
  return Array.from({ length: labels }, (_, position) =>
    ms(ends[Math.round((position * (ends.length - 1)) / (labels - 1))] ?? null),
  );
}

const asTable = (bars: readonly LatencyBar[]): Html =>
  html`<div class="scroll tall" tabindex="0" role="region" aria-label="Response times"><table><caption class="hidden">Share of responses by duration</caption><thead><tr><th scope="col">Duration</th><th scope="col" class="number">Recorded</th><th scope="col" class="number">Replayed</th></tr></thead><tbody>${bars.map(
    (one) =>
      html`<tr><th scope="row">${rangeOf(one)}</th><td class="number">${percent(one.recorded)}</td><td class="number">${percent(one.replayed)}</td></tr>`,
  )}</tbody></table></div>`;

import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { percent } from '../../platform/pages-shell/list-parts.ts';
import { ms } from '../../platform/pages-shell/words.ts';
import { type EndpointLatency, wholeLatency } from '../../replay/domain/results/latency.ts';
import { quantilesOf } from '../domain/endpoint-rows.ts';
import { type LatencyBar, latencyBars } from './latency-bars.ts';

const WIDTH = 720;
const HEIGHT = 180;
const LEFT = 40;
const BOTTOM = 24;
const TOP = 8;
/** Maximum columns with a label. */
const MAX_LABELS = 8;

/** Response times, recorded and replayed: quantiles, and the distribution as a chart. */
export function latencySection(latency: readonly EndpointLatency[]): Html {
  const whole = wholeLatency(latency);
  const bars = latencyBars(whole);
  const sides = [
    ['Recorded', quantilesOf(whole.recorded)],
    ['Replayed', quantilesOf(whole.replayed)],
  ] as const;
  return html`<section aria-labelledby="latency"><h2 id="latency">Latency</h2>
${
  bars.length === 0
    ? html`<p class="empty">No response times for this run</p>`
    : html`<div class="columns"><div class="scroll"><table><caption>All endpoints, accurate to 6 %</caption><thead><tr><th scope="col">Responses</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">p99</th></tr></thead><tbody>${sides.map(
        ([name, { p50, p95, p99 }]) =>
          html`<tr><th scope="row"><span class="swatch ${name.toLowerCase()}"></span> ${name}</th><td class="number">${ms(p50)}</td><td class="number">${ms(p95)}</td><td class="number">${ms(p99)}</td></tr>`,
      )}</tbody></table></div>${chart(bars)}</div>`
}</section>`;
}

function chart(bars: readonly LatencyBar[]): Html {
  const max = Math.max(...bars.flatMap(({ recorded, replayed }) => [recorded, replayed]));
  const step = (WIDTH - LEFT) / bars.length;
  const tall = (share: number) => ((HEIGHT - TOP - BOTTOM) * share) / max;
  const every = Math.ceil(bars.length / MAX_LABELS);
  const bar = (x: number, share: number, side: 'recorded' | 'replayed', title: string) =>
    share === 0
      ? null
      : html`<rect class="bar ${side}" x="${x.toFixed(1)}" y="${(HEIGHT - BOTTOM - tall(share)).toFixed(1)}" width="${(step * 0.42).toFixed(1)}" height="${tall(share).toFixed(1)}"><title>${title}</title></rect>`;
  return html`<svg fill="currentColor" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Share of responses by duration, recorded and replayed; the table lists the numbers">
<text font-size="12" x="0" y="${TOP + 8}">${percent(max)}</text><line stroke="currentColor" stroke-opacity="0.3" x1="${LEFT}" y1="${HEIGHT - BOTTOM}" x2="${WIDTH}" y2="${HEIGHT - BOTTOM}"/>
${bars.map(({ from, to, recorded, replayed }, index) => {
  const x = LEFT + index * step;
  const range = `${from} to ${to} ms`;
  return html`${bar(x + step * 0.06, recorded, 'recorded', `${percent(recorded)} took ${range} as recorded`)}${bar(x + step * 0.52, replayed, 'replayed', `${percent(replayed)} took ${range} as replayed`)}${
    index % every === 0 && html`<text font-size="12" x="${x.toFixed(1)}" y="${HEIGHT - 8}">${from} ms</text>`
  }`;
})}</svg>`;
}

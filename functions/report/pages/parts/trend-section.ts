import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { swatch } from '../swatch.ts';
import { type PlottedRun, runsPlot } from './runs-plot.ts';

const titleOf = (runs: number): string => (runs > 1 ? `Last ${runs} runs` : runs === 1 ? 'Last run' : 'Trend');

/** Pass rate and findings of settled runs, newest first, as a panel; `choice` selects other runs. */
export const trendSection = (
  runs: readonly PlottedRun[],
  now: number,
  { choice, current }: { choice?: Html | false; current?: string } = {},
): Html =>
  html`<section class="panel" aria-labelledby="trend"><div class="panel-head"><h2 id="trend">${titleOf(runs.length)}</h2><span class="push small muted">${runs.length > 0 && html`${swatch('fill-bad')} needs action ${swatch('fill-warn')} to review`}</span>${choice}</div>
<div class="pad">${runsPlot(runs.toReversed(), now, current)}</div></section>`;

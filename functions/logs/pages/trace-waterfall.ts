import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import type { TracePass } from '../domain/trace-passes.ts';
import { passPanel } from './pass-panel.ts';

/** Maximum passes of a trace that are drawn: the recording and the newest replays. */
const MAX_PASSES = 10;

/** The passes of a trace side by side on one scale: the recording and its newest replay, then earlier replays. */
export function traceWaterfall(passes: readonly TracePass[], now: number): Html | null {
  if (passes.length === 0) return null;
  const drawn = passes.filter(({ spans }) => spans.length > 0);
  if (drawn.length === 0)
    return html`<div class="small muted">No waterfall: these entries name no span. OpenTelemetry logs that are written within a span name it.</div>`;
  // One scale for all passes, so that what is missing is a gap.
  const length = Math.max(1, ...drawn.map(({ from, to }) => to - from));
  const recorded = drawn.find(({ isReplay }) => !isReplay);
  const services = [...new Set(recorded?.spans.map(({ service }) => service))];
  const others = drawn.filter((pass) => pass !== recorded).toReversed();
  const [newest, ...earlier] = others.slice(0, MAX_PASSES);
  const panel = (pass: TracePass, index: number) =>
    passPanel(pass, { id: `pass-${index}`, now, length, expected: pass.isReplay ? services : [] });
  return html`<div class="columns">${recorded && panel(recorded, 0)}${newest && panel(newest, 1)}</div>
${earlier.length > 0 && html`<details class="block"><summary>Earlier replays <span class="count">${count(earlier.length)}</span></summary>${earlier.map((pass, index) => panel(pass, index + 2))}</details>`}
<p class="small muted">Bars go from the first to the last entry of a span. Logs hold no start, end or parent of a span. Warnings and errors are marked.${others.length > MAX_PASSES && ` The newest ${MAX_PASSES} of ${count(others.length)} passes are drawn.`}</p>`;
}

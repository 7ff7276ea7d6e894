import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { table } from '../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count, counted, cutText } from '../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../platform/pages-shell/visible-text.ts';
import type { LogRow } from '../domain/log-row.ts';
import { SEVERITIES } from '../domain/severity.ts';
import type { SpanEntries, TracePass } from '../domain/trace-passes.ts';
import { LEVEL_TONES } from './entries-table.ts';
import { LEVEL_LABELS } from './logs-form.ts';

/** Maximum passes of a trace that are drawn, the newest ones, and maximum spans of each. */
const MAX_PASSES = 10;
const MAX_SPANS = 50;
/** Maximum marks in a bar. */
const MAX_MARKS = 50;

/** The spans of each pass of a trace on a time line, with the same numbers in the cells beside it. */
export function traceWaterfall(passes: readonly TracePass[], now: number): Html | null {
  if (passes.length === 0) return null;
  const drawn = passes.filter(({ spans }) => spans.length > 0);
  if (drawn.length === 0)
    return html`<div class="small muted">No waterfall: these entries name no span. OpenTelemetry logs that are written within a span name it.</div>`;
  // One scale for all passes, so that what is missing is a gap.
  const length = Math.max(1, ...drawn.map(({ from, to }) => to - from));
  const recorded = drawn.find(({ isReplay }) => !isReplay);
  const services = [...new Set(recorded?.spans.map(({ service }) => service))];
  return html`<section aria-labelledby="waterfall"><h2 id="waterfall">Trace waterfall</h2>
<div class="small muted">A bar reaches from the first to the last log entry of a span. Logs hold no start, end or parent of a span. Warnings and errors are marked.</div>
${drawn.slice(-MAX_PASSES).map((pass) => passView(pass, { now, length, expected: pass.isReplay ? services : [] }))}
${drawn.length > MAX_PASSES && html`<div class="small muted">The newest ${MAX_PASSES} of ${count(drawn.length)} passes are drawn</div>`}</section>`;
}

interface PassOptions {
  now: number;
  /** Of the scale that all passes share, ms. */
  length: number;
  /** Services that wrote entries when the request was recorded. */
  expected: readonly string[];
}

function passView(pass: TracePass, { now, length, expected }: PassOptions): Html {
  const { spans, from, to, isReplay, withoutSpan } = pass;
  const missing = expected.filter((service) => !spans.some((span) => span.service === service));
  return html`<div class="block"><h3>${isReplay ? 'Replay' : 'Request'}, ${relativeTime(from, now)}, ${count(to - from)} ms</h3>
${table({
  caption: `Spans of ${count(to - from)} ms`,
  columns: [
    { name: 'Span' },
    { name: 'Timeline', as: 'wide' },
    { name: 'Start', as: 'number' },
    { name: 'Length', as: 'number' },
    { name: 'Entries', as: 'number' },
    { name: 'Level' },
  ],
  rows: [
    ...spans.slice(0, MAX_SPANS).map((span) => {
      const highest = highestOf(span.rows);
      return [
        html`<span title="${visibleText(span.spanId)}">${visible(cutText(span.service, 40))} <code class="muted">${visible(span.spanId.slice(0, 8))}</code></span>`,
        lane(span, from, length),
        `+${count(span.from - from)} ms`,
        `${count(span.to - span.from)} ms`,
        count(span.rows.length),
        badge(LEVEL_LABELS[highest], LEVEL_TONES[highest]),
      ];
    }),
    ...missing.map((service) => [
      visible(cutText(service, 40)),
      html`<span class="small bad-text">no entry, unlike the recording</span>`,
      null,
      null,
      null,
      null,
    ]),
  ],
  empty: 'No span',
})}
${(spans.length > MAX_SPANS || withoutSpan > 0) && html`<p class="small muted">${spans.length > MAX_SPANS && `The first ${MAX_SPANS} of ${count(spans.length)} spans are drawn. `}${withoutSpan > 0 && `${counted(withoutSpan, 'entry', 'entries')} without a span`}</p>`}</div>`;
}

const highestOf = (rows: readonly LogRow[]): LogRow['severity'] =>
  SEVERITIES.findLast((severity) => rows.some((row) => row.severity === severity)) ?? 'INFO';

/** Any span is seen, however short it was. */
const MIN_WIDTH = 8;
const MARK_WIDTH = 6;

function lane({ from, to, rows }: SpanEntries, start: number, length: number): Html {
  const xOf = (at: number, room: number) => Math.min(1000 - room, Math.round((1000 * (at - start)) / length));
  const width = Math.max(MIN_WIDTH, Math.round((1000 * (to - from)) / length));
  const marks = rows.filter(({ severity }) => LEVEL_TONES[severity] !== undefined).slice(0, MAX_MARKS);
  return html`<svg class="lane" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true"><rect class="replayed" x="${xOf(from, width)}" y="5" width="${width}" height="6"/>${marks.map(
    ({ timestamp, severity }) =>
      html`<rect class="fill-${LEVEL_TONES[severity]}" x="${xOf(timestamp, MARK_WIDTH)}" y="1" width="${MARK_WIDTH}" height="14"/>`,
  )}</svg>`;
}

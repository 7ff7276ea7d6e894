import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count, counted, cutText } from '../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../platform/pages-shell/visible-text.ts';
import type { LogRow } from '../domain/log-row.ts';
import { SEVERITIES } from '../domain/severity.ts';
import type { SpanEntries, TracePass } from '../domain/trace-passes.ts';
import { LEVEL_TONES } from './entries-table.ts';
import { LEVEL_LABELS } from './logs-form.ts';
import { spanLane } from './span-lane.ts';

/** Maximum spans of a pass that are drawn. */
const MAX_SPANS = 50;

export interface PassOptions {
  /** Distinguishes the panels of a page. */
  id: string;
  /** Epoch ms. */
  now: number;
  /** Of the scale that all passes share, ms. */
  length: number;
  /** Services that wrote entries when the request was recorded, in that order; empty for the recording. */
  expected: readonly string[];
}

/** One pass of a trace: its spans on a time line, and services that wrote nothing unlike in the recording. */
export function passPanel(pass: TracePass, { id, now, length, expected }: PassOptions): Html {
  const { spans, from, to, isReplay, withoutSpan } = pass;
  const scale = { start: from, length, isReplay };
  const missing = expected.filter((service) => !spans.some((span) => span.service === service));
  const drawn = spans.slice(0, MAX_SPANS);
  return html`<section class="panel" aria-labelledby="${id}"><div class="panel-head"><h2 id="${id}">${isReplay ? 'Replayed' : 'Recorded'}</h2><span class="small muted">${relativeTime(from, now)}, ${count(to - from)} ms</span></div>
<table class="cards"><caption class="hidden">Spans of ${count(to - from)} ms</caption><thead><tr><th scope="col">Service</th><th scope="col"><span class="hidden">Time line</span></th><th scope="col" class="number">From, to</th><th scope="col" class="number">Entries</th></tr></thead><tbody>${drawn.map((span) => spanRow(span, spanLane(span, scale), from))}${missing.map(missingRow)}</tbody></table>
${(spans.length > MAX_SPANS || withoutSpan > 0) && html`<p class="panel-foot small muted">${spans.length > MAX_SPANS && `The first ${MAX_SPANS} of ${count(spans.length)} spans are drawn. `}${withoutSpan > 0 && `${counted(withoutSpan, 'entry', 'entries')} without a span`}</p>`}</section>`;
}

function spanRow(span: SpanEntries, lane: Html, start: number): Html {
  const highest = highestOf(span.rows);
  const tone = LEVEL_TONES[highest];
  return html`<tr><th scope="row" class="nowrap"><code>${visible(cutText(span.service, 40))}</code>${tone !== undefined && html` ${badge(LEVEL_LABELS[highest], tone)}`}<br><span class="small muted" title="${visibleText(span.spanId)}">${visible(span.spanId.slice(0, 8))}</span></th><td class="wide">${lane}</td><td class="number" data-label="From, to">${count(span.from - start)} to ${count(span.to - start)} ms</td><td class="number" data-label="Entries">${count(span.rows.length)}</td></tr>
`;
}

const missingRow = (service: string): Html =>
  html`<tr><th scope="row" class="nowrap"><code>${visible(cutText(service, 40))}</code></th><td class="wide"><span class="small bad-text">no entry, unlike the recording</span></td><td></td><td></td></tr>
`;

const highestOf = (rows: readonly LogRow[]): LogRow['severity'] =>
  SEVERITIES.findLast((severity) => rows.some((row) => row.severity === severity)) ?? 'INFO';

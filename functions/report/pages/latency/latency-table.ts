import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { count, counted, wholeMs } from '../../../platform/pages-shell/texts.ts';
import { MAX_TIMED } from '../../../replay/domain/latency/endpoint-times.ts';
import type { Quantiles } from '../../domain/endpoint-rows.ts';
import { type LatencyLimit, limitText } from '../../domain/latency-limit.ts';
import { LATENCY_ORDERS, type LatencyOrder } from '../../domain/latency-order.ts';
import type { LatencyRow } from '../../domain/latency-rows.ts';
import { shownEndpoint } from '../report/shown-endpoint.ts';
import { reportPath, withQuery } from '../report-links.ts';
import { muted, resultText } from './latency-results.ts';
import { ratioDrawing } from './ratio-drawing.ts';

/** Maximum rows per page. */
const MAX_ROWS = 100;

const ORDER_TEXTS: Readonly<Record<LatencyOrder, string>> = { ratio: 'Ratio', p95: 'p95', requests: 'Requests' };

/** The page of rows that a reader asks for. */
export interface LatencyView {
  order: LatencyOrder;
  from: number;
  /** The left side is the running build in place of the recording. */
  isBesideBuild: boolean;
  /** Of the ratio; null if there is none. */
  limit: LatencyLimit | null;
  /** The setting of the application. */
  limitPath: string;
}

/** Durations by endpoint, with the ratio of p95 and its interval. */
export function latencyTable(
  planId: string,
  rows: readonly LatencyRow[],
  { order, from, isBesideBuild, limit, limitPath }: LatencyView,
): Html {
  const linkTo = (query: Record<string, string | number | undefined>) =>
    withQuery(reportPath(planId), { tab: 'latency', ...query });
  const sides = isBesideBuild ? (['Running build', 'New build'] as const) : (['Recorded', 'Replayed'] as const);
  const shown = rows.slice(from, from + MAX_ROWS);
  const orders = LATENCY_ORDERS.map(
    (one) =>
      html`<a class="button tiny" href="${linkTo({ latencyOrder: one })}"${one === order && html` aria-current="true"`}>${ORDER_TEXTS[one]}</a>`,
  );
  const page = (start: number, text: string) =>
    html`<a class="button tiny" href="${linkTo({ latencyOrder: order, latencyFrom: start })}">${text}</a>`;
  const range = shown.length < rows.length ? `${count(from + 1)}–${count(from + shown.length)} of ` : '';
  return html`<section class="panel" aria-labelledby="latency-endpoints"><div class="panel-head"><h2 id="latency-endpoints">Latency by endpoint <span class="count">${count(rows.length)}</span></h2><span class="small muted">${limitLine({ isBesideBuild, limit, limitPath })}</span><span class="join push" role="group" aria-label="Sorted by">${orders}</span></div>
<div class="scroll" tabindex="0" role="group" aria-label="Latency by endpoint"><table class="cards"><caption>p50 / p95 / p99 in milliseconds. The interval holds the true ratio in 95 of 100 runs; the dotted line is 1×</caption>
<thead><tr><th scope="col">Endpoint</th><th scope="col" class="number">Requests</th><th scope="col">${sides[0]}</th><th scope="col">${sides[1]}</th><th scope="col">p95 ratio, interval</th><th scope="col">Result</th></tr></thead>
<tbody>${shown.map((row) => rowOf(row, sides, limit?.ratio ?? null))}</tbody></table></div>
<nav class="row panel-foot" aria-label="Latency, pages"><span class="small muted">${range}${counted(rows.length, 'endpoint')}. ${isBesideBuild ? 'Recorded times are not compared: other hardware answered. A ratio changes no state. Responses of the same class,' : 'Other hardware answered when the requests were recorded: a ratio changes no state. Responses of the recorded class,'} at most ${count(MAX_TIMED)} of an endpoint.</span>${from > 0 && page(Math.max(0, from - MAX_ROWS), 'Previous')}${from + shown.length < rows.length && page(from + MAX_ROWS, 'Next')}</nav></section>`;
}

/** The limit, and who set it: one of the run cannot be changed any more. */
function limitLine({
  isBesideBuild,
  limit,
  limitPath,
}: Pick<LatencyView, 'isBesideBuild' | 'limit' | 'limitPath'>): Html {
  if (limit === null) return html`No limit is set. <a href="${limitPath}">Set one</a>`;
  const than = `p95 at most ${limitText(limit.ratio)} of ${isBesideBuild ? 'the running build' : 'the recorded one'}, proven by the whole interval.`;
  return limit.of === 'run' ? html`Limit of this run: ${than}` : html`Limit: ${than} <a href="${limitPath}">Change</a>`;
}

function rowOf(row: LatencyRow, [left, right]: readonly [string, string], limit: number | null): Html {
  const { operation, method, requests, recorded, replayed, ratio, result } = row;
  const name = shownEndpoint({ operationName: operation, ...(method && { methods: [method] }) });
  return html`<tr><th scope="row">${name}</th><td class="number" data-label="Requests">${count(requests)}</td><td class="wide nowrap" data-label="${left}">${recorded ? quantileTexts(recorded) : muted('not recorded')}</td><td class="wide nowrap" data-label="${right}">${replayed ? quantileTexts(replayed) : muted('no answer to time')}</td><td class="wide" data-label="p95 ratio">${
    ratio
      ? html`<span><span class="nowrap">${ratioDrawing(ratio, TONES[result] ?? 'muted')} <strong>${times(ratio.p95)}×</strong></span> <span class="small muted nowrap">${times(ratio.low)} to ${times(ratio.high)}</span></span>`
      : muted('–')
  }</td><td class="wide">${resultText(row, limit)}</td></tr>`;
}

/** The drawing of a ratio that says something. */
const TONES: Partial<Record<LatencyRow['result'], 'good-text' | 'bad-text'>> = {
  faster: 'good-text',
  over: 'bad-text',
};

const quantileTexts = ({ p50, p95, p99 }: Quantiles): Html =>
  html`<span>${wholeMs(p50)} / <strong>${wholeMs(p95)}</strong> / ${wholeMs(p99)}</span>`;

const times = (ratio: number): string => ratio.toFixed(2);

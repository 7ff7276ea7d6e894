import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { MIN_PAIRS } from '../../../replay/domain/latency/p95-ratio.ts';
import { limitText } from '../../domain/latency-limit.ts';
import type { LatencyResult, LatencyRow } from '../../domain/latency-rows.ts';

/** Text in grey. */
export const muted = (text: string): Html => html`<span class="muted">${text}</span>`;

/** What the durations of an endpoint say, as shown. `limit`: of the ratio; null if there is none. */
export function resultText({ result, ratio }: Pick<LatencyRow, 'result' | 'ratio'>, limit: number | null): Html {
  if (result !== 'slower' || limit === null || ratio === null) return html`${RESULTS[result]}`;
  const isWithin = ratio.high <= limit;
  return html`${RESULTS.slower} <span class="small muted">${limitText(limit)} ${isWithin ? 'not reached' : 'not proven'}</span>`;
}

const RESULTS: Readonly<Record<LatencyResult, Html | string>> = {
  over: badge('Over the limit', 'bad'),
  slower: badge('Slower', 'warn'),
  faster: badge('Faster', 'good'),
  same: 'Same',
  tooFew: muted(`Too few requests, ${MIN_PAIRS} are needed`),
  notRecorded: muted('No recorded times'),
  notReplayed: muted('Fails in the new build'),
};

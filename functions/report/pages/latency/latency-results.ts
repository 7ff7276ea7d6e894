import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { MIN_PAIRS } from '../../../replay/domain/latency/p95-ratio.ts';
import type { LatencyResult } from '../../domain/latency-rows.ts';

/** Text in grey. */
export const muted = (text: string): Html => html`<span class="muted">${text}</span>`;

/** What the durations of an endpoint say, as shown. */
export const RESULTS: Readonly<Record<LatencyResult, Html | string>> = {
  slower: badge('Slower', 'warn'),
  faster: badge('Faster', 'good'),
  same: 'Same',
  tooFew: muted(`Too few requests, ${MIN_PAIRS} are needed`),
  notRecorded: muted('No recorded times'),
  notReplayed: muted('Fails in the new build'),
};

import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import type { LatencyRatio } from '../../../replay/domain/latency/p95-ratio.ts';

const WIDTH = 132;
/** Units of the drawing for 1, and the ratio at its left end. */
const UNIT = 66;
const FIRST = 0.5;

/** The interval of a ratio as a line with a point, beside the dotted line of 1; numbers stand beside it. */
export const ratioDrawing = ({ p95, low, high }: LatencyRatio, tone: 'good-text' | 'bad-text' | 'muted'): Html =>
  html`<svg class="${tone}" width="${WIDTH}" height="16" viewBox="0 0 ${WIDTH} 16" stroke="currentColor" aria-hidden="true"><path d="M${xOf(1)} 1V15" stroke-dasharray="2 2"/><path d="M${xOf(low)} 8H${xOf(high)}" stroke-width="2" stroke-linecap="round"/><circle cx="${xOf(p95)}" cy="8" r="3" fill="currentColor"/></svg>`;

/** What lies beyond an end of the drawing is at that end. */
const xOf = (ratio: number): number => Number(Math.min(WIDTH - 4, Math.max(4, (ratio - FIRST) * UNIT)).toFixed(1));

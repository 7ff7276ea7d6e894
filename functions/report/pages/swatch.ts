import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';

/** The colour of a legend, by the class of the shapes in the chart. */
export const swatch = (look: 'recorded' | 'replayed' | 'fill-bad' | 'fill-warn'): Html =>
  html`<svg class="swatch" viewBox="0 0 10 8" aria-hidden="true"><rect class="${look}" x="1" y="1" width="8" height="6"/></svg>`;

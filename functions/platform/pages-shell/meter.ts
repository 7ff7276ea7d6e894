import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';

/** A bar of a share (0..1) beside the numbers that it stands for. Any share above 0 is seen. */
export const meter = (share: number, tone: 'bad' | 'warn' = 'bad'): Html =>
  html`<svg class="meter${tone === 'warn' && ' warn'}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${share > 0 ? Math.max(2, Math.min(100, Math.round(100 * share))) : 0}" height="4"/></svg>`;

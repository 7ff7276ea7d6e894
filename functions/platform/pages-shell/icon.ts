import { html, raw } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';

/** The shapes of every icon, in a box of 16 by 16. `solid` and `hole` are classes of the stylesheet. */
const SHAPES = {
  branch:
    '<circle cx="4.5" cy="3.5" r="1.7"/><circle cx="4.5" cy="12.5" r="1.7"/><circle cx="11.5" cy="5" r="1.7"/><path d="M4.5 5.2v5.6m7-4.1c0 2.6-4 2.2-6.6 4.2"/>',
  chevron: '<path d="m6 3.5 4.5 4.5L6 12.5"/>',
  clock: '<circle cx="8" cy="8" r="6.2"/><path d="M8 4.6V8l2.4 1.5"/>',
  code: '<path d="M5.5 4 1.8 8l3.7 4M10.5 4l3.7 4-3.7 4"/>',
  commit: '<circle cx="8" cy="8" r="2.6"/><path d="M1.2 8h4.2m5.2 0h4.2"/>',
  copy: '<path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3"/>',
  down: '<path d="m4 6 4 4 4-4"/>',
  ext: '<path d="M9.5 2H14v4.5M14 2 7.5 8.5M12 10v4H2V4h4"/>',
  gap: '<circle cx="8" cy="8" r="6.2" stroke-dasharray="2.6 2.4"/>',
  key: '<circle cx="5" cy="11" r="3"/><path d="M7.2 8.8 14 2m-2.4 2.4 2 2"/>',
  lock: '<path d="M3.5 7h9v6.5h-9zM5.5 7V4.8a2.5 2.5 0 0 1 5 0V7"/>',
  logo: '<path d="M2.5 8A5.5 5.5 0 0 1 12 4.3L14 6.2M14 2.6v3.6h-3.6M13.5 8A5.5 5.5 0 0 1 4 11.7L2 9.8m0 3.6V9.8h3.6"/>',
  more: '<path d="M3.5 8v.01M8 8v.01M12.5 8v.01"/>',
  moved: '<path d="M2 5h11m-3-3 3 3-3 3M14 11H3m3-3-3 3 3 3"/>',
  ok: '<circle class="solid" cx="8" cy="8" r="7"/><path class="hole" d="m5 8.2 2.1 2.1L11 6"/>',
  pin: '<path d="M10 1.8 14.2 6l-2.5.8-3 3-.6 3.4L2.8 7.9l3.4-.6 3-3zM5.2 10.8 2 14"/>',
  plug: '<path d="M5.5 1.8v3.4m5-3.4v3.4M3.2 5.2h9.6v2.2a4.8 4.8 0 0 1-9.6 0zM8 12.2v2.3"/>',
  review: '<path d="M8 2.2 14.6 13.8H1.4z"/><path d="M8 6.5v3.2M8 11.8v.01"/>',
  run: '<path d="M8 1.8a6.2 6.2 0 1 0 6.2 6.2"/>',
  search: '<circle cx="7" cy="7" r="4.6"/><path d="m10.5 10.5 3.7 3.7"/>',
  stop: '<path class="solid" d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z"/><path class="hole" d="M8 4.5v4M8 11.3v.01"/>',
  target: '<path d="M2 3h12v4H2zm0 6h12v4H2zM4.5 5v.01M4.5 11v.01"/>',
  terminal: '<path d="M1.8 2.8h12.4v10.4H1.8zM4.5 6l2 2-2 2M8.5 10.2h3"/>',
  up: '<path d="m4 10 4-4 4 4"/>',
  upload: '<path d="M8 10.5V2M4.7 5.3 8 2l3.3 3.3M2 10.5V14h12v-3.5"/>',
} as const;
export type IconName = keyof typeof SHAPES;

/** The definitions that `icon` refers to; once on each page. */
export const ICONS: Html = html`<svg class="hidden" aria-hidden="true">${raw(
  Object.entries(SHAPES)
    .map(([name, shapes]) => `<symbol id="i-${name}" viewBox="0 0 16 16">${shapes}</symbol>`)
    .join(''),
)}</svg>`;

/** An icon, which says nothing that the text beside it does not say. */
export const icon = (name: IconName, tone?: 'good' | 'warn' | 'bad'): Html =>
  html`<svg class="icon${tone && ` ${tone}-text`}" aria-hidden="true"><use href="#i-${name}"/></svg>`;

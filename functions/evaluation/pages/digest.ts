import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';

/** A digest, cut where it is wider than its place; its button copies all of it. */
export const copiedDigest = (digest: string): Html =>
  html`<span class="digest"><pre title="${digest}">${visible(digest, 'ltr')}</pre><button type="button" class="tiny" data-copy hidden>${icon('copy')}<span class="hidden">Copy</span></button></span>`;

import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { visible, visibleText } from '../../platform/pages-shell/visible-text.ts';

/** The host and port of an address, which is its tooltip. */
export const hostCode = (address: string): Html =>
  html`<code title="${visibleText(address)}">${visible(URL.parse(address)?.host || address)}</code>`;

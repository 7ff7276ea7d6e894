import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { visible } from './visible-text.ts';

/** An endpoint as `METHOD /path`; without a method where several are meant, or none was recorded. */
export const endpointName = (method: string | null | undefined, path: string): Html =>
  html`${method && html`<span class="method">${visible(method)}</span> `}<span class="mono">${visible(path, 'ltr')}</span>`;

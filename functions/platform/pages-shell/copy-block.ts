import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { icon } from './icon.ts';
import { visible } from './visible-text.ts';

/** A command or a file to copy; its button shows where copying works. */
export const copyBlock = (text: string, label = 'Copy'): Html =>
  html`<div class="command"><pre tabindex="0" role="group" aria-label="${label}">${visible(text, 'ltr')}</pre><button type="button" class="tiny" title="${label}" data-copy hidden>${icon('copy')}<span class="hidden">${label}</span></button></div>`;

import { html } from 'hono/html';
import type { Html, PageRequest } from '../../http/pages/page-route.ts';
import { hasShortcutsOff } from '../../http/pages/shortcuts-cookie.ts';
import { shortcutsButton } from './shortcuts-form.ts';

/** What the keys of a page do, where scripts run, and how to turn them off. */
export const shortcutsMenu = (request: PageRequest, keys: readonly (readonly [key: string, text: string])[]): Html =>
  html`<details class="menu" data-keys hidden><summary class="button" aria-label="Keys">?</summary><div class="menu-list pad">${
    hasShortcutsOff(request)
      ? html`<p class="small muted">Keyboard shortcuts are off</p>`
      : html`<dl class="pairs">${[...keys, ['?', 'This list']].map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`)}</dl>`
  }${shortcutsButton(request)}</div></details>`;

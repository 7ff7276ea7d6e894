import { html } from 'hono/html';
import type { Html, PageRequest } from '../../http/pages/page-route.ts';
import { hasShortcutsOff } from '../../http/pages/shortcuts-cookie.ts';
import { csrfField } from '../form-parts.ts';

/** Where the preference is sent. */
export const SHORTCUTS_PATH = '/console/shortcuts';

/**
 * The form of every page that turns keyboard shortcuts off or on; its buttons are in menus, also within other forms.
 */
export const shortcutsForm = (request: PageRequest): Html =>
  html`<form id="shortcuts" method="post" action="${SHORTCUTS_PATH}" hidden>${csrfField(request)}</form>`;

/** A button of that form. */
export function shortcutsButton(request: PageRequest): Html {
  const value = hasShortcutsOff(request) ? 'on' : 'off';
  return html`<button form="shortcuts" name="shortcuts" value="${value}">Turn ${value} keyboard shortcuts</button>`;
}

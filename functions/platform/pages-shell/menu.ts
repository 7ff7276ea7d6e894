import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { icon } from './icon.ts';
import { visibleText } from './visible-text.ts';

export interface MenuOptions {
  label: string | Html;
  /** Links, and forms of one button. */
  body: Html;
  isTiny?: boolean;
  isPrimary?: boolean;
}

/** A button that opens a list of links and buttons; opens without scripts, closes by Escape with them. */
export const menu = ({ label, body, isTiny, isPrimary }: MenuOptions): Html =>
  html`<details class="menu"><summary class="button${isTiny && ' tiny'}${isPrimary && ' primary'}">${label} ${icon('down')}</summary><div class="menu-list">${body}</div></details>`;

/** The menu of a row with what is rarely done with its subject: links, and forms of one button. */
export const rowMenu = (subject: string, body: Html): Html =>
  html`<details class="menu"><summary class="button tiny" aria-label="More for ${visibleText(subject)}">⋯</summary><div class="menu-list">${body}</div></details>`;

import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { count } from './texts.ts';
import { visibleText } from './visible-text.ts';

export interface Tab {
  href: string;
  text: string;
  isCurrent?: boolean;
  /** How many items its page lists; a text where they are not all counted, such as `100+`. */
  count?: number | string;
}

/** The pages of one thing, or views of one list. */
export const tabs = (label: string, all: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${visibleText(label)}"><ul>${all.map(
    ({ href, text, isCurrent, count: items }) =>
      html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${text}${items !== undefined && html` <span class="count">${typeof items === 'number' ? count(items) : items}</span>`}</a></li>`,
  )}</ul></nav>`;

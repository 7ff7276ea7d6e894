import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { type IconName, icon } from './icon.ts';

/** What a colour says; `new` marks what was not there before. */
export type BadgeTone = 'good' | 'warn' | 'bad' | 'quiet' | 'new';

const ICON_OF: Partial<Record<BadgeTone, IconName>> = { good: 'ok', warn: 'review', bad: 'stop' };

/** A short word in a frame; its tone has an icon, so that colour alone never says it. */
export const badge = (text: string | Html, tone: BadgeTone = 'quiet', title?: string): Html =>
  html`<span class="badge ${tone}"${title && html` title="${title}"`}>${ICON_OF[tone] && icon(ICON_OF[tone])}${text}</span>`;

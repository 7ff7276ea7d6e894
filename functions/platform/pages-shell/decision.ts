import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { type IconName, icon } from './icon.ts';

export interface Decision {
  tone: 'good' | 'warn' | 'bad' | 'quiet';
  icon?: IconName;
  /** Whether to continue, in a sentence without a full stop. */
  title: string | Html;
  /** What to do next. */
  next: string | Html;
  /** The one primary button. */
  action?: Html | false | null | undefined;
  /** Numbers, then notes, below the line. */
  stats?: readonly (Stat | false | null)[];
  foot?: Html | false | null;
  /** Of something under way, below the line. */
  progress?: Html;
  /** Of its heading. Default: `decision`. */
  id?: string;
}

export interface Stat {
  name: string;
  value: string | Html;
  /** A second number, in grey. */
  note?: string | Html | false | null;
  tone?: 'good' | 'warn' | 'bad';
}

const ICONS: Record<Decision['tone'], IconName> = { good: 'ok', warn: 'review', bad: 'stop', quiet: 'gap' };

/** The first thing on a page: what is decided, the next step, and the numbers behind it. */
export const decision = ({
  tone,
  title,
  next,
  action,
  stats = [],
  foot,
  progress,
  icon: name,
  id = 'decision',
}: Decision): Html =>
  html`<section class="panel decision ${tone}" aria-labelledby="${id}"><div class="decision-line">${icon(name ?? ICONS[tone])}<div><h2 id="${id}">${title}</h2><p>${next}</p></div>${action}</div>${progress && html`<div class="pad">${progress}</div>`}${statsOf(stats)}${foot && html`<div class="panel-foot row">${foot}</div>`}</section>`;

/** Numbers with their names. */
export function statsOf(stats: readonly (Stat | false | null)[]): Html | null {
  const shown = stats.filter((stat) => stat !== false && stat !== null);
  if (shown.length === 0) return null;
  return html`<dl class="stats">${shown.map(
    ({ name, value, note, tone }) =>
      html`<div><dt>${name}</dt><dd${tone && html` class="${tone}-text"`}>${value}${note && html`<small>${note}</small>`}</dd></div>`,
  )}</dl>`;
}

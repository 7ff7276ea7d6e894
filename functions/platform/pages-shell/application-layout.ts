import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import { layout } from './layout.ts';
import { visibleText } from './visible-text.ts';

/** The pages of one application. */
const TABS = [
  { tab: 'overview', path: '', text: 'Overview' },
  { tab: 'recordings', path: '/recordings', text: 'Recordings' },
  { tab: 'replays', path: '/replays', text: 'Replays' },
  { tab: 'schedules', path: '/schedules', text: 'Schedules' },
  { tab: 'rules', path: '/rules', text: 'Rules' },
  { tab: 'settings', path: '/settings', text: 'Settings' },
] as const;

/** The path of an application's pages; an id may contain any character. */
export const applicationPath = (appId: string): string => `/console/apps/${encodeURIComponent(appId)}`;

export interface ApplicationLayoutOptions {
  request: PageRequest;
  appId: string;
  tab: (typeof TABS)[number]['tab'];
  title: string;
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
  body: Html;
}

/** A page of one application, with links to its others. */
export const applicationLayout = ({ appId, tab, body, ...page }: ApplicationLayoutOptions): Html =>
  layout({
    ...page,
    section: 'applications',
    trail: [
      { href: '/console', text: 'Applications' },
      { href: applicationPath(appId), text: appId },
    ],
    body: html`<nav class="tabs" aria-label="${visibleText(appId)}"><ul>${TABS.map(
      (one) =>
        html`<li><a href="${applicationPath(appId)}${one.path}"${one.tab === tab && html` aria-current="page"`}>${one.text}</a></li>`,
    )}</ul></nav>
${body}`,
  });

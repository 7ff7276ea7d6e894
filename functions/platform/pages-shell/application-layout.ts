import type { Html, PageRequest } from '../http/pages/page-route.ts';
import { layout } from './layout.ts';
import { tabs } from './tabs.ts';

/** The pages of one application. */
const TABS = [
  { tab: 'overview', path: '', text: 'Overview' },
  { tab: 'recordings', path: '/recordings', text: 'Recordings' },
  { tab: 'runs', path: '/replays', text: 'Runs' },
  { tab: 'schedules', path: '/schedules', text: 'Schedules' },
  { tab: 'rules', path: '/rules', text: 'Rules' },
  { tab: 'expected', path: '/expected', text: 'Expected' },
  { tab: 'logs', path: '/logs', text: 'Logs' },
  { tab: 'settings', path: '/settings', text: 'Settings' },
] as const;

/** The path of an application's pages; an id may contain any character. */
export const applicationPath = (appId: string): string => `/console/apps/${encodeURIComponent(appId)}`;

export interface ApplicationLayoutOptions {
  request: PageRequest;
  appId: string;
  tab: (typeof TABS)[number]['tab'];
  title: string;
  /** The application's name, on the pages that list something of it. Default: the title. */
  heading?: Html;
  facts?: readonly (Html | false | null)[];
  actions?: Html | false | null;
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
  body: Html;
  /** A form above the page. */
  dialog?: Html | undefined;
}

/** A page of one application, with links to its others. */
export const applicationLayout = ({ appId, tab, ...page }: ApplicationLayoutOptions): Html =>
  layout({
    ...page,
    section: 'applications',
    // Where the heading is the application, its name is not repeated above.
    trail: [
      { href: '/console', text: 'Applications' },
      ...(page.heading === undefined && page.title !== appId ? [{ href: applicationPath(appId), text: appId }] : []),
    ],
    tabs: tabsOf(appId, tab, page.request),
  });

/** The links to all pages of the application, with how many each lists. */
async function tabsOf(appId: string, current: ApplicationLayoutOptions['tab'], { tabCounts }: PageRequest) {
  const counts = (await tabCounts?.()) ?? {};
  return tabs(
    appId,
    TABS.map(({ tab, path, text }) => {
      const count = counts[tab];
      return {
        href: applicationPath(appId) + path,
        text,
        isCurrent: tab === current,
        ...(count !== undefined && { count }),
      };
    }),
  );
}

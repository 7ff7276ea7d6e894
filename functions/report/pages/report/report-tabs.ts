import type { Html } from '../../../platform/http/pages/page-route.ts';
import { tabs } from '../../../platform/pages-shell/tabs.ts';
import { casesPath, reportPath, withQuery } from '../report-links.ts';

/** The views of a report; `requests` is a page of its own. */
const REPORT_TABS = ['findings', 'requests', 'endpoints', 'latency', 'details'] as const;
export type ReportTab = (typeof REPORT_TABS)[number];

/** Numbers of items of the views; absent where they are not known. */
export type TabCounts = Partial<Record<'findings' | 'requests' | 'endpoints', number>>;

const TEXTS: Readonly<Record<ReportTab, string>> = {
  findings: 'Findings',
  requests: 'Failing requests',
  endpoints: 'Endpoints',
  latency: 'Latency',
  details: 'Details',
};

/** The path of a view. */
const tabPath = (planId: string, tab: ReportTab): string => {
  if (tab === 'requests') return casesPath(planId);
  return withQuery(reportPath(planId), { tab: tab === 'findings' ? undefined : tab });
};

/** The view that a query asks for. */
export const tabOf = (query: URLSearchParams): Exclude<ReportTab, 'requests'> => {
  const wanted = query.get('tab');
  return wanted === 'endpoints' || wanted === 'latency' || wanted === 'details' ? wanted : 'findings';
};

/** Links to the views of a report. */
export const reportTabs = (planId: string, current: ReportTab, counts: TabCounts = {}): Html =>
  tabs(
    'Run',
    REPORT_TABS.map((tab) => {
      const items = tab in counts ? counts[tab as keyof TabCounts] : undefined; // a key of counts
      return {
        href: tabPath(planId, tab),
        text: TEXTS[tab],
        isCurrent: tab === current,
        ...(items !== undefined && { count: items }),
      };
    }),
  );

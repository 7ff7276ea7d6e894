import type { ListedPage } from './listed-pages.ts';

const RULE = new URLSearchParams({ kind: 'ignore', path: '$.lines[*].price', operation: '/orders/{id}' });

/** Pages of a report that the browser test of the report opens. */
export const REPORT_PAGES: readonly ListedPage[] = [
  { name: 'report', route: '/report/{planId}' },
  { name: 'report-endpoints', route: '/report/{planId}', query: 'tab=endpoints' },
  { name: 'report-latency', route: '/report/{planId}', query: 'tab=latency' },
  { name: 'report-details', route: '/report/{planId}', query: 'tab=details' },
  { name: 'report-finding', route: '/report/{planId}/findings/{finding}' },
  { name: 'report-expect', route: '/report/{planId}/findings/{finding}/expect' },
  { name: 'report-accept', route: '/report/{planId}/accept' },
  { name: 'report-request', route: '/report/{planId}/cases/{item}' },
  { name: 'report-moved', route: '/report/{planId}/cases/{movedItem}' },
  { name: 'report-unified', route: '/report/{planId}/cases/{movedItem}', query: 'view=unified' },
  { name: 'report-raw', route: '/report/{planId}/cases/{item}', query: 'view=raw' },
  { name: 'report-failing', route: '/report/{planId}/cases' },
  { name: 'report-all', route: '/report/{planId}/cases', query: 'state=all' },
  { name: 'report-rule', route: '/report/{planId}/rule', query: `${RULE}` },
];

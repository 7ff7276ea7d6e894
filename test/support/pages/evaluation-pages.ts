import type { ListedPage } from './listed-pages.ts';

const BASE = '/console/evaluations';

/** Pages of evaluations that the browser test of evaluations opens. */
export const EVALUATION_PAGES: readonly ListedPage[] = [
  { name: 'runs', route: BASE },
  { name: 'new', route: `${BASE}/new` },
  { name: 'run', route: `${BASE}/runs/{runId}` },
  { name: 'run-events', route: `${BASE}/runs/{runId}/events` },
  { name: 'scores', route: `${BASE}/runs/{runId}/scores` },
  { name: 'gate', route: `${BASE}/gates/{gateDecisionId}` },
  { name: 'result', route: `${BASE}/artifacts/{digest}` },
  { name: 'workflow-versions', route: `${BASE}/workflows` },
  { name: 'workflow-version', route: `${BASE}/workflows/{version}` },
  { name: 'pin', route: `${BASE}/resolve` },
  { name: 'commit-a-manifest', route: `${BASE}/manifests/new` },
  { name: 'policies', route: `${BASE}/policies` },
  { name: 'new-policy', route: `${BASE}/policies/new` },
  { name: 'policy', route: `${BASE}/policies/{policyId}` },
  { name: 'policy-edit', route: `${BASE}/policies/{policyId}/edit` },
  { name: 'backfill', route: `${BASE}/policies/{policyId}/backfill` },
  { name: 'hosts', route: `${BASE}/hosts` },
  { name: 'events', route: `${BASE}/events`, query: 'follow=1' },
];

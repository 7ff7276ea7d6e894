/** A promise of the service with the tests that hold it. */
export interface Promised {
  promise: string;
  /** Files below test/, as `npm run proof` runs them. */
  tests: readonly string[];
}

/** What `npm run proof` runs. docs/promises.md has a row for each, with the last figures. */
export const PROMISES: readonly Promised[] = [
  {
    promise: 'No acknowledged write is lost, and nothing refused appears',
    tests: ['proof/nemesis/nemesis.process.test.ts', 'proof/nemesis/check-history.test.ts'],
  },
  {
    promise: 'No acknowledged write is lost when the power is cut',
    tests: ['proof/power-cuts/power-cuts.process.test.ts', 'proof/power-cuts/lost-names.process.test.ts'],
  },
  {
    promise: 'No spooled case of a recorder or agent is lost when the power is cut',
    tests: ['proof/power-cuts/spools.process.test.ts'],
  },
  {
    promise: 'Slow and idle clients do not keep others from being answered',
    tests: ['proof/slow-clients.process.test.ts'],
  },
  { promise: 'Compressed, nested and expanding content is bounded', tests: ['proof/bombs.process.test.ts'] },
  {
    promise: 'No denied address is connected to',
    tests: ['proof/egress/egress-spellings.test.ts', 'proof/egress/egress-redirects.process.test.ts'],
  },
  {
    promise: 'Readers, logs, prompts and notifications have no credentials, and the disk none that is sealed',
    tests: ['proof/canaries/credential-canaries.process.test.ts', 'e2e/access/canaries.process.test.ts'],
  },
  {
    promise: 'Sessions that a replayed build issues are sealed in every downstream call, and equal there',
    tests: ['proof/canaries/session-canaries.process.test.ts'],
  },
  {
    promise: 'A result is announced once and in time, whatever a diagnosis does',
    tests: ['analysis/steps/analysis-race.process.test.ts'],
  },
  {
    promise: 'A replay survives SIGKILL: every case counts once, and nothing with a stored outcome is sent again',
    tests: ['e2e/replay/crash.process.test.ts'],
  },
  {
    promise: 'A run ends exact on a table of AWS that throttles a tenth of its writes',
    tests: ['proof/throttled-table.process.test.ts'],
  },
  {
    promise: 'A large run on AWS sends every case once, ends exact and has a bounded part of it in memory',
    tests: ['proof/large-run.process.test.ts'],
  },
  {
    promise: 'What is deployed works under its address, within the limits of AWS and the rights of its roles',
    tests: [
      'proof/deployed/deployed-runs.process.test.ts',
      'proof/deployed/deployed-builds.process.test.ts',
      'proof/deployed/deployed-ways.process.test.ts',
      'proof/deployed/large-lookups.process.test.ts',
      'proof/deployed/deployed-rights.process.test.ts',
      'proof/deployed/deployed-console.browser.test.ts',
    ],
  },
  {
    promise: 'Under SIGKILL no bot gets a notification twice, and webhooks get all, with one id',
    tests: ['e2e/notifications/notification-chaos.process.test.ts'],
  },
  {
    promise: 'Damaged data makes no false finding, and no run hangs',
    tests: ['bin/standalone/damaged-files.process.test.ts'],
  },
  { promise: 'No request makes the API answer 5xx or undocumented', tests: ['openapi/fuzz.process.test.ts'] },
  {
    promise: 'An unchanged build of a published application needs nothing, a changed one shows exactly its changes',
    tests: ['proof/living-applications/living-applications.process.test.ts'],
  },
  {
    promise: 'A change of a page is a difference of its own beside values that differ in each response',
    tests: ['compare/domain/bodies/html/generated-page-changes.test.ts'],
  },
  {
    promise: 'Sessions without their login need no action, and hide no change',
    tests: ['e2e/sessions/cut-sessions.process.test.ts'],
  },
  {
    promise: 'Every page meets WCAG 2.2 AA in four views',
    tests: [
      'e2e/console/console-accessibility.browser.test.ts',
      'e2e/console/report-in-browser.browser.test.ts',
      'e2e/evaluation/evaluation-console.browser.test.ts',
    ],
  },
  {
    promise: 'A recorder loses nothing while the service is away, sends nothing twice, and changes no body',
    tests: ['proof/recorder.process.test.ts'],
  },
  {
    promise: 'Memory does not grow with time',
    tests: ['proof/soak.process.test.ts', 'proof/growth-per-hour.test.ts'],
  },
  {
    promise: 'No route answers a role or tenant without the right',
    tests: [
      'login/api/every-route.test.ts',
      'e2e/evaluation/evaluation-tenancy.process.test.ts',
      'e2e/access/access.process.test.ts',
    ],
  },
];

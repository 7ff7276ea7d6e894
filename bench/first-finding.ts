import { openBrowser } from '../test/support/browser.ts';
import { findFirst, isOnlyTrueFinding, MAX_STEPS } from '../test/support/first-finding/new-user.ts';
import { figure } from './support/figure.ts';
import { runBench } from './support/run-bench.ts';
import { startService } from './support/start-service.ts';

const MAX_SECONDS = 90;
/** The settings of `npm start`: tests start the service with others. */
const DEFAULTS = { SVC_NOISE_REDUCTION: 'rules', SVC_SETTLE_SECONDS: '180', SVC_ADMIN_KEY: '' };

/**
 * `npm run bench:first-finding`: a new user with an own Express application, from an empty data directory to the first
 * true finding, in Chromium. Fails if that takes too many steps or too long, or if anything else needs action.
 */
await runBench('A new user, from an empty data directory to the true finding', async (running) => {
  const browser = await openBrowser();
  running.defer(() => browser.close());
  const { steps, needsAction } = await findFirst(browser, async () =>
    (await startService(running, DEFAULTS)).loginLink(),
  );
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  const isFound = isOnlyTrueFinding(needsAction);
  if (!isFound || steps.length > MAX_STEPS || seconds > MAX_SECONDS) process.exitCode = 1;
  return [
    ...steps.map((step, at) => figure(`${at + 1}. ${step.name}`, step.seconds, 's')),
    { name: 'steps', value: `${steps.length} (goal ${MAX_STEPS})` },
    figure('machine time', seconds, `s (goal ${MAX_SECONDS})`),
    { name: 'true finding', value: isFound ? 'found, and nothing else' : 'MISSING OR NOT ALONE' },
    figure('findings that need action', needsAction.length, ''),
  ];
});

// Takes the pictures of docs/screens from a real service with the sample shop: `npm run screens`. Review them before a
// commit.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, call, completed, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { evaluateSampleShop } from './evaluate-sample-shop.ts';

const TO = 'docs/screens';
const APP = '/console/apps/sample-shop';

/** Long lists are cut. */
const MAX_HEIGHT = 1600;

const TARGET = { targetEnv: 'https://staging.example.com' };
const SCHEDULES = [
  { id: 'nightly', cron: '30 2 * * 1-5', timeZone: 'Europe/Berlin', ...TARGET },
  { id: 'weekly', cron: '0 3 * * 1', enabled: false, ...TARGET },
];

/** How a picture is taken. */
const VIEWS = {
  light: { width: 1280, colorScheme: 'light' },
  dark: { width: 1280, colorScheme: 'dark' },
  narrow: { width: 400, colorScheme: 'light' },
} as const;
type View = keyof typeof VIEWS;

const folder = temporaryDataDir();
const service = await startProcess({
  dataDir: folder.dataDir,
  port: await freePort(),
  env: { SVC_NOISE_REDUCTION: 'rules' },
});
const browser = await openBrowser();

/** Takes the pictures of a page: the page as a whole, or what the window shows once it has the part `until`. */
async function draw(name: string, path: string, views: readonly View[] = ['light'], until?: string): Promise<void> {
  for (const view of views) {
    const { width, colorScheme } = VIEWS[view];
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme,
      extraHTTPHeaders: { 'x-api-key': ADMIN_KEY },
    });
    const answer = await page.goto(service.url + path);
    if (!answer?.ok()) throw new Error(`${name}: HTTP ${answer?.status()}`);
    const file = join(TO, `${name}-${view}.png`);
    if (until !== undefined) await page.locator(until).first().waitFor();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
    await page.screenshot({ path: file, ...(until === undefined && { fullPage: true, clip }) });
    await page.close();
  }
}

try {
  mkdirSync(TO, { recursive: true });
  await draw('first-run', '/console', ['light', 'narrow']);
  const loaded = await fetch(`${service.url}/console/sample`, {
    method: 'POST',
    headers: { 'x-api-key': ADMIN_KEY },
    body: new URLSearchParams(),
    redirect: 'manual',
  });
  const report = loaded.headers.get('location') ?? '';
  await completed(service.url, report.split('/').at(-1) ?? '');
  const cases = (query: string) => call(service.url, 'GET', `/api/replays/${report.split('/').at(-1)}/cases?${query}`);
  const { items } = (await cases('state=FAILED&operation=%2Fproducts%2F%7Bid%7D')).body;
  const item: string = items[0].planItemId.split(':')[1];
  const recorded = (await call(service.url, 'GET', '/api/recorder/apps/sample-shop/cases?limit=1')).body;
  await draw('report', report, ['light', 'dark', 'narrow']);
  const shown = await fetch(service.url + report, { headers: { 'x-api-key': ADMIN_KEY } });
  const expect = /\/report\/[^"]*\/expect/.exec(await shown.text())?.[0] ?? '';
  await draw('report-expect', expect, ['light', 'narrow'], 'dialog:modal');
  await draw('report-failing', `${report}/cases`, ['light', 'narrow']);
  await draw('report-endpoints', `${report}?tab=endpoints`);
  await draw('report-request', `${report}/cases/${item}`, ['light', 'dark', 'narrow']);
  await draw('console-applications', '/console', ['light', 'dark', 'narrow']);
  await draw('console-application', APP, ['light', 'dark', 'narrow']);
  await draw('console-recordings', `${APP}/recordings`, ['light', 'dark', 'narrow']);
  await draw('console-recording', `/console/cases/${recorded.items[0].caseId}`);
  await draw('console-runs', '/console/replays');
  await draw('console-start-a-run', `${APP}/replays/new`);
  for (const schedule of SCHEDULES) await call(service.url, 'PUT', '/api/apps/sample-shop/schedules', schedule);
  await draw('console-schedules', `${APP}/schedules`, ['light', 'narrow']);
  await draw('console-add-a-schedule', `${APP}/schedules/new`);
  await draw('console-rules', `${APP}/rules`, ['light', 'narrow']);
  await draw('console-settings', `${APP}/settings`);
  await draw('console-channels', '/console/channels/new');
  await draw('console-login', '/console/login');
  const operation = 'tag/Rules/operation/listCompareRules';
  await draw('api-reference', `/openapi#${operation}`, ['light', 'dark'], `[id="${operation}"] pre`);
  const evaluated = await evaluateSampleShop(service.url, report.split('/').at(-1) ?? '');
  const evaluations = '/console/evaluations';
  await draw('evaluation-new', `${evaluations}/new`);
  await draw('evaluation-runs', evaluations);
  await draw('evaluation-run', `${evaluations}/runs/${evaluated.run}`, ['light', 'dark', 'narrow']);
  await draw('evaluation-workflow-version', `${evaluations}/workflows/${evaluated.version}`, [
    'light',
    'dark',
    'narrow',
  ]);
} finally {
  await browser.close();
  await service.stop();
  folder.remove();
}

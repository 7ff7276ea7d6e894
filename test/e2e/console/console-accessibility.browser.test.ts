import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageProblem } from '../../../functions/platform/http/pages/page-routes.ts';
import { problemPage } from '../../../functions/platform/pages-shell/problem.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOfPages, violationsOn } from '../../support/browser.ts';
import { CONSOLE_PAGES, LOGGED_TRACE } from '../../support/pages/console-pages.ts';
import { addressOf } from '../../support/pages/listed-pages.ts';
import { structureFaults } from '../../support/pages/page-faults.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { ADMIN_KEY, call } from '../../support/running-service.ts';
import { APP, type ConsoleStage, consoleStage, fillStage, logIn, setRole } from '../../support/stages/console-stage.ts';

/** Every page in place of one that cannot be shown. */
const PROBLEMS = {
  'not-found': true,
  'wrong-method': true,
  forbidden: true,
  'bad-form': true,
  'too-large': true,
  'too-slow': true,
  busy: true,
  'bad-link': true,
  'disk-full': true,
  unreadable: true,
  damaged: true,
  fault: true,
} satisfies Record<PageProblem, true>;

/** The page of schedules with a run, an error and a pause, over a table in memory: no clock has to reach their time. */
async function listOfSchedules(): Promise<string> {
  const { services, call: ask, asAdmin, clock, browser, close } = pageStage();
  try {
    const trigger = { cron: '30 2 * * 1-5', targetEnv: 'https://staging.example.com/of/a/long/base/path' };
    for (const [id, enabled] of [
      ['nightly', true],
      ['paused', false],
    ] as const)
      await ask('PUT', '/api/apps/shop/schedules', { id, enabled, ...trigger }, asAdmin);
    const plan = replayPlan({ planId: '6a0f3c40a1b2c3d4e5f60718', appId: 'shop', createdAt: clock.now });
    await services.plans.lock('shop', plan.planId, clock.now);
    await services.plans.create(plan, null, null);
    const lastError = { errorCode: 'REASON_200', errorMessage: 'no cases recorded in the time range', at: clock.now };
    await services.schedules.change('shop', 'nightly', async (schedule) => ({
      ok: true,
      value: schedule ? { ...schedule, lastPlanId: plan.planId, lastRunAt: clock.now, lastError } : null,
    }));
    return (await browser().get('/console/apps/shop/schedules', { 'x-api-key': ADMIN_KEY })).text;
  } finally {
    close();
  }
}

/** Sends the log entries of a trace with two spans, one of them with an error. */
async function logOneTrace(url: string): Promise<void> {
  const logRecords = ['00f067aa0ba902b7', '11f067aa0ba902b7', '00f067aa0ba902b7'].map((spanId, at) => ({
    timeUnixNano: String(BigInt(Date.now() + 9 * at) * 1_000_000n),
    severityNumber: 9 + 4 * at,
    body: { stringValue: 'a message\nof two lines' },
    traceId: LOGGED_TRACE,
    spanId,
  }));
  const sent = await call(url, 'POST', '/v1/logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  expect(sent.status).toBe(200);
}

describe.skipIf(!HAS_BROWSER)(`the console for all users (interface 13)${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;
  let emptyTenantKey = '';
  const values: Record<string, string> = { appId: APP, caseId: 'case-items-a' };

  beforeAll(async () => {
    stage = await consoleStage();
    await fillStage(stage);
    await logOneTrace(stage.service.url);
    browser = await openBrowser();
    const context = await browser.newContext();
    await setRole(stage.service, 'ada@shop.test', 'admin');
    await logIn(await context.newPage(), stage.service, 'ada@shop.test');
    await setRole(stage.service, 'eve@shop.test', 'viewer');
    const { body } = await call(stage.service.url, 'POST', '/api/tenants', { tenantId: 'acme', name: 'Acme' });
    emptyTenantKey = body.key;
    const asAcme = { 'x-api-key': emptyTenantKey };
    await call(stage.service.url, 'PUT', '/api/users/ada@shop.test', { role: 'viewer' }, asAcme);
    const channels = await call(stage.service.url, 'GET', '/openapi/v1/notification-channels');
    values.channelId = channels.body.channels[0].id;
    const schedule = { name: 'Nightly', cron: '0 3 * * *', targetEnv: stage.target.url };
    values.id = (await call(stage.service.url, 'PUT', `/api/apps/${APP}/schedules`, schedule)).body.id;
    values.freshAppId = 'fresh';
    const fresh = { appId: 'fresh', mainOperations: ['/pay'] };
    await call(stage.service.url, 'POST', '/api/config/schedule/modify/UPDATE', fresh);
    session = await context.storageState();
    await context.close();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('has no violations by axe, by width or by the content policy', {
    timeout: 180_000,
  }, async () => {
    const context = await browser.newContext({ storageState: session });
    const pages = CONSOLE_PAGES.map(
      (page) => [`console-${page.name.replaceAll(' ', '-')}`, stage.service.url + addressOf(page, values)] as const,
    );
    expect(await violationsOfPages(await context.newPage(), pages)).toEqual([]);
    await context.close();
  });

  test('has no violations on the page that replaces one with a fault', async () => {
    const context = await browser.newContext({ storageState: session, viewport: { width: 400, height: 800 } });
    const page = await context.newPage();
    expect((await page.goto(`${stage.service.url}/console/nowhere`))?.status()).toBe(404);
    expect(await violationsOn(page)).toEqual([]);
    for (const problem of Object.keys(PROBLEMS) as PageProblem[]) {
      const html = String(await problemPage(problem, null));
      await page.route('**/console/problem', (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.goto(`${stage.service.url}/console/problem`);
      expect([...(await violationsOn(page)), ...(await structureFaults(page))], problem).toEqual([]);
      await page.unrouteAll();
    }
    await context.close();
  });

  test('has no violations for an empty service and an application without recordings', async () => {
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-api-key': emptyTenantKey } });
    const pages = ['/console', '/console/apps/unknown'].map((path) => [path, stage.service.url + path] as const);
    expect(await violationsOfPages(await context.newPage(), pages)).toEqual(['/console/apps/unknown: 404']);
    await context.close();
  });

  test('has no violations on answers to forms, including refusals', async () => {
    const context = await browser.newContext({ viewport: { width: 400, height: 800 }, storageState: session });
    const page = await context.newPage();
    const { url } = stage.service;
    const good = async (what: string) => expect(await violationsOn(page), what).toEqual([]);
    await page.goto(`${url}/console/apps/${APP}/rules`);
    await page.getByLabel('Field', { exact: true }).fill('price');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Preview, nothing is saved').waitFor();
    await good('preview of a rule');
    await page.getByLabel('Field', { exact: true }).fill('price[');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.locator('#path-error').waitFor();
    await good('wrong rule');
    await page.goto(`${url}/console/apps/${APP}/replays/new`);
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Timeout').fill('soon');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('#timeoutSeconds-error').waitFor();
    await good('wrong form of a run');
    await page.getByLabel('Timeout').fill('5');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('status').getByText('12 recordings').waitFor();
    await good('preview of a run');
    await page.goto(`${url}/console/apps/${APP}/schedules/new`);
    await page.getByLabel('Cron expression').waitFor({ state: 'hidden' });
    await page.getByLabel('When').selectOption('Another time');
    await page.getByLabel('Cron expression').fill('0 3 * *');
    await page.getByLabel('Name').fill('weekly');
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Pass threshold').fill('0.95');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('#cron-error').waitFor();
    await good('wrong form of a schedule');
    await page.getByLabel('Cron expression').fill('0 3 * * 1');
    await page.getByLabel('Pass threshold').fill('2');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('#passThreshold-error').waitFor();
    await page.getByText('Next runs').waitFor();
    await good('a wrong pass threshold, and the next runs');
    await page.goto(`${url}/console/keys`);
    await page.getByLabel('Name').fill('a key of a long name'.repeat(4));
    await page.getByLabel('Custom').check();
    await page.getByLabel('read: read everything').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('code.key').waitFor();
    await good('a new key');
    await page.goto(`${url}/console/login`);
    await page.getByLabel('Email address').fill('eve@shop.test');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await good('a code is asked for');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('#verifyCode-error').waitFor();
    await good('a wrong code');
    await context.close();
  });

  test('has no violations for schedules with and without a run', async () => {
    const context = await browser.newContext({ viewport: { width: 400, height: 800 }, colorScheme: 'dark' });
    const page = await context.newPage();
    const html = await listOfSchedules();
    await page.route('**/console/listed', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${stage.service.url}/console/listed`);
      await page.getByText('Not started').waitFor();
      expect([...(await violationsOn(page)), ...(await structureFaults(page))]).toEqual([]);
    }
    await context.close();
  });

  test('leads to the content with one key, shows the focus, and sends a form by keyboard', async () => {
    const context = await browser.newContext({ storageState: session });
    const page = await context.newPage();
    await page.goto(`${stage.service.url}/console/apps/${APP}/recordings`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    for (let pressed = 0; pressed < 40; pressed++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.name')) === 'text') break;
    }
    await page.keyboard.type('/items/a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/text=/);
    expect(await page.getByRole('table').getByRole('row').count()).toBe(2);
    await context.close();
  });
});

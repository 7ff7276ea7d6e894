import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOfPages, violationsOn } from '../../support/browser.ts';
import { call } from '../../support/running-service.ts';
import { APP, type ConsoleStage, consoleStage, fillStage, logIn, setRole } from '../../support/stages/console-stage.ts';

const LOGGED_TRACE = '0af7651916cd43dd8448eb211c80319c';

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['applications', '/console'],
  ['components', '/console/components'],
  ['application', `/console/apps/${APP}`],
  ['recordings', `/console/apps/${APP}/recordings`],
  ['recordings that a search found', `/console/apps/${APP}/recordings?text=items&status=2xx`],
  ['case', '/console/cases/case-items-a'],
  ['replays', '/console/replays'],
  ['replays of an application', `/console/apps/${APP}/replays`],
  ['start a replay', `/console/apps/${APP}/replays/new`],
  ['schedules', `/console/apps/${APP}/schedules`],
  ['add a schedule', `/console/apps/${APP}/schedules/new`],
  ['rules', `/console/apps/${APP}/rules`],
  ['settings', `/console/apps/${APP}/settings`],
  ['channels', '/console/channels'],
  ['channel', '/console/channels/new'],
  ['logs', '/console/logs'],
  ['logs of an application', `/console/apps/${APP}/logs`],
  ['logs of a trace with spans', `/console/apps/${APP}/logs?trace_id=${LOGGED_TRACE}`],
  ['logs that no search finds', `/console/apps/${APP}/logs?q=nowhere&level=ERROR&window=1h`],
  ['logs around a recording', '/console/logs?case=case-items-a'],
  ['keys', '/console/keys'],
  ['users', '/console/users'],
  ['your tenants', '/console/tenants'],
  ['audit', '/console/audit'],
  ['login', '/console/login'],
  ['no such page', '/console/nowhere'],
];

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

describe.skipIf(!HAS_BROWSER)(`console pages for everybody (interface 13)${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;

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
    const asAcme = { 'x-api-key': body.key };
    await call(stage.service.url, 'PUT', '/api/users/ada@shop.test', { role: 'viewer' }, asAcme);
    session = await context.storageState();
    await context.close();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('axe finds nothing serious, nothing is cut off, nothing is refused by the policy', {
    timeout: 180_000,
  }, async () => {
    const context = await browser.newContext({ storageState: session });
    const pages = PAGES.map(
      ([name, path]) => [`console-${name.replaceAll(' ', '-')}`, stage.service.url + path] as const,
    );
    expect(await violationsOfPages(await context.newPage(), pages)).toEqual(['console-no-such-page: 404']);
    await context.close();
  });

  test('answers to forms, wrong ones among them, are as good', async () => {
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
    await page.goto(`${url}/console/keys`);
    await page.getByLabel('Name').fill('a key of a long name'.repeat(4));
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

  test('by keyboard alone: the content is one key away, the focus is seen, a form is sent', async () => {
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

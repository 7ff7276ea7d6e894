import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { type StrippingProxy, strippingProxy } from '../../support/fakes/stripping-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { call } from '../../support/running-service.ts';
import { type ConsoleStage, consoleStage, fillStage, logIn, setRole } from '../../support/stages/console-stage.ts';

const ADMIN = 'ada@shop.test';

/** Headers by which a caller could try to change where links lead. */
const FORGED = { 'x-forwarded-host': 'evil.test', 'x-forwarded-prefix': '/evil', forwarded: 'host=evil.test' };

describe.skipIf(!HAS_BROWSER)(`the service behind a path, in a browser${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let proxy: StrippingProxy;
  let browser: Browser;
  let page: Page;
  let planId = '';
  const faults: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    const SVC_PUBLIC_URL = `http://127.0.0.1:${port}/live`;
    stage = await consoleStage({ SVC_PUBLIC_URL, SVC_GUEST_LOGIN: 'on' });
    proxy = await strippingProxy(port, { path: '/live', target: stage.service.url, headers: FORGED });
    planId = await fillStage(stage, 1);
    await setRole(stage.service, ADMIN, 'admin');
    browser = await openBrowser();
    page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(proxy.url) && !/^(?:data|blob):/.test(url)) faults.push(url);
    });
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await proxy?.close();
    await stage?.close();
  });

  const pathNow = () => new URL(page.url()).pathname;

  test('leads from its root over a login by code to the page that was asked for', async () => {
    await page.goto(proxy.url);
    expect(pathNow()).toBe('/live/console');
    // The stylesheet is there.
    expect(await page.evaluate("getComputedStyle(document.querySelector('header.bar')).display")).toBe('flex');
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    expect(page.url()).toBe(`${proxy.url}/console/login?next=%2Fconsole%2Freplays`);
    await logIn(page, stage.service, ADMIN, { from: 'here' });
    await page.getByText(ADMIN).waitFor();
    expect(pathNow()).toBe('/live/console/replays');
  });

  test('saves a form, shows its message once, and keeps the session to the path', async () => {
    await page.goto(`${proxy.url}/console/channels/new`);
    await page.getByLabel('Name').fill('Plain room');
    await page.getByLabel('Address').fill(`${stage.target.url}/hook`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${proxy.url}/console/channels?done=saved`);
    expect(await page.getByRole('status').count()).toBe(1);
    await page.reload();
    expect(await page.getByRole('status').count()).toBe(0);
    const cookies = await page.context().cookies(proxy.url);
    expect(cookies.map(({ path }) => path)).toContain('/live');
    expect(cookies.filter(({ path }) => path !== '/live')).toEqual([]);
  });

  test('shows a report, and takes a mark in place', async () => {
    await page.goto(`${proxy.url}/console/replays`);
    await page.locator(`a[href="/live/report/${planId}"]`).first().click();
    await page.waitForURL(`${proxy.url}/report/${planId}`);
    await page.locator('.finding .twist').first().locator('summary').click();
    const marked = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page
      .getByRole('button', { name: /^Mark .* as expected$/ })
      .first()
      .click();
    expect(new URL((await marked).url()).pathname).toMatch(/^\/live\/report\//);
    await page.locator('#answer').getByText('Undo').waitFor();
  });

  test('shows the API reference with commands that name the path', async () => {
    await page.goto(`${proxy.url}/openapi?section=Runs`);
    const command = page.locator('pre:has-text("curl")').first();
    await command.waitFor();
    expect(await command.textContent()).toContain(`"${proxy.url}/api/`);
    const document = await call(proxy.url, 'GET', '/openapi.json');
    expect(document.body.servers).toEqual([{ url: proxy.url }]);
  });

  test('ends the session, and requested nothing outside of the path', async () => {
    await page.goto(`${proxy.url}/console`);
    await page.getByText(ADMIN).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${proxy.url}/console/login`);
    expect(proxy.outside).toEqual([]);
    expect(faults).toEqual([]);
  });
});

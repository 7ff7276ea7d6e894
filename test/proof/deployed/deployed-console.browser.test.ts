import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { vpcEndpoint } from '../../support/deployed/gateway/vpc-endpoint.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { deployedStage, NOT_WALKED, WALKS_WAYS } from './deployed-stage.ts';

const ADMIN = 'ada@shop.test';
const SETTINGS = ['SVC_LOGIN_DOMAINS=shop.test', 'SVC_MAIL_FROM=replay@shop.test'];

describe.skipIf(!WALKS_WAYS || !HAS_BROWSER)(`the deployed console, in a browser${NOT_WALKED}${NO_BROWSER}`, () => {
  const stage = deployedStage((_, response) => json(response, { price: 2 }), { settings: SETTINGS });
  let endpoint: Awaited<ReturnType<typeof vpcEndpoint>>;
  let browser: Browser;
  let page: Page;
  let planId = '';
  const faults: string[] = [];

  beforeAll(async () => {
    const { gateway, publicUrl } = stage.deployed;
    endpoint = await vpcEndpoint(gateway, publicUrl);
    const cases = Array.from({ length: 12 }, (_, at) =>
      recordedGet('shop', `/items/${at}`, { price: at === 0 ? 1 : 2 }),
    );
    await stage.record('shop', cases);
    planId = await stage.trigger('shop');
    await stage.completed(planId);
    expect((await stage.ask('PUT', `/api/users/${encodeURIComponent(ADMIN)}`, { role: 'admin' })).status).toBe(200);
    browser = await openBrowser();
    const context = await browser.newContext({
      proxy: { server: endpoint.url },
      ignoreHTTPSErrors: true,
      viewport: { width: 1280, height: 900 },
    });
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(publicUrl) && !/^(?:data|blob):/.test(url)) faults.push(url);
    });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    endpoint?.close();
  });

  test('leads from the address of the stage over a login by a mailed code to the page that was asked for', async () => {
    const { publicUrl, services } = stage.deployed;
    await page.goto(publicUrl);
    expect(page.url()).toMatch(`${publicUrl}/console`);
    await page.goto(`${publicUrl}/console/login?next=%2Fconsole%2Freplays`);
    await page.getByLabel('Email address').fill(ADMIN);
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = page.getByLabel('Code', { exact: true });
    await code.waitFor();
    // The notifier mails it, which the queue invokes.
    const mailed = () => /^\d{6}(?= is your code)/m.exec(services.ses.sent.find(({ to }) => to === ADMIN)?.text ?? '');
    await expect.poll(mailed).not.toBeNull();
    await code.fill(mailed()?.[0] ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${publicUrl}/console/replays`);
    await page.getByText(ADMIN).waitFor();
  });

  test('shows a run with its finding, and marks its change as expected', async () => {
    const { publicUrl } = stage.deployed;
    await page.locator(`a[href="/live/report/${planId}"]`).first().click();
    await page.waitForURL(`${publicUrl}/report/${planId}`);
    await page.locator('.finding .twist').first().locator('summary').click();
    await page
      .getByRole('button', { name: /^Mark .* as expected$/ })
      .first()
      .click();
    await page.locator('#answer').getByText('Undo').waitFor();
  });

  test('saves a channel, and keeps the session to the path of the stage', async () => {
    const { publicUrl } = stage.deployed;
    await page.goto(`${publicUrl}/console/channels/new`);
    await page.getByLabel('Name').fill('Plain room');
    await page.getByLabel('Address').fill(`${stage.target.url}/hook`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${publicUrl}/console/channels?done=saved`);
    const cookies = await page.context().cookies(publicUrl);
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter(({ path, secure }) => path !== '/live' || !secure)).toEqual([]);
  });

  test('ends the session, and requested nothing outside of the stage', async () => {
    const { publicUrl } = stage.deployed;
    await page.goto(`${publicUrl}/console`);
    await page.getByText(ADMIN).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${publicUrl}/console/login`);
    expect([...endpoint.refused]).toEqual([]);
    expect(faults).toEqual([]);
  });
});

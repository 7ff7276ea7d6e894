import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

/** More than any page has. */
const MAX_TABS = 120;

const FOCUSED = "document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''";

/** Tabs to the control of this name, and presses Enter there. */
async function enter(page: Page, name: string | RegExp): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    const text = focused.replaceAll(/\s+/g, ' ').trim();
    if (typeof name === 'string' ? text !== name : !name.test(text)) continue;
    await page.keyboard.press('Enter');
    return;
  }
  throw new Error(`no Tab leads to ${name}`);
}

describe.skipIf(!HAS_BROWSER || process.platform !== 'linux')(`the sample shop in a browser${NO_BROWSER}`, () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: RunningService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('dialog', (dialog) => dialog.accept());
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    remove();
  });

  const rowsOf = (group: string) =>
    page.locator('tbody', { has: page.getByRole('rowheader', { name: group }) }).locator('.finding');

  test('is loaded from an empty data directory, shown in a report and removed by keyboard alone', async () => {
    await page.goto(await service.loginLink());
    await enter(page, 'Continue as administrator of this machine');
    await page.getByRole('heading', { name: 'Record your first traffic' }).waitFor();
    await enter(page, 'Load the sample shop');
    await page.waitForURL(/\/report\/[0-9a-f]{24}$/);
    await page.locator('.finding').first().waitFor();
    expect([await rowsOf('Needs action').count(), await rowsOf('To review').count()]).toEqual([5, 1]);

    await enter(page, /^Example/);
    await page.waitForURL(/\/cases\/\d+/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await enter(page, 'Applications');
    await page.waitForURL(/\/console$/);
    await enter(page, 'Remove the sample shop');
    await page.getByText('The sample shop is removed').waitFor();
    await page.getByRole('heading', { name: 'Record your first traffic' }).waitFor();
  });

  test('leads to its report although a recording arrives during the load', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/console/sample', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${service.url}/console`);
    await page.getByRole('button', { name: 'Load the sample shop' }).click({ noWaitAfter: true });
    await call(service.url, 'POST', '/api/recorder/cases', [recordedGet('other', '/stock', { pieces: 1 })]);
    // The page looks for recordings, and continues looking although there is one.
    for (let looks = 0; looks < 2; looks++) await page.waitForRequest(`${service.url}/console`);
    held.resolve();
    await page.waitForURL(/\/report\/[0-9a-f]{24}$/);
  });
});

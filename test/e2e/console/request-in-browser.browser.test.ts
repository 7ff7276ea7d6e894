import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOn } from '../../support/browser.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { logIn, setRole } from '../../support/stages/console-stage.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** A list of more lines than a page shows; every price depends on the build. */
const longList = (by: number) =>
  Array.from({ length: 150 }, (_, id) => ({ id, name: `item ${id}`, price: id * by + 1 }));
const stage = serviceAndTarget((request, response) =>
  json(response, request.url === '/long' ? longList(2) : { level: 2 }),
);

describe.skipIf(!HAS_BROWSER)(`the page of a request in a browser (interface 13)${NO_BROWSER}`, () => {
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;
  let report = '';

  const address = (path = '') => `${report}${path}`;
  const opened = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> =>
    (await browser.newContext({ storageState: session, ...options })).newPage();

  beforeAll(async () => {
    const { service, target } = stage;
    const cases = [recordedGet('long', '/long', longList(1)), recordedGet('long', '/level', { level: 1 })];
    await call(service.url, 'POST', '/api/recorder/cases', cases);
    const asked = { appId: 'long', targetEnv: target.url };
    const { body } = await call(service.url, 'POST', '/openapi/v1/replay-triggers', asked);
    await completed(service.url, body.planId);
    report = `${service.url}/report/${body.planId}`;
    browser = await openBrowser();
    await setRole(service, 'ada@shop.test', 'member');
    const context = await browser.newContext();
    await logIn(await context.newPage(), service, 'ada@shop.test');
    session = await context.storageState();
    await context.close();
  }, 60_000);

  afterAll(() => browser?.close());

  /** The request of an endpoint. */
  const requestOf = async (operation: string) => {
    const path = `/api/replays/${report.split('/').at(-1)}/cases?${new URLSearchParams({ operation })}`;
    const { items } = (await call(stage.service.url, 'GET', path)).body;
    return address(`/cases/${items[0].planItemId.split(':')[1]}`);
  };

  describe('with a value of more lines than it shows', () => {
    /** The numbers of the recorded lines that the page shows, and whether each follows the one before. */
    const linesOf = async (page: Page) => {
      const numbers = await page.locator('table.diff tr.pair td.line:first-child').allInnerTexts();
      const shown = numbers.map(Number).filter((number) => number > 0);
      return {
        first: shown[0],
        last: shown.at(-1),
        isWhole: shown.every((number, at) => number === at + (shown[0] ?? 0)),
      };
    };
    const LAST = 150 * 5 + 2;

    test('continues by key to the last line, without violations by axe', async () => {
      const page = await opened();
      await page.goto(`${await requestOf('/long')}?fold=none`);
      const more = page.getByRole('link', { name: 'Next lines' });
      expect(await linesOf(page)).toMatchObject({ first: 1, isWhole: true });
      for (let pages = 1; (await more.count()) > 0; pages++) {
        expect(pages).toBeLessThan(9);
        const { last = 0 } = await linesOf(page);
        await more.press('Enter');
        await expect.poll(async () => (await linesOf(page)).last).toBeGreaterThan(last);
        const focused = await page.evaluate<string>('document.activeElement.querySelector("td.line").textContent');
        expect(Number(focused)).toBe(last + 1);
      }
      expect(await linesOf(page)).toEqual({ first: 1, last: LAST, isWhole: true });
      expect(page.url()).toMatch(/\/cases\/\d\?fold=none$/);
      expect(await violationsOn(page)).toEqual([]);
      // The buttons between differences reach those that were added.
      await page.getByRole('button', { name: 'Previous difference' }).click();
      expect(await page.evaluate('document.activeElement.textContent')).toContain('"price": 299');
      await page.context().close();
    });

    test('continues and goes back by links without script', async () => {
      const page = await opened({ javaScriptEnabled: false });
      await page.goto(`${await requestOf('/long')}?fold=none`);
      const first = await linesOf(page);
      await page.getByRole('link', { name: 'Next lines' }).click();
      const second = await linesOf(page);
      expect(second).toMatchObject({ first: (first.last ?? 0) + 1, isWhole: true });
      await page.getByRole('link', { name: 'Previous lines' }).click();
      expect(await linesOf(page)).toEqual(first);
      await page.context().close();
    });
  });

  test('turns keyboard shortcuts off where they are listed, and on in the account menu', async () => {
    const page = await opened();
    const request = await requestOf('/level');
    const isOnFinding = () => page.evaluate("document.activeElement.matches('.finding')");
    await page.goto(address());
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Turn off keyboard shortcuts' }).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.locator('[data-keys]').getByRole('button', { name: 'Turn off keyboard shortcuts' }).press('Enter');
    await page.locator('html[data-keys-off]').waitFor();
    expect(page.url()).toBe(address());
    await page.keyboard.press('j');
    expect(await isOnFinding()).toBe(false);
    await page.locator('p[data-keys]').waitFor({ state: 'hidden' });
    await page.goto(request);
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    expect(await page.locator('.menu[open]').count()).toBe(0);
    expect(page.url()).toBe(request);
    // The list stays, to turn them on again.
    await page.locator('[data-keys] summary').press('Enter');
    await page.getByText('Keyboard shortcuts are off').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(address('/cases'));
    await page.locator('.bar .menu summary').press('Enter');
    await page.locator('.bar').getByRole('button', { name: 'Turn on keyboard shortcuts' }).press('Enter');
    await page.locator('html:not([data-keys-off])').waitFor();
    expect(page.url()).toBe(address('/cases'));
    await page.goto(address());
    await page.keyboard.press('j');
    expect(await isOnFinding()).toBe(true);
    await page.context().close();
  });

  test('turns keyboard shortcuts off by the account menu without script', async () => {
    const page = await opened({ javaScriptEnabled: false });
    await page.goto(address());
    await page.locator('.bar .menu summary').click();
    await page.locator('.bar').getByRole('button', { name: 'Turn off keyboard shortcuts' }).click();
    await page.locator('html[data-keys-off=""]').waitFor();
    expect(page.url()).toBe(address());
    await page.context().close();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOn } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';
import { startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { logIn } from '../../support/stages/console-stage.ts';

/** The curl commands as Redoc shows them. */
const COMMANDS = 'pre:has-text("curl")';

/** The command that lists runs, which needs a credential and leaves nothing to fill in. */
async function listCommand(page: Page): Promise<string> {
  const command = page.locator(COMMANDS).filter({ hasText: '/api/replays"' });
  await command.waitFor();
  return (await command.textContent()) ?? '';
}

/** The parts of Redoc that take colors from the console, and those that have their own. */
const TEXTS = ['[role="search"] input', '.menu-content label', '#reference h5', '[role="tabpanel"] pre'];

/**
 * Lists the texts whose contrast with their background is below 4.5, or that are missing. axe takes too long on this
 * page.
 */
const unreadable = (page: Page, texts: readonly string[] = TEXTS) =>
  page.evaluate(`
const partsOf = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
const luminance = (color) => {
  const [r, g, b] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const backgroundOf = (element) => {
  const color = getComputedStyle(element).backgroundColor;
  return partsOf(color)[3] === 0 && element.parentElement ? backgroundOf(element.parentElement) : color;
};
${JSON.stringify(texts)}.filter((selector) => {
  const element = document.querySelector(selector);
  if (element === null) return true;
  const [text, ground] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))];
  return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05) < 4.5;
})`);

/** Sends what a curl command says. */
async function sent(command: string): Promise<Response> {
  const [, url = ''] = /^curl "([^"]+)"/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H ["']([^:"']+): ([^"']*)["']/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  return fetch(url, { headers });
}

/** Roles are slow to find in a page as long as this one. */
const BUTTON = 'section.panel button.primary';

describe.skipIf(!HAS_BROWSER)(`the API reference in a browser${NO_BROWSER}`, () => {
  const folder = temporaryDataDir();
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let service: Awaited<ReturnType<typeof startProcess>>;

  beforeAll(async () => {
    service = await startProcess({ dataDir: folder.dataDir, port: await freePort(), env: { SVC_LOGIN_DOMAINS: '*' } });
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    folder.remove();
  });

  /** A page of a browser without cookies, with what its console and its requests show to be wrong. */
  async function watchedPage(colorScheme: 'light' | 'dark' = 'light') {
    const viewport = { width: 1280, height: 900 };
    const page = await (await browser.newContext({ viewport, colorScheme })).newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url) && !url.startsWith('data:') && !url.startsWith('blob:')) faults.push(url);
    });
    return { page, faults };
  }

  test('finds an endpoint, shows curl, and requests nothing from another site', async () => {
    const { page, faults } = await watchedPage('dark');
    await page.goto(`${service.url}/openapi`);
    await page.locator('.api-info p').first().waitFor();
    expect(await unreadable(page, ['.api-info p']), 'the introduction').toEqual([]);
    await page.getByRole('link', { name: 'Recordings', exact: true }).click();
    await page.getByPlaceholder('Search...').fill('pinned');
    await page.getByRole('menuitem').first().waitFor();
    await page.getByText('curl', { exact: true }).first().waitFor();
    expect(await unreadable(page), 'in dark').toEqual([]);
    // The list of endpoints.
    await page.locator('main').waitFor({ state: 'hidden' });
    // All sections together had 52,000.
    expect(await page.locator('*').count()).toBeLessThan(8_000);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('inserts a key of the session into the curl commands, which work unchanged', async () => {
    const { page, faults } = await watchedPage();
    await page.goto(`${service.url}/console/login?next=${encodeURIComponent('/openapi?section=Runs')}`);
    await logIn(page, service, 'ada@shop.test', { from: 'here' });
    await page.waitForURL('**/openapi?section=Runs');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.locator(BUTTON).click();
    expect((await answered).headers()['cache-control']).toBe('no-store');

    const key = (await page.locator('[data-credential] pre').textContent()) ?? '';
    expect(key).toMatch(/^rrs_[0-9a-f]{16}_[\w-]{43}$/);
    const command = await listCommand(page);
    expect(await unreadable(page), 'in light').toEqual([]);
    expect(command).toContain(`x-api-key: ${key}`);
    expect((await sent(command)).status).toBe(200);
    await page.locator('[data-credential] button[data-copy]').waitFor();
    // The page stays as it is: scripts that act each second have acted.
    await expect.poll(() => page.evaluate(() => performance.now()), PATIENCE).toBeGreaterThan(2500);
    expect(await page.locator('[data-credential] pre').textContent()).toBe(key);
    expect(await violationsOn(page, 'section.panel')).toEqual([]);

    // A link to an operation leads to its section, and the tab keeps the key for it; another tab has none.
    await page.goto(`${service.url}/openapi#operation/listApiKeys`);
    await page.waitForURL('**/openapi?section=Keys+and+users#tag/Keys-and-users/operation/listApiKeys');
    const keys = page.locator(COMMANDS).filter({ hasText: `x-api-key: ${key}` });
    await keys.first().waitFor();
    await page.locator('[data-kept]').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/openapi?section=Runs`);
    expect(await listCommand(other)).toContain('x-api-key: $SVC_TOKEN');
    await other.close();

    // Neither a page nor a log keeps it.
    for (const path of ['/openapi', '/openapi.json', '/console/keys'])
      expect(await (await page.request.get(service.url + path)).text()).not.toContain(key);
    expect(service.output()).not.toContain(key);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('leads a visitor without scripts to the login, and gives a guest a read-only token', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${service.url}/openapi`);
    expect(await page.locator('section.panel a').getAttribute('href')).toBe('/console/login?next=%2Fopenapi');
    await page.goto(`${service.url}/console`);
    await page.goto(`${service.url}/openapi`);
    await page.locator(BUTTON).click();
    const headers = {
      'access-token': (await page.locator('[data-credential="access-token"] pre').textContent()) ?? '',
    };
    expect((await fetch(`${service.url}/api/replays`, { headers })).status).toBe(200);
    const rules = `${service.url}/api/apps/shop/compare-rules`;
    expect((await fetch(rules, { method: 'POST', headers })).status).toBe(403);
    await page.close();
  });

  test('lists the endpoints without scripts', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${service.url}/openapi`);
    expect(await page.locator('li code').count()).toBeGreaterThan(100);
    await page.close();
  });
});

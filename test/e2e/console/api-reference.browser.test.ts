import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { freePort, startProcess, temporaryDataDir } from '../../support/running-service.ts';

describe.skipIf(!HAS_BROWSER)(`the API reference in a browser${NO_BROWSER}`, () => {
  const folder = temporaryDataDir();
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let service: Awaited<ReturnType<typeof startProcess>>;

  beforeAll(async () => {
    service = await startProcess({ dataDir: folder.dataDir, port: await freePort() });
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    folder.remove();
  });

  test('finds an endpoint, shows curl, and asks nothing of another site', { timeout: 120_000 }, async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.url) && !url.startsWith('data:') && !url.startsWith('blob:')) faults.push(url);
    });
    await page.goto(`${service.url}/openapi`);
    await page.getByPlaceholder('Search...').fill('pinned');
    await page.getByRole('menuitem').first().waitFor();
    await page.getByText('curl', { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test('lists the endpoints without scripts', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${service.url}/openapi`);
    expect(await page.locator('li code').count()).toBeGreaterThan(100);
    await page.close();
  });
});

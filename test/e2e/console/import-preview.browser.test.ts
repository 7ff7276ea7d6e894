import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, violationsOn } from '../../support/browser.ts';
import { BROWSER_HAR } from '../../support/browser-har.ts';
import { consoleInBrowser } from './console-in-browser.ts';

const FILE = { name: 'browser.har', mimeType: 'application/json', buffer: Buffer.from(BROWSER_HAR) };

describe.skipIf(!HAS_BROWSER)(`the preview of an import in a browser (interface 13)${NO_BROWSER}`, () => {
  const { stage, newPage, logInAsAdmin } = consoleInBrowser();

  test.for([true, false])(
    'lets hosts be selected before anything is stored, with script %s',
    async (javaScriptEnabled) => {
      const { service } = stage;
      const page = await newPage({ javaScriptEnabled });
      await logInAsAdmin(page);
      await page.goto(`${service.url}/console`);
      await page.getByLabel('Application').fill(`previewed-${javaScriptEnabled}`);
      await page.getByLabel('Drop a HAR file here').setInputFiles(FILE);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Preview: nothing is stored yet.').waitFor();
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([]);
      expect(await page.getByLabel('shop.test: 3 of 3 requests').isChecked()).toBe(true);
      expect(await page.getByLabel('cdn.test: 0 of 2 requests').isChecked()).toBe(false);

      // A script keeps the file; without one it has to be chosen again.
      const input = page.getByLabel('Drop a HAR file here');
      expect(await input.inputValue()).toMatch(javaScriptEnabled ? /browser\.har$/ : /^$/);
      if (!javaScriptEnabled) await input.setInputFiles(FILE);
      await page.getByLabel('cdn.test: 0 of 2 requests').check();
      await page.getByLabel('Also import static files').check();
      await page.getByRole('button', { name: 'Preview again' }).click();
      await page.getByText('5 would be imported').waitFor();

      if (!javaScriptEnabled) await page.getByLabel('Drop a HAR file here').setInputFiles(FILE);
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByText('5 imported, 0 already there, 3 left out').waitFor();
      expect(await page.getByRole('link', { name: 'Start a run' }).count()).toBe(1);
    },
  );

  test('names the application after the file, and keeps a name that was entered', async () => {
    const page = await newPage();
    await logInAsAdmin(page);
    await page.goto(`${stage.service.url}/console`);
    const choose = (name: string) => page.getByLabel('Drop a HAR file here').setInputFiles({ ...FILE, name });
    const application = page.getByLabel('Application');
    for (const name of [
      'localhost.har',
      'localhost_Archive [26-11-23 10-00-00].har',
      '127.0.0.1.har',
      'www.a.test.har',
    ]) {
      await choose(name);
      expect(await application.inputValue(), name).toBe('');
    }
    for (const [name, named] of [
      ['my-shop.har', 'my-shop'],
      ['shop.example.com.har', 'shop'],
      ['intranet_Archive [26-11-23 10-00-00].har', 'intranet'],
    ] as const) {
      await application.fill('');
      await choose(name);
      expect(await application.inputValue()).toBe(named);
    }
    await choose('other.har');
    expect(await application.inputValue()).toBe('intranet');
  });
});

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser } from '../../support/browser.ts';
import { type ConsoleStage, consoleStage, logIn, setRole } from '../../support/stages/console-stage.ts';

/** A service and a browser for the tests of one describe; the pages of a test are closed after it. */
export function consoleInBrowser() {
  let opened: ConsoleStage;
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context.newPage();
  }

  let people = 0;
  /**
   * Logs in as a new admin each time, because an address receives at most five codes an hour. Returns the user name.
   */
  async function logInAsAdmin(page: Page): Promise<string> {
    const userName = `person-${++people}@shop.test`;
    await setRole(opened.service, userName, 'admin');
    await logIn(page, opened.service, userName);
    await page.getByText(userName).waitFor();
    return userName;
  }

  beforeAll(async () => {
    opened = await consoleStage();
    browser = await openBrowser();
  }, 60_000);

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await opened?.close();
  });

  const stage: Omit<ConsoleStage, 'close'> = {
    get service() {
      return opened.service;
    },
    get target() {
      return opened.target;
    },
  };
  return { stage, newPage, logInAsAdmin };
}

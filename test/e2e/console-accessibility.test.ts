import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, isTooWide, NO_BROWSER, openBrowser, seriousOn } from '../support/browser.ts';
import { APP, appoint, type ConsoleStage, consoleStage, fillStage, logIn } from '../support/console-stage.ts';

/** Where pictures of the pages are written; they are not where it is not set. */
const SCREENS = process.env.SCREENS_DIR;

const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['applications', '/console'],
  ['application', `/console/apps/${APP}`],
  ['recordings', `/console/apps/${APP}/recordings`],
  ['case', '/console/cases/case-items-a'],
  ['replays', '/console/replays'],
  ['replays of an application', `/console/apps/${APP}/replays`],
  ['start a replay', `/console/apps/${APP}/replays/new`],
  ['rules', `/console/apps/${APP}/rules`],
  ['settings', `/console/apps/${APP}/settings`],
  ['channels', '/console/channels'],
  ['channel', '/console/channels/new'],
  ['logs', '/console/logs?case=case-items-a'],
  ['keys', '/console/keys'],
  ['audit', '/console/audit'],
  ['login', '/console/login'],
  ['no such page', '/console/nowhere'],
];

const SIGHTS = [
  { sight: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { sight: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { sight: 'narrow', colorScheme: 'light', viewport: { width: 400, height: 800 } },
  { sight: 'narrow-dark', colorScheme: 'dark', viewport: { width: 400, height: 800 } },
] as const;

describe.skipIf(!HAS_BROWSER)(`console pages for everybody (interface 13)${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;

  beforeAll(async () => {
    stage = await consoleStage();
    await fillStage(stage);
    browser = await openBrowser();
    const context = await browser.newContext();
    await appoint(stage.service, 'ada@shop.test', 'admin');
    await logIn(await context.newPage(), stage.service, 'ada@shop.test');
    session = await context.storageState();
    await context.close();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  for (const { sight, ...look } of SIGHTS) {
    test(`axe finds nothing serious, nothing is cut off, nothing is refused by the policy: ${sight}`, {
      timeout: 90_000,
    }, async () => {
      const context = await browser.newContext({ ...look, storageState: session });
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 404')) refused.push(message.text());
      });
      for (const [name, path] of PAGES) {
        await page.goto(`${stage.service.url}${path}`);
        expect(await seriousOn(page), `${name}, ${sight}`).toEqual([]);
        expect(await isTooWide(page), `${name}, ${sight}`).toBe(false);
        if (SCREENS !== undefined) {
          mkdirSync(SCREENS, { recursive: true });
          await page.screenshot({
            path: join(SCREENS, `console-${name.replaceAll(' ', '-')}-${sight}.png`),
            fullPage: true,
          });
        }
      }
      expect(refused).toEqual([]);
      await context.close();
    });
  }
});

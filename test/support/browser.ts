import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether there is a Chromium to test with; without one browser tests are skipped, and say so. */
export const HAS_BROWSER = existsSync(CHROMIUM);

/** The word beside a skipped test. */
export const NO_BROWSER = HAS_BROWSER ? '' : ` (skipped: no Chromium at ${CHROMIUM}; CHROMIUM_PATH names another)`;

/** Chromium without a window. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** Where pictures of the pages are written; they are not where it is not set. */
export const SCREENS = process.env.SCREENS_DIR;

/** How people look at pages. */
export const SIGHTS = [
  { sight: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { sight: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { sight: 'narrow', colorScheme: 'light', viewport: { width: 400, height: 800 } },
  { sight: 'narrow-dark', colorScheme: 'dark', viewport: { width: 400, height: 800 } },
] as const;

const AXE = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds serious or critical on a page, as `rule: element`. */
export async function seriousOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE());
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 5).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Whether the page is wider than the screen. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

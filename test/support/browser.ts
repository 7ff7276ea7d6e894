import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PROOF_SIZES } from '../proof/proof-sizes.ts';
import { focusFaults, layoutFaults, structureFaults, zoomFaults } from './pages/page-faults.ts';
import { PATIENCE } from './patience.ts';

/** Debian's builds of Chromium. The shell has no windows, and takes half the processor time. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const CHROMIUM = process.env.CHROMIUM_PATH ?? CHROMIUMS.find((path) => existsSync(path)) ?? CHROMIUMS[0];

/** Whether Chromium is available. Otherwise browser tests are skipped with a note. */
export const HAS_BROWSER = existsSync(CHROMIUM);

/** Note on skipped tests. */
export const NO_BROWSER = HAS_BROWSER ? '' : ` (skipped: no Chromium at ${CHROMIUM}; CHROMIUM_PATH names another)`;

/** Opens headless Chromium. Its pages wait as long as every other condition of a test. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE.timeout));
  return browser;
}

/** Folder for screenshots. None are taken if it is not set. */
const SCREENS = process.env.SCREENS_DIR;

/** Display settings to check; the first two have each width and each scheme once. */
const RENDERINGS = [
  { rendering: 'light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { rendering: 'narrow-dark', colorScheme: 'dark', viewport: { width: 400, height: 800 } },
  { rendering: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { rendering: 'narrow', colorScheme: 'light', viewport: { width: 400, height: 800 } },
] as const;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Loads axe as a script of its own: Chromium compiles it once for all pages of a process, where it compiles an `eval`
 * for each.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe does not load: ${exceptionDetails.text}`);
}

/** The criteria of WCAG 2.2 at level AA; target-size is off by default. */
const WCAG: RunOptions = {
  resultTypes: ['violations'],
  // Only two rules need files loaded again: one is experimental and off, one is about sound, which no page has.
  preload: false,
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: { 'target-size': { enabled: true } },
};

/**
 * Faults of the current page: violations of WCAG 2.2 AA found by axe-core, as `rule: element`, and overflow beyond the
 * screen width. `within` limits axe-core to the elements of a selector.
 */
export async function violationsOn(page: Page, within = 'html'): Promise<string[]> {
  // Before its stylesheet is there, a page has other sizes.
  await page.waitForLoadState('load');
  if (await page.evaluate("typeof axe === 'undefined'")) await loadAxe(page);
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(WCAG)}).then(({ violations }) => violations)`,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
  return (await page.evaluate(IS_TOO_WIDE)) ? [...found, 'wider than the screen'] : found;
}
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/**
 * Faults of pages in light and dark mode and on a phone: those of `violationsOn`, failed page loads, and violations of
 * the content security policy. Takes screenshots if requested.
 */
export async function violationsOfPages(
  page: Page,
  pages: readonly (readonly [name: string, url: string])[],
): Promise<string[]> {
  const faults: string[] = [];
  page.on('console', (message) => {
    // A failed page load is reported below, by its status.
    const isOwnStatus = message.location().url === page.url() && message.text().includes('status of 404');
    if (message.type() === 'error' && !isOwnStatus) faults.push(message.text());
  });
  const titles = new Map<string, string>();
  for (const [name, url] of pages) {
    await page.setViewportSize(RENDERINGS[0].viewport);
    const answer = await page.goto(url);
    if (!answer?.ok()) faults.push(`${name}: ${answer?.status()}`);
    const title = await page.title();
    const { pathname } = new URL(page.url());
    if ((titles.get(title) ?? pathname) !== pathname) faults.push(`${name}: has the title of ${titles.get(title)}`);
    titles.set(title, pathname);
    for (const fault of [...(await structureFaults(page)), ...(await zoomFaults(page))])
      faults.push(`${name}: ${fault}`);
    for (const { rendering, colorScheme, viewport } of RENDERINGS.slice(0, PROOF_SIZES.pageViews)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const found = [...(await violationsOn(page)), ...(await layoutFaults(page)), ...(await focusFaults(page))];
      faults.push(...found.map((fault) => `${name}, ${rendering}: ${fault}`));
      if (SCREENS !== undefined)
        await page.screenshot({ path: join(SCREENS, `${name}-${rendering}.png`), fullPage: true });
    }
  }
  return faults;
}

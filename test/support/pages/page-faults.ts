import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const SCRIPT = () => readFileSync(join(import.meta.dirname, 'page-faults.js'), 'utf8');

type Check = 'structure' | 'layout' | 'focus' | 'stops' | 'width';

/** Runs one of the checks of page-faults.js on the current page. */
async function found(page: Page, check: Check): Promise<string[]> {
  if (await page.evaluate("typeof pageFaults === 'undefined'")) await page.evaluate(SCRIPT());
  return page.evaluate(`pageFaults.${check}()`);
}

/** Names, landmarks, headings, ids, labels, errors, captions and headers of the current page. */
export const structureFaults = (page: Page): Promise<string[]> => found(page, 'structure');

/** Order of the focus and text that is cut off, at the current width. */
export const layoutFaults = (page: Page): Promise<string[]> => found(page, 'layout');

/** Focus rings at the current width and in the current colours. */
export async function focusFaults(page: Page): Promise<string[]> {
  // Chromium shows rings only after a key was used.
  await page.keyboard.press('Tab');
  return found(page, 'focus');
}

/** 200 % of 1280 px, and 400 % of it (WCAG 1.4.10). */
const ZOOMED = [640, 320] as const;

/** What a zoom of 200 % and of 400 % loses, and what print shows in vain. The page was 1280 px wide. */
export async function zoomFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const before = await found(page, 'stops');
  for (const width of ZOOMED) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await found(page, 'width')));
    const after = new Set(await found(page, 'stops'));
    faults.push(...before.filter((stop) => !after.has(stop)).map((stop) => `lost at ${width} px: ${stop}`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  if (!(await page.evaluate("document.querySelector('main h1').checkVisibility()"))) faults.push('print: no heading');
  faults.push(...(await found(page, 'width')).map((fault) => `print: ${fault}`));
  await page.emulateMedia({ media: 'screen' });
  return faults;
}

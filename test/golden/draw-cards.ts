// Renders golden messages as images for review: `npm run cards`. CHROMIUM names a browser that is not on the PATH.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { alphaBotPage } from './alpha-bot-page.ts';
import { betaBotPage } from './beta-bot-page.ts';

const TO = 'docs/cards';
const VENDORS = [
  ['alpha-bot', alphaBotPage],
  ['beta-bot', betaBotPage],
] as const;

/** Name of the image, and of its golden file. */
const PICTURES = [
  ['red', 'needs-action'],
  ['red-analysis-done', 'needs-action-analysis-done-two-causes'],
  ['red-analysis-running', 'needs-action-analysis-running'],
  ['orange', 'review-only'],
  ['orange-analysis-done', 'needs-action-analysis-done-no-code-cause'],
  ['green', 'clean'],
  ['gray', 'interrupted'],
  ['hostile-names', 'hostile-names'],
] as const;

const executablePath =
  process.env.CHROMIUM ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find(existsSync);
if (executablePath === undefined) throw new Error('chromium is not on the PATH: name it in CHROMIUM');

mkdirSync(TO, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ deviceScaleFactor: 1.5 });
  for (const [vendor, drawn] of VENDORS) {
    for (const [picture, golden] of PICTURES) {
      const { style, html } = drawn(JSON.parse(readFileSync(`test/golden/cards/${vendor}/${golden}.json`, 'utf8')));
      await page.setContent(
        `<style>body { margin: 16px; background: #f2f3f5; font: 14px/1.6 'Noto Sans CJK SC', sans-serif; color: #1f2329; }${style}</style>${html}`,
      );
      await page.locator('.card').screenshot({ path: join(TO, `${vendor}-${picture}.png`) });
    }
  }
} finally {
  await browser.close();
}

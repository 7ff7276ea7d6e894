import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startOwnApplication } from './own-application.ts';

/** How long one step may take; a report appears within it. */
const STEP_MS = 90_000;

/** Steps that a new user may need at most. */
export const MAX_STEPS = 12;

/** What differs between both builds of the new user's application, beside noise. */
const TRUE_FINDING = 'totalCents';

/** Whether the report shows what changed, and nothing else that needs action. */
export const isOnlyTrueFinding = (needsAction: readonly string[]): boolean =>
  needsAction.length === 1 && needsAction.every((row) => row.includes(TRUE_FINDING));

export interface FirstFinding {
  /** What the user did, one entry a step. */
  steps: { name: string; seconds: number }[];
  /** Rows of the report that need action, as text. */
  needsAction: string[];
}

/**
 * Does what a new user does who reads no document: uses the own application, saves the HAR of the browser, and follows
 * the console until the report shows what needs action. `open` starts the service and returns the link that it prints.
 */
export async function findFirst(browser: Browser, open: () => Promise<string>): Promise<FirstFinding> {
  const steps: FirstFinding['steps'] = [];
  async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const done = await act();
    steps.push({ name, seconds: (performance.now() - start) / 1000 });
    return done;
  }
  const folder = await mkdtemp(join(tmpdir(), 'first-finding-'));
  const har = join(folder, 'my-shop.har');
  const [v1, v2] = await Promise.all([startOwnApplication('v1'), startOwnApplication('v2')]);
  const context = await browser.newContext();
  try {
    await step('Use the application in the browser, and save the network tab as HAR', () =>
      useShop(browser, v1.url, har),
    );
    const link = await step('Start the service', open);
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    await step('Open the link that it prints', () => page.goto(link));
    await step('Continue as administrator of this machine', () =>
      page.getByRole('button', { name: 'Continue as administrator' }).click(),
    );
    // The application is named after the file.
    await step('Choose the HAR file', () => page.getByLabel('Drop a HAR file here').setInputFiles(har));
    await step('Import', async () => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Preview: nothing is stored yet.').waitFor();
    });
    await step('Import', () => page.getByRole('button', { name: 'Import' }).click());
    await step('Start a run', () => page.getByRole('link', { name: 'Start a run' }).click());
    await step('Use the recorded login for new tokens', async () => {
      await page.getByRole('button', { name: 'Use the recorded POST /api/login for new tokens' }).click();
      await page.getByText('Runs log in with the recorded request.').waitFor();
    });
    await step('Change the port to that of the new build', () => fillTarget(page, v1.url, v2.url));
    await step('Start the run', async () => {
      await page.getByRole('button', { name: /^Start the (run|replay)$/ }).click();
      await page.waitForURL(/\/report\//);
    });
    const needsAction = await step('Read what needs action', () => readReport(page));
    return { steps, needsAction };
  } finally {
    await context.close();
    await Promise.all([v1.close(), v2.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function useShop(browser: Browser, url: string, har: string): Promise<void> {
  const context = await browser.newContext({ recordHar: { path: har } });
  const page = await context.newPage();
  const says = (text: RegExp) => page.getByText(text).waitFor();
  await page.goto(url);
  await page.getByLabel('User').fill('ann');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await says(/^Signed in as Ann$/);
  for (let time = 0; time < 3; time++) {
    await page.locator('#status').evaluate('(status) => { status.textContent = ""; }');
    await page.getByRole('button', { name: 'Products' }).click();
    await says(/^6 products$/);
    await page.getByRole('button', { name: 'Order' }).click();
    await says(/^Ordered for \d+$/);
  }
  await context.close();
}

/** The form names the address of the recording; the new build has another port. */
async function fillTarget(page: Page, recorded: string, target: string): Promise<void> {
  const field = page.getByLabel('Target');
  const filled = await field.inputValue();
  if (filled !== recorded) throw new Error('the form does not name the address of the recording');
  await field.fill(target);
}

/** Waits for the findings, and returns those that need action. */
async function readReport(page: Page): Promise<string[]> {
  await page.locator('.finding').first().waitFor();
  const needsAction = page.locator('tbody', { has: page.getByRole('rowheader', { name: /^Needs action/ }) });
  return needsAction.locator('.finding').allTextContents();
}

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { PATIENCE } from '../../support/patience.ts';
import { APP, type ConsoleStage, consoleStage, fillStage, logIn, setRole } from '../../support/stages/console-stage.ts';

/** Passes whatever a run that finished measured. */
const LENIENT = {
  schema: 'eval.gate-policy/v1',
  name: 'lenient',
  rules: [{ id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' }],
};

describe.skipIf(!HAS_BROWSER)(`the form of four choices in a browser (interface 13)${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    stage = await consoleStage();
    await fillStage(stage, 1);
    browser = await openBrowser();
    page = await (await browser.newContext()).newPage();
    await setRole(stage.service, 'ada@shop.test', 'member');
    await logIn(page, stage.service, 'ada@shop.test');
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('leads from an application over four choices to a failed gate, and to the next build', async () => {
    await page.goto(`${stage.service.url}/console/evaluations/new?app=${APP}`);
    const panel = page.locator('#would');
    await panel.getByRole('row', { name: /Fail/ }).first().waitFor();
    expect(await page.getByLabel('Runs at').inputValue()).toBe(stage.target.url);
    await page.getByLabel('Own rules').check();
    await page.getByRole('textbox', { name: 'Gate policy' }).fill(JSON.stringify(LENIENT));
    await panel
      .getByRole('row', { name: /Pass 83\.3 %/ })
      .first()
      .waitFor();
    await page.getByLabel('Release', { exact: false }).first().check();
    await page.getByLabel('Pass rate at least').fill('100');
    await page.getByText('0 of 12 requests may differ').waitFor();
    await page.getByRole('combobox', { name: 'Build' }).fill('build-4712');
    await page.getByRole('button', { name: 'Create only' }).click();
    await page.getByText('Created and ready to run.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${APP}, build-4712, Release`);
    await page.getByRole('link', { name: 'Copy for another build' }).click();
    expect(await page.getByLabel('Pass rate at least').inputValue()).toBe('100');
    await page.getByRole('combobox', { name: 'Build' }).fill('build-4713');
    await page.getByRole('button', { name: 'Create and run' }).click();
    await page.locator('.decision').getByText('Fail: do not release build-4713').waitFor(PATIENCE);
    await page.getByRole('link', { name: 'Evaluations' }).last().click();
    await page.getByPlaceholder('Search by build').fill('4713');
    await page.getByRole('button', { name: 'Apply' }).click();
    const row = page.getByRole('row', { name: /build-4713/ });
    expect(await row.textContent()).toMatch(/endpoint.? needs? action, pass rate 83\.3 % is under 100 %/i);
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    expect(await page.getByRole('table').getByRole('row').count()).toBe(2);
  });
});

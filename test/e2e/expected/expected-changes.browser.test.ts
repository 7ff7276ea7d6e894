import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, violationsOfPages } from '../../support/browser.ts';
import { call } from '../../support/running-service.ts';
import { APP, fillStage } from '../../support/stages/console-stage.ts';
import { consoleInBrowser } from '../console/console-in-browser.ts';

describe.skipIf(!HAS_BROWSER)(`expected changes in a browser (interface 13)${NO_BROWSER}`, () => {
  const { stage, newPage, logInAsAdmin } = consoleInBrowser();

  test('are previewed, hold until production records them, and are removed', async () => {
    const { service } = stage;
    const planId = await fillStage(stage, 1);
    const page = await newPage();
    await logInAsAdmin(page);
    const poll = async () => (await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`)).body;
    await page.goto(`${service.url}/report/${planId}`);
    const finding = page.locator('tr.finding').filter({ hasText: 'price' }).first();
    await finding.getByRole('link', { name: 'Expected…' }).click();
    const form = page.getByRole('dialog', { name: 'Mark as expected' });
    await form.getByText('of 2 requests').waitFor();
    const formUrl = page.url();
    expect(await form.getByRole('row', { name: 'Failing requests' }).getByRole('cell').allTextContents()).toEqual([
      '2',
      '0',
    ]);
    expect((await poll()).expected).toBeUndefined();

    await form.getByLabel('Any value in this field').check();
    await form.getByLabel('Note').fill('The price rose');
    await form.getByRole('button', { name: 'Preview again' }).click();
    expect(await form.getByLabel('Any value in this field').isChecked()).toBe(true);
    expect(await form.getByLabel('Note').inputValue()).toBe('The price rose');
    expect(page.url()).not.toContain('csrf');
    await form.getByRole('button', { name: 'Mark as expected' }).click();
    const made = page.getByRole('status').filter({ hasText: 'until production records it' });
    expect(await made.textContent()).toMatch(/Expected\. Value changed price in GET.*and 1 other/s);
    await made.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No longer expected. The findings count again.').waitFor();
    expect((await poll()).expected).toBeUndefined();
    await page.goto(formUrl);
    await form.getByLabel('Any value in this field').check();
    await form.getByLabel('Note').fill('The price rose');
    await form.getByRole('button', { name: 'Mark as expected' }).click();
    await made.waitFor();
    const group = page.locator('tbody.fold').filter({ hasText: '2 requests, 2 lasting expectations of' });
    const covering = page.locator('tbody.folded tr').filter({ hasText: 'Until production records it, by' });
    await expect.poll(() => covering.count()).toBe(2);
    await covering.first().waitFor({ state: 'hidden' });
    await group.locator('summary').click();
    await covering.first().waitFor();
    expect(await covering.first().textContent()).toMatch(/Expected: Value changed.*price.*Any value.*1.*Remove/s);
    const covered = { requests: 1, subject: 'price', note: 'The price rose' };
    expect(await poll()).toMatchObject({ expected: 2, expectedChanges: [covered, covered] });

    const list = `${service.url}/console/apps/${APP}/expected`;
    expect(
      await violationsOfPages(page, [
        ['expected-list', list],
        ['expected-report', `${service.url}/report/${planId}`],
      ]),
    ).toEqual([]);
    await page.goto(list);
    const item = page.getByRole('listitem').filter({ hasText: 'The price rose' });
    expect(await item.first().textContent()).toMatch(/Any value.*1 request.*never automatically: 1 pinned recording/s);
    expect(await item.last().textContent()).toMatch(/in \d+ days?, with the last of 1 older recording/);
    // Only of the one that a pinned recording keeps alive.
    expect(await page.getByRole('link', { name: 'Accept as the new recording…' }).count()).toBe(1);
    page.on('dialog', (dialog) => dialog.accept());
    for (const left of [1, 0]) {
      await item.first().getByRole('button', { name: 'Remove' }).click();
      await page.getByText('The expectation is removed.').waitFor();
      await expect.poll(() => item.count()).toBe(left);
    }
    expect((await poll()).expected).toBeUndefined();
    expect(await violationsOfPages(page, [['expected-form', formUrl]])).toEqual([]);
  });

  test('of this run only are marks', async () => {
    const { service } = stage;
    const planId = await fillStage(stage, 1);
    const page = await newPage();
    await logInAsAdmin(page);
    await page.goto(`${service.url}/report/${planId}`);
    await page
      .locator('tr.finding')
      .filter({ hasText: 'price' })
      .first()
      .getByRole('link', { name: 'Expected…' })
      .click();
    const form = page.getByRole('dialog', { name: 'Mark as expected' });
    await form.getByLabel('In this run only').check();
    await form.getByRole('button', { name: 'Mark as expected' }).click();
    await page.getByText('2 requests marked as expected').first().waitFor();
    expect((await call(service.url, 'GET', `/api/apps/${APP}/expectations`)).body.items).toEqual([]);
  });
});

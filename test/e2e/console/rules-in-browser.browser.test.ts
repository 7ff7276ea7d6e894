import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER } from '../../support/browser.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { PATIENCE } from '../../support/patience.ts';
import { call } from '../../support/running-service.ts';
import { APP, fillStage } from '../../support/stages/console-stage.ts';
import { consoleInBrowser } from './console-in-browser.ts';

/** What a screen reader would announce now. */
const announced = (page: Page) => page.getByRole('status').or(page.getByRole('alert'));

describe.skipIf(!HAS_BROWSER)(
  `the pages of rules and of personal data in a browser (interface 13)${NO_BROWSER}`,
  () => {
    const { stage, newPage, logInAsAdmin } = consoleInBrowser();

    test('tries a rule before adding it, shows its effect, removes it and restores it', async () => {
      const { service } = stage;
      await fillStage(stage, 1);
      const page = await newPage();
      await logInAsAdmin(page);
      await page.goto(`${service.url}/console/apps/${APP}/rules`);
      const form = page.getByRole('form', { name: 'New rule' });
      await form.getByLabel('Field', { exact: true }).fill('price[');
      await form.getByRole('button', { name: 'Add rule' }).click();
      expect(await page.locator('#path-error').textContent()).toContain('Field must be a JSONPath');
      expect(await form.getByLabel('Field', { exact: true }).inputValue()).toBe('price[');
      await form.getByLabel('Field', { exact: true }).fill('price');
      await form.getByRole('button', { name: 'Preview' }).click();
      const preview = page.getByRole('row', { name: 'Failing requests' });
      expect((await preview.getByRole('cell').allTextContents()).map(Number)).toEqual([2, 0]);
      expect((await call(service.url, 'GET', `/api/apps/${APP}/compare-rules`)).body.items[0].path).not.toBe('price');
      await form.getByRole('button', { name: 'Add rule' }).click();
      const rule = page.getByRole('listitem').filter({ hasText: 'Ignore price in every endpoint' });
      expect(await rule.textContent()).toContain('in 2 requests');
      page.on('dialog', (dialog) => dialog.accept());
      await rule.getByRole('button', { name: 'Remove' }).click();
      await announced(page).getByText('The rule is removed.').waitFor();
      expect(await rule.count()).toBe(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await announced(page).getByText('The rule is restored.').waitFor();
      expect(await rule.count()).toBe(1);
    });

    test('shows the parameters of the selected kind only', async () => {
      const { service } = stage;
      await fillStage(stage, 1);
      const page = await newPage();
      await logInAsAdmin(page);
      const query = new URLSearchParams({ kind: 'ignore-order', path: 'tags', operation: '/items/b', keys: 'sku' });
      await page.goto(`${service.url}/console/apps/${APP}/rules?${query}`);
      const form = page.getByRole('form', { name: 'New rule' });
      const shown = async () => {
        const labels = ['Differs by up to', 'Differs by up to, time', 'Key fields'];
        const seen = await Promise.all(labels.map((label) => form.getByLabel(label, { exact: true }).isVisible()));
        return labels.filter((_, index) => seen[index]);
      };
      expect(await form.getByLabel('Any order').isChecked()).toBe(true);
      const widths = await form.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.clientWidth));
      expect(new Set(widths)).toEqual(new Set([16]));
      expect(await shown()).toEqual([]);
      await form.getByLabel('Number tolerance').check();
      expect(await shown()).toEqual(['Differs by up to']);
      await form.getByLabel('Time tolerance').check();
      expect(await shown()).toEqual(['Differs by up to, time']);
      await page.getByRole('link', { name: 'Match by key' }).click();
      await expect.poll(shown, PATIENCE).toEqual(['Key fields']);
      expect(await form.getByLabel('Key fields').inputValue()).toBe('sku');
      await form.getByRole('button', { name: 'Add rule' }).click();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Match the elements of tags by sku in GET /items/b' })
        .waitFor();
    });

    test('seals a field in the background, shows its end without a reload, and keeps what a person types', async () => {
      const { service } = stage;
      const cases = [1, 2, 3].map((at) => recordedGet('persons', `/users/${at}`, { mail: `u${at}@shop.test` }));
      await call(service.url, 'POST', '/api/recorder/cases', cases);
      const page = await newPage();
      await logInAsAdmin(page);
      await page.goto(`${service.url}/console/apps/persons/settings/data`);
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Seal… mail' }).click();
      await announced(page).getByText('Stored recordings are being sealed in the background.').waitFor();
      await page.getByLabel('Redacted fields').fill('header: x-typed');
      await announced(page).getByText('Sealed in 3 stored recordings of 3').waitFor();
      expect(await page.getByLabel('Redacted fields').inputValue()).toBe('header: x-typed');
    });
  },
);

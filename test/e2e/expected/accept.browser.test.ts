import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, violationsOfPages } from '../../support/browser.ts';
import { call } from '../../support/running-service.ts';
import { APP, fillStage } from '../../support/stages/console-stage.ts';
import { consoleInBrowser } from '../console/console-in-browser.ts';

describe.skipIf(!HAS_BROWSER)(`accepting as the new recording in a browser (interface 13)${NO_BROWSER}`, () => {
  const { stage, newPage, logInAsAdmin } = consoleInBrowser();
  const versionsOf = async (planId: string): Promise<number[]> => {
    const { items } = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?limit=100`)).body;
    const cases = await Promise.all(
      items.map(({ caseId }: { caseId: string }) =>
        call(stage.service.url, 'GET', `/api/recorder/cases/${encodeURIComponent(caseId)}`),
      ),
    );
    return cases.map(({ body }) => body.accepted?.version ?? 1).filter((version) => version > 1);
  };

  test('a finding is previewed, accepted and undone, in the report and on the recording', async () => {
    const { service } = stage;
    const planId = await fillStage(stage, 1);
    const page = await newPage();
    await logInAsAdmin(page);
    await page.goto(`${service.url}/report/${planId}`);
    const finding = page.locator('tr.finding').filter({ hasText: 'price' }).first();
    await finding.locator('summary').click();
    await page.getByRole('link', { name: 'Accept as the new recording…' }).first().click();
    const form = page.getByRole('dialog', { name: 'Accept as the new recording' });
    await form.getByText('Preview, nothing is saved').waitFor();
    expect(await form.getByLabel('One finding').isChecked()).toBe(true);
    expect(await form.getByText(/recordings? gets? a version 2/).count()).toBe(1);
    const formUrl = page.url();
    expect(await violationsOfPages(page, [['accept-form', formUrl]])).toEqual([]);
    await page.goto(formUrl);
    expect(await versionsOf(planId)).toEqual([]);

    await form.getByLabel('Note').fill('Build 4711 goes live');
    await form.getByRole('button', { name: 'Preview again' }).click();
    expect(await form.getByLabel('Note').inputValue()).toBe('Build 4711 goes live');
    expect(page.url()).not.toContain('csrf');
    await form.getByRole('button', { name: /^Accept for \d recordings?$/ }).click();
    await page.getByText(/have a version 2|has a version 2/).waitFor();
    expect(await page.getByText(/with the answers of this run\. By \S+,/).count()).toBe(1);
    await page.getByRole('link', { name: 'Show them' }).click();
    await page.getByRole('link', { name: /^Accepted from runs/ }).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/\d+ found in the/)
        .textContent(),
    ).toMatch(/^2 found/);
    await page.goBack();
    const accepted = await versionsOf(planId);
    expect(accepted.length).toBeGreaterThan(0);

    const { items } = (await call(service.url, 'GET', `/api/recorder/apps/${APP}/cases?limit=100`)).body;
    const one = items.find((item: { accepted?: object }) => item.accepted);
    const recording = `${service.url}/console/cases/${encodeURIComponent(one.caseId)}`;
    expect(
      await violationsOfPages(page, [
        ['accept-report', `${service.url}/report/${planId}`],
        ['accept-recording', recording],
      ]),
    ).toEqual([]);
    await page.goto(recording);
    const versions = page.getByRole('table', { name: 'Versions of this recording' });
    expect(await versions.locator('tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/2.*Current.*A run, accepted by .*Build 4711 goes live/s),
      expect.stringMatching(/1.*The recording.*Restore/s),
    ]);
    await versions.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('The version is current again.').waitFor();
    expect(await versionsOf(planId)).toHaveLength(accepted.length - 1);

    await page.goto(`${service.url}/report/${planId}`);
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The recordings have the versions before again').waitFor();
    expect(await versionsOf(planId)).toEqual([]);
  });

  test('chosen requests are accepted from their list', async () => {
    const { service } = stage;
    const planId = await fillStage(stage, 1);
    const page = await newPage();
    await logInAsAdmin(page);
    await page.goto(`${service.url}/report/${planId}/cases`);
    await page.locator('input[name="item"]').first().check();
    await page.getByRole('button', { name: 'Accept as the new recording…' }).click();
    const form = page.getByRole('dialog', { name: 'Accept as the new recording' });
    await form.getByText('Preview, nothing is saved').waitFor();
    expect(await form.getByLabel('Chosen requests').isChecked()).toBe(true);
    expect(await form.getByText('1 request, each with all that changed').count()).toBe(1);
    expect(page.url()).not.toContain('csrf');
    await form.getByLabel('All that is expected').check();
    await form.getByRole('button', { name: 'Preview again' }).click();
    await form.getByText('No recording gets a new version').waitFor();
    expect(await form.getByRole('button', { name: /^Accept for/ }).count()).toBe(0);
  });
});

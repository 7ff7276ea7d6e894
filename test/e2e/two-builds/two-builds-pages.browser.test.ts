import { describe, expect, onTestFinished, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOfPages } from '../../support/browser.ts';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const REQUESTS = 40;
const stage = serviceAndTarget(({ url }, response) => json(response, { url, price: 6, stock: 9 }));

describe.skipIf(!HAS_BROWSER)(`the pages of a run with a running build${NO_BROWSER}`, () => {
  test('say what was compared, what moved, and how long both builds took', async () => {
    const { url } = stage.service;
    const baseline = await openTarget((request, response) =>
      json(response, { url: request.url, price: 5, stock: 9 }, request.url.startsWith('/p1/') ? 503 : 200),
    );
    onTestFinished(() => baseline.close());
    const cases = Array.from({ length: REQUESTS }, (_, index) => {
      const path = `/p${index % 4}/item?${index}`;
      return recordedGet('shop', path, { url: path, price: 5, stock: 14 });
    });
    const write = { method: 'POST', path: '/orders', headers: [], body: '{}', bodyEncoding: 'utf8' };
    await call(url, 'POST', '/api/recorder/cases', [
      ...cases,
      { ...recordedGet('shop', '/orders', {}), request: write },
    ]);
    const body = { appId: 'shop', targetEnv: stage.target.url, baselineEnv: baseline.url };
    const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', body)).body;
    await completed(url, planId);

    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${url}/report/${planId}`);
    const findings = page.getByRole('region', { name: 'Findings' });
    for (const name of ['Recorded', 'Running build', 'New build'])
      expect(await findings.getByRole('columnheader', { name, exact: true }).count()).toBe(1);
    expect(await findings.locator('tr.finding').first().textContent()).toMatch(/price\s*5\s*5\s*6/);
    const moved = page.getByRole('region', { name: 'Data has moved' });
    expect(await moved.textContent()).toMatch(/stock.*14.*→.*9.*\/p0\/item.*10 of 10/s);
    const decided = await page.locator('.stats').first().textContent();
    expect(decided).toMatch(/As the running build\s*0 %\s*0 of 30 requests\s*Differ\s*30\s*in 3 endpoints/);
    expect(decided).toMatch(/Data has moved\s*30\s*needs nothing\s*Not compared\s*11\s*for 2 reasons/);
    expect(decided).toMatch(/p95, running → new.*no endpoint.*Duration.*40 requests, sent to both/s);
    expect(await page.getByRole('region', { name: 'Requests that change data' }).textContent()).toContain(
      '1 was left out',
    );
    expect(await page.getByRole('region', { name: 'Not compared' }).textContent()).toMatch(
      /10 requests of GET\s*\/p1\/item: the running build did not answer/,
    );
    expect(
      await violationsOfPages(page, [
        ['two-builds-report', `${url}/report/${planId}`],
        ['two-builds-latency', `${url}/report/${planId}?tab=latency`],
        ['two-builds-request', `${url}/report/${planId}/cases/0`],
      ]),
    ).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${url}/report/${planId}?tab=latency`);
    expect(await page.getByRole('columnheader', { name: 'Running build' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Review 1 finding' }).click();
    await page.getByRole('region', { name: 'Findings' }).waitFor();
  });
});

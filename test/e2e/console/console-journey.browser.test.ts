import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER } from '../../support/browser.ts';
import { openTarget } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { APP, fillStage } from '../../support/stages/console-stage.ts';
import { consoleInBrowser } from './console-in-browser.ts';

/** A HAR file with two exchanges. */
const HAR = JSON.stringify({
  log: {
    version: '1.2',
    entries: ['/items/a', '/items/c'].map((path) => ({
      startedDateTime: '2026-11-20T10:00:00.000Z',
      time: 5,
      request: { method: 'GET', url: `http://recorded.test${path}`, headers: [], queryString: [] },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { mimeType: 'application/json', text: JSON.stringify({ path, price: 10 }) },
      },
    })),
  },
});

/** What a screen reader would announce now. */
const announced = (page: Page) => page.getByRole('status').or(page.getByRole('alert'));

describe.skipIf(!HAS_BROWSER)(`the console in a browser (interface 13)${NO_BROWSER}`, () => {
  const { stage, newPage, logInAsAdmin } = consoleInBrowser();
  /** Links that look like buttons and change nothing. */
  const READING: Readonly<Record<string, string[]>> = {
    '': ['Open report', 'GitHub', 'GitLab', 'Jenkins'],
    '/rules': ['Export'],
  };

  test('shows a first visitor everything as a guest, who can change nothing', async () => {
    const { service } = stage;
    await fillStage(stage, 1);
    const page = await newPage();
    await page.goto(service.url);
    expect(page.url()).toBe(`${service.url}/console`);
    await page.getByText('Read-only guest').waitFor();
    for (const path of ['', '/recordings', '/rules', '/replays', '/settings']) {
      await page.goto(`${service.url}/console/apps/${APP}${path}`);
      expect(await page.getByRole('main').locator('form[method=post]').count(), path).toBe(0);
      const links = await page.getByRole('main').locator('a.button').allTextContents();
      expect(links, path).toEqual(READING[path] ?? []);
    }
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await page.goto(`${service.url}/console/cases/case-items-a`);
    expect(await page.getByRole('main').locator('form').count()).toBe(0);

    const answer = await page.request.post(`${service.url}/console/cases/case-items-a/delete`, { form: { csrf: 'x' } });
    expect(answer.status()).toBe(403);
    expect((await call(service.url, 'GET', '/api/recorder/cases/case-items-a')).status).toBe(200);
    expect((await page.goto(`${service.url}/console/keys`))?.status()).toBe(403);
  });

  test('leads from a login by code over a dropped HAR file to a report', async () => {
    const { service, target } = stage;
    const page = await newPage();
    await page.goto(`${service.url}/console`);
    await page.getByRole('link', { name: 'Log in' }).click();
    expect(page.url()).toBe(`${service.url}/console/login?next=%2Fconsole`);
    const userName = await logInAsAdmin(page);
    expect(new URL(page.url()).pathname).toBe('/console');

    await page.getByLabel('Application').fill('dropped');
    // Passed as text, because it runs in the browser, whose types differ from those of Node.
    const files = await page.evaluateHandle(
      `(() => { const given = new DataTransfer(); given.items.add(new File([${JSON.stringify(HAR)}], 'browser.har')); return given; })()`,
    );
    await page.dispatchEvent('#upload', 'drop', { dataTransfer: files });
    await page.getByText('browser.har').waitFor();
    expect(await announced(page).first().textContent()).toContain('2 imported, 0 already there, 0 left out');

    await page.getByRole('link', { name: 'Start a run' }).click();
    await page.getByLabel('Target').fill('http://ada:secret@shop.test');
    await page.getByText('Advanced', { exact: true }).click();
    await page.getByLabel('Name').fill('Build 7');
    await page.getByRole('button', { name: 'Start the run' }).click();
    expect(await page.locator('#targetEnv-error').textContent()).toContain('without credentials');
    expect(await page.getByLabel('Name').inputValue()).toBe('Build 7');
    await page.getByLabel('Target').fill(target.url);
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.waitForURL(/\/report\/[0-9a-f]{24}$/);
    await completed(service.url, page.url().slice(-24));

    await page.goto(`${service.url}/console/apps/dropped`);
    const row = page.getByRole('row', { name: /Build 7/ });
    expect(await row.textContent()).toContain('Needs action');
    expect(await row.textContent()).toContain(userName);
  });

  test('works without script: upload, pin, replay, channel, key', async () => {
    const { service, target } = stage;
    const page = await newPage({ javaScriptEnabled: false });
    await logInAsAdmin(page);
    await page.goto(`${service.url}/console`);
    await page.getByLabel('Application').fill('plain');
    await page.getByLabel('Drop a HAR file here').setInputFiles([
      { name: 'browser.har', mimeType: 'application/json', buffer: Buffer.from(HAR) },
      { name: 'broken.har', mimeType: 'application/json', buffer: Buffer.from('{') },
    ]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const outcomes = await page.getByRole('main').getByText('.har').locator('..').allTextContents();
    expect(outcomes.join('\n')).toContain('browser.har: 2 imported');
    expect(outcomes.join('\n')).toContain('broken.har was not imported');

    await page.getByRole('link', { name: 'Show recordings of plain' }).click();
    await page.locator('a.cut').first().click();
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await announced(page).getByText('The recording is pinned and never expires.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    expect(new URL(page.url()).pathname).toBe('/console/apps/plain/recordings');
    await expect.poll(() => page.locator('a.cut').count()).toBe(1);

    await page.goto(`${service.url}/console/apps/plain/replays/new`);
    await page.getByLabel('Target').fill(target.url);
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.waitForURL(/\/report\/[0-9a-f]{24}$/);

    await page.goto(`${service.url}/console/channels/new`);
    await page.getByLabel('Name').fill('Plain room');
    await page.getByLabel('Address').fill(`${target.url}/hook`);
    await page.getByLabel('Secret').fill('täg');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('#secret-error').textContent()).toContain('Secret must be visible ASCII text');
    expect(await page.getByLabel('Name').inputValue()).toBe('Plain room');
    await page.getByLabel('Secret').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    const card = page.getByRole('region', { name: 'Plain room' });
    await card.getByRole('button', { name: 'Send a test' }).click();
    expect(await card.getByRole('alert').textContent()).toContain('The sample message was not delivered: HTTP 404.');
    expect(target.seen.some(({ url }) => url === '/hook')).toBe(true);

    await page.goto(`${service.url}/console/keys`);
    await page.getByLabel('Name').fill('plain build');
    await page.getByLabel('Custom').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Select at least one scope.');
    expect(await page.getByLabel('Name').inputValue()).toBe('plain build');
    await page.getByLabel('read: read everything').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('code.key').textContent()) ?? '';
    expect((await call(service.url, 'GET', '/api/replays', undefined, { 'x-api-key': key })).status).toBe(200);
    await page
      .getByRole('row', { name: /plain build/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    expect((await call(service.url, 'GET', '/api/replays', undefined, { 'x-api-key': key })).status).toBe(401);
  });

  test('shows log rows around the recording and the replay of a case, and none between', async () => {
    const { service } = stage;
    await fillStage(stage, 1);
    const { body: recorded } = await call(service.url, 'GET', '/api/recorder/cases/case-items-a');
    const at = Date.parse(recorded.recordedAt);
    const rows = [
      ['while recording', at],
      ['long after', at + 10 * 60_000],
      ['while <b>replaying</b>', at + 20 * 60_000],
    ].map(([text, time]) => ({
      timeUnixNano: `${time}000000`,
      severityText: 'ERROR',
      traceId: recorded.traceId,
      body: { stringValue: text },
    }));
    const attributes = [{ key: 'service.name', value: { stringValue: 'shop' } }];
    const sent = { resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: rows }] }] };
    expect((await call(service.url, 'POST', '/v1/logs', sent)).status).toBe(200);

    const page = await newPage();
    await page.goto(`${service.url}/console/cases/case-items-a`);
    await page.locator('main').getByRole('link', { name: 'Logs', exact: true }).click();
    const shown = page.locator('td pre');
    await expect.poll(() => shown.allTextContents()).toEqual(['while recording']);
    await page.goto(`${page.url()}&replayed=${new Date(at + 20 * 60_000).toISOString()}`);
    await expect.poll(() => shown.allTextContents()).toEqual(['while recording', 'while <b>replaying</b>']);
    const part = page.getByRole('link', { name: 'Download part 1 as JSON' });
    const file = await page.request.get(new URL((await part.getAttribute('href')) ?? '', page.url()).href);
    expect((await file.json()).rows.map((row: { body: string }) => row.body)).toEqual(['while recording']);
    await page.getByRole('searchbox').fill('B>REPLAYING');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => shown.allTextContents()).toEqual(['while <b>replaying</b>']);
    await page.getByRole('link', { name: 'Text B>REPLAYING' }).click();
    await expect.poll(() => shown.count()).toBe(2);
    await page.getByText('Exact times').click();
    await page.getByLabel('From').fill('yesterday');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('#since-error').textContent()).toContain('ISO-8601');
    expect(await page.getByLabel('From').inputValue()).toBe('yesterday');
  });

  test('keeps settings, and shows them to readers without the values of headers', async () => {
    const { service } = stage;
    await fillStage(stage, 1);
    const page = await newPage();
    await logInAsAdmin(page);
    const settings = `${service.url}/console/apps/${APP}/settings`;
    const saved = () => announced(page).getByText('The settings are saved.').waitFor();
    await page.goto(settings);
    await page.getByLabel('Main endpoints').fill('/items/a\n/items/b');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved();
    expect(await page.getByLabel('Main endpoints').inputValue()).toBe('/items/a\n/items/b');
    await page.getByRole('link', { name: 'Headers' }).click();
    await page.getByLabel('Added headers').fill('authorization: Bearer t0ken');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved();
    await page.locator('.side-nav').getByRole('link', { name: 'Replay' }).click();
    await page.getByLabel('Timeout').fill('9');
    // The stylesheet, which hides the field, may arrive after the form.
    await page.getByLabel('Factor', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByLabel('As recorded, times a factor').check();
    await page.getByLabel('Factor', { exact: true }).fill('2');
    await page.getByLabel('Concurrency').fill('0');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.locator('#concurrency-error').textContent()).toContain(
      'Concurrency must be a whole number from 1 to 1,000',
    );
    expect(await page.getByLabel('Timeout').inputValue()).toBe('9');
    expect(await page.getByLabel('Factor', { exact: true }).inputValue()).toBe('2');
    await page.getByLabel('Concurrency').fill('4');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved();
    const { body } = await call(service.url, 'GET', `/api/apps/${APP}/settings`);
    expect(body).toMatchObject({
      replay: {
        concurrency: 4,
        timeoutMs: 9000,
        pace: 2,
        keepSessions: true,
        headers: { set: { authorization: 'Bearer t0ken' } },
      },
      automaticAnalysis: true,
    });
    const guest = await newPage();
    await guest.goto(`${settings}/headers`);
    expect(await guest.content()).not.toContain('t0ken');
    expect(await guest.content()).toContain('authorization');
  });

  test('keeps the session for a link of another site, and refuses a form of another site', async () => {
    const { service } = stage;
    await fillStage(stage, 1);
    const other = await openTarget((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${service.url}/console/apps/${APP}">shop</a>
<form method="post" action="${service.url}/console/cases/case-items-b/delete"><input name="csrf" value="x"><button>Win</button></form>`);
    });
    const elsewhere = other.url.replace('127.0.0.1', 'localhost');
    const page = await newPage();
    const userName = await logInAsAdmin(page);
    await page.goto(elsewhere);
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByText(userName).waitFor();
    expect(page.url()).toBe(`${service.url}/console/apps/${APP}`);
    await page.goto(elsewhere);
    await page.getByRole('button', { name: 'Win' }).click();
    await page.getByText('This form has expired').waitFor();
    expect((await call(service.url, 'GET', '/api/recorder/cases/case-items-b')).status).toBe(200);
    await other.close();
  });

  test('ends the session at logout, also for a kept cookie', async () => {
    const { service } = stage;
    const page = await newPage();
    await logInAsAdmin(page);
    const kept = await page.context().cookies();
    expect(kept).toMatchObject([
      {
        name: `replay-session-${new URL(service.url).port}`,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        secure: false,
      },
    ]);
    await page.locator('.menu > summary').first().click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
    await page.context().addCookies(kept);
    await page.goto(`${service.url}/console`);
    await page.getByText('Read-only guest').waitFor();
  });
});

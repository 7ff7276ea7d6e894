import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

/** Texts without a line break opportunity, in visible and invisible characters. */
const LONG = 'x'.repeat(200);
const INVISIBLE = '\u202e\u200b'.repeat(60);
const APP = LONG;
const TRACE = '0af7651916cd43dd8448eb211c80319c';

const stage = serviceAndTarget((_, response) => json(response, { [LONG]: 'y'.repeat(400), [`k${INVISIBLE}`]: 2 }));

describe.skipIf(!HAS_BROWSER)(`the pages with texts that no line can break (interface 13)${NO_BROWSER}`, () => {
  let browser: Browser;
  let planId = '';

  beforeAll(async () => {
    const { url } = stage.service;
    const one = { caseId: 'long', traceId: TRACE, operation: `/${LONG}`, session: LONG, tags: { [LONG]: LONG } };
    await call(url, 'POST', '/api/recorder/cases', [
      recordedGet(APP, '/orders', { [LONG]: 'x'.repeat(400), [`k${INVISIBLE}`]: 1 }, one),
    ]);
    const plan = { appId: APP, targetEnv: stage.target.url, planName: LONG, operator: LONG };
    planId = (await call(url, 'POST', '/api/createPlan', plan)).body.data.replayPlanId;
    await completed(url, planId);
    await call(url, 'POST', `/api/replays/${planId}/cases/${planId}:0/mark`, { comment: `meant${INVISIBLE}` });
    for (const comment of ['c'.repeat(2000), INVISIBLE])
      await call(url, 'POST', `/api/apps/${APP}/compare-rules`, {
        kind: 'array-key',
        keys: [LONG],
        path: LONG,
        operation: `/${LONG}`,
        comment,
      });
    await call(url, 'POST', '/openapi/v1/notification-channels', {
      name: LONG,
      type: 'webhook',
      url: `${stage.target.url}/${LONG}`,
      appIds: [APP, 'z'.repeat(200)],
    });
    await call(url, 'POST', '/api/api-keys', { name: LONG, scopes: ['read', 'write', 'eval:policy'] });
    await call(url, 'PUT', `/api/users/${'u'.repeat(60)}@${`${'d'.repeat(60)}.`.repeat(3)}test`, { role: 'member' });
    const record = {
      timeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
      body: { stringValue: `${LONG}${INVISIBLE}` },
      traceId: TRACE,
      attributes: [{ key: 'arex.record.id', value: { stringValue: LONG } }],
    };
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: `${LONG}${INVISIBLE}` } }] };
    await call(url, 'POST', '/v1/logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [record] }] }] });
    browser = await openBrowser();
  }, 60_000);

  afterAll(() => browser?.close());

  const PAGES: readonly (readonly [name: string, path: () => string])[] = [
    ['applications', () => '/console'],
    ['an application', () => `/console/apps/${APP}`],
    ['its recordings', () => `/console/apps/${APP}/recordings`],
    ['its replays', () => `/console/apps/${APP}/replays`],
    ['the form of a replay', () => `/console/apps/${APP}/replays/new`],
    ['its rules', () => `/console/apps/${APP}/rules`],
    ['its settings', () => `/console/apps/${APP}/settings`],
    ['a case', () => '/console/cases/long'],
    ['replays', () => '/console/replays'],
    ['channels', () => '/console/channels'],
    ['keys', () => '/console/keys'],
    ['users', () => '/console/users'],
    ['audit', () => '/console/audit'],
    ['log rows', () => '/console/logs?case=long'],
    ['the report', () => `/report/${planId}`],
    ['failing requests', () => `/report/${planId}/cases`],
    ['all requests', () => `/report/${planId}/cases?state=all`],
    ['a request', () => `/report/${planId}/cases/0`],
    ['its raw bodies', () => `/report/${planId}/cases/0?view=raw`],
    ['a rule', () => `/report/${planId}/rule?${new URLSearchParams({ path: LONG, operation: `/${LONG}` })}`],
  ];

  test.for([1200, 400])('fit into a window of %i', async (width) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      extraHTTPHeaders: { 'x-api-key': ADMIN_KEY },
    });
    const page = await context.newPage();
    const tooWide: Record<string, string[]> = {};
    for (const [name, path] of PAGES) {
      const answer = await page.goto(`${stage.service.url}${path()}`);
      expect(answer?.status(), name).toBe(200);
      const widened = await outside(page);
      if (widened.length > 0) tooWide[name] = widened;
    }
    expect(tooWide).toEqual({});
    await context.close();
  });

  test('wrap active filters of a search between the widths of tables and cards', async () => {
    const context = await browser.newContext({
      viewport: { width: 800, height: 900 },
      extraHTTPHeaders: { 'x-api-key': ADMIN_KEY },
    });
    const page = await context.newPage();
    await page.goto(`${stage.service.url}/console/apps/${APP}/logs?q=${'W'.repeat(100)}`);
    await page.getByText('Text WWW').waitFor();
    expect(await outside(page)).toEqual([]);
    await context.close();
  });
});

/** The elements that overflow a page wider than its window, and tables that need scrolling. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(`{
    const wide = document.scrollingElement.scrollWidth > innerWidth;
    const tables = [...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > 1.5 * innerWidth);
    wide || tables.length > 0
      ? [document.scrollingElement.scrollWidth, ...[...document.querySelectorAll('body *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 5)
          .map((one) => one.outerHTML.slice(0, 100)), ...tables.map((box) => 'table ' + box.scrollWidth)]
      : []
  }`);

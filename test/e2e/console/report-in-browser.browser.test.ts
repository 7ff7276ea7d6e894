import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOfPages, violationsOn } from '../../support/browser.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { addressOf } from '../../support/pages/listed-pages.ts';
import { REPORT_PAGES } from '../../support/pages/report-pages.ts';
import { PATIENCE } from '../../support/patience.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { logIn, setRole } from '../../support/stages/console-stage.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { replayedTwice, targetOf } from './report-scenario.ts';

const build = { second: false };
const shop = targetOf(build);
let held: (() => void)[] = [];
const stage = serviceAndTarget(
  (request, response) => {
    if (request.url.startsWith('/held/')) held.push(() => json(response, {}));
    else shop(request, response);
  },
  { SVC_NOISE_REDUCTION: 'rules' },
);

describe.skipIf(!HAS_BROWSER)(`the report in a browser (interface 13)${NO_BROWSER}`, () => {
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;
  let planId = '';

  const address = (path = '') => `${stage.service.url}/report/${planId}${path}`;
  const itemAt = async (operation: string) => {
    const query = new URLSearchParams({ state: 'FAILED', operation });
    const { items } = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?${query}`)).body;
    return items[0].planItemId.split(':')[1];
  };

  /** The id of the finding of a field. */
  const findingAt = async (subject: string): Promise<string> => {
    const html = await (await fetch(address(), { headers: { 'x-api-key': ADMIN_KEY } })).text();
    const row = html.split('<tr class="finding" id="f-').find((one) => one.split('</tr>')[0]?.includes(subject));
    return row?.slice(0, 12) ?? '';
  };

  beforeAll(async () => {
    [, planId] = await replayedTwice(stage.service, stage.target.url, build);
    browser = await openBrowser();
    await setRole(stage.service, 'ada@shop.test', 'member');
    const context = await browser.newContext();
    await logIn(await context.newPage(), stage.service, 'ada@shop.test');
    session = await context.storageState();
    await context.close();
  }, 60_000);

  afterAll(() => browser?.close());

  const opened = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> =>
    (await browser.newContext({ storageState: session, ...options })).newPage();

  test('has pages without violations by axe, by width or by the content policy', {
    timeout: 180_000,
  }, async () => {
    const values = {
      planId,
      finding: await findingAt('lines[*].price'),
      item: await itemAt('/stock'),
      movedItem: await itemAt('/list'),
    };
    const page = await opened();
    expect(
      await violationsOfPages(
        page,
        REPORT_PAGES.map((one) => [one.name, stage.service.url + addressOf(one, values)]),
      ),
    ).toEqual([]);
    await page.context().close();
  });

  test('filters the table of endpoints while the user types', async () => {
    const page = await opened();
    await page.goto(address('?tab=endpoints'));
    const rows = page.locator('#endpoint-rows tbody tr');
    await expect.poll(() => rows.count()).toBe(13);
    await page.getByLabel('Endpoint', { exact: true }).pressSequentially('prof');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('/profile')]);
    expect(new URL(page.url()).searchParams.get('tab')).toBe('endpoints');
    await page.context().close();
  });

  test('moves between findings and opens their details by key, also from an address', async () => {
    const page = await opened();
    await page.goto(address());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect.poll(() => page.evaluate("document.querySelector('.finding') === document.activeElement")).toBe(true);
    expect(await page.getByText('Most frequent values').first().isVisible()).toBe(false);
    await page.keyboard.press('x');
    await page.getByText('Most frequent values').first().waitFor({ state: 'visible' });
    await page.keyboard.press('/');
    await page.keyboard.type('jk level');
    expect(await page.getByPlaceholder('Filter by field').inputValue()).toBe('jk level');
    // Its filter no longer changes the address.
    await page.goto('about:blank');
    await page.goto(`${address()}#f-${await findingAt('level')}`);
    await page.getByText('If you ignore level').waitFor({ state: 'visible' });
    await page.context().close();
  });

  test('filters findings while the user types', async () => {
    const page = await opened();
    await page.goto(address());
    await page.getByPlaceholder('Filter by field').pressSequentially('level');
    await expect.poll(() => page.locator('.finding').count()).toBe(1);
    await page.getByPlaceholder('Filter by field').fill('nothing like it');
    await page.getByText('No finding matches the filter').waitFor();
    await page.context().close();
  });

  test('fits 40 findings of one line each into 2,000 px, and adds one line for a further field or note', async () => {
    const page = await opened({ viewport: { width: 1280, height: 900 } });
    await page.goto(address());
    const heights = await page.locator('.finding').evaluateAll((rows) =>
      rows.map((row) => {
        const [, , fields, values] = row.children;
        const others = fields?.querySelectorAll('div').length ?? 0;
        const notes = values?.querySelectorAll('.small').length ?? 0;
        return row.getBoundingClientRect().height / (1 + others + notes);
      }),
    );
    const top = await page
      .locator('.finding')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top);
    expect(top + 40 * Math.max(...heights)).toBeLessThan(2000);
    await page.context().close();
  });

  test('leads to a saved rule and back by keyboard, with the token of the session', async () => {
    const page = await opened();
    await page.goto(address(`/cases/${await itemAt('/profile')}`));
    await page.getByLabel('Actions for level').press('Enter');
    await page.getByRole('link', { name: 'Ignore at this endpoint…' }).press('Enter');
    await page.getByRole('heading', { name: 'Preview, nothing is saved' }).waitFor();
    await page.getByRole('button', { name: 'Save the rule for GET /profile' }).press('Enter');
    expect(await page.getByRole('status').first().textContent()).toContain('The rule is saved');
    expect(await page.locator('#differences').textContent()).toContain('ignored by a rule');
    await page.context().close();
  });

  test('requires the token of the session for a mark', async () => {
    const page = await opened();
    const path = `/cases/${await itemAt('/broken')}`;
    await page.goto(address(path));
    const menu = page.locator('summary', { hasText: 'Mark as expected' });
    await menu.press('Enter');
    await page.getByLabel('Reason').fill('known');
    await page.getByRole('button', { name: 'Mark this request' }).click();
    await page.getByText('Marked as expected by ada@shop.test').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await menu.waitFor();
    const answer = await page.context().request.post(address(`${path}/mark`), { form: { csrf: 'guessed' } });
    expect(answer.status()).toBe(403);
    await page.goto(address(path));
    expect(await page.getByText('Marked as expected by').count()).toBe(0);
    await page.context().close();
  });

  test('leads by key to the next failing request, to its differences and to their list', async () => {
    const page = await opened();
    await page.goto(address(`/cases/${await itemAt('/stock')}`));
    const here = page.url();
    await page.keyboard.press('?');
    await page.getByText('Previous failing request', { exact: true }).last().waitFor({ state: 'visible' });
    await page.keyboard.press('?');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.difference !== undefined')).toBe(true);
    await page.locator('summary', { hasText: 'Mark as expected' }).press('Enter');
    await page.getByLabel('Reason').pressSequentially('n p ?');
    expect([page.url(), await page.getByLabel('Reason').inputValue()]).toEqual([here, 'n p ?']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.waitForURL((url) => url.href !== here);
    await page.keyboard.press('p');
    await page.waitForURL(here);
    await page.context().close();
  });

  test('keeps open menus of a request on a narrow screen, without violations by axe', async () => {
    const page = await opened({ viewport: { width: 400, height: 900 } });
    await page.goto(address(`/cases/${await itemAt('/stock')}`));
    for (const name of ['Ignore', 'Copy as curl', 'Mark as expected']) {
      const summary = page.locator('.toolbar summary', { hasText: name });
      await summary.click();
      const box = await page.locator('.toolbar .menu[open] .menu-list').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(400);
      expect(await violationsOn(page)).toEqual([]);
      if (name === 'Copy as curl') {
        const command = await page.locator('.toolbar .menu[open] pre').boundingBox();
        expect(command?.width).toBeGreaterThan(200);
      }
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  });

  test('keeps a marked finding in its row, with focus and scroll position, until the next load', async () => {
    const page = await opened({ viewport: { width: 1280, height: 500 } });
    const id = await findingAt('lines[*].price');
    await page.goto(`${address()}#f-${id}`);
    const row = page.locator(`#f-${id}`);
    const before = await page.locator('.finding').count();
    const mark = page.locator(`#mark-${id}`).getByRole('button');
    await mark.scrollIntoViewIfNeeded();
    const top = async () => (await row.boundingBox())?.y ?? 0;
    const at = await top();
    await mark.click();
    await row.getByText('Expected', { exact: true }).waitFor();
    expect(await page.locator('.finding').count()).toBe(before);
    expect(Math.abs((await top()) - at)).toBeLessThan(8);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Undo');
    expect(await page.locator('#answer[aria-live="polite"]').textContent()).toContain('6 requests marked as expected');
    expect(await violationsOn(page)).toEqual([]);
    await row.getByRole('button', { name: 'Undo' }).press('Enter');
    await row.getByRole('link', { name: 'Example' }).waitFor();
    expect(await page.locator(`#mark-${id}`).count()).toBe(1);
    await page.context().close();
  });

  test('keeps marked requests in the list, and those whose mark was removed', async () => {
    const page = await opened();
    await page.goto(address('/cases'));
    const first = page.locator('[data-row]').first();
    await first.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Mark as expected' }).click();
    await first.getByText('Expected', { exact: true }).waitFor();
    expect(page.url()).toBe(address('/cases'));
    const middleOf = async (part: ReturnType<Page['locator']>) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
      return y + height / 2;
    };
    const undo = first.getByRole('button', { name: 'Undo' });
    expect(Math.abs((await middleOf(undo)) - (await middleOf(first)))).toBeLessThan(3);
    expect((await page.locator('.filter').boundingBox())?.height).toBeLessThan(40);
    expect(await page.locator('[data-selected]').textContent()).toBe('0');
    await page.goto(address('/cases?state=expected'));
    await first.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => first.getByText('Expected', { exact: true }).count()).toBe(0);
    expect(await page.locator('[data-row]').count()).toBe(1);
    await page.reload();
    expect(await page.locator('[data-row]').count()).toBe(0);
    await page.context().close();
  });

  test('leads back to the rows of marked requests without script', async () => {
    const page = await opened({ javaScriptEnabled: false });
    await page.goto(address('/cases'));
    const first = page.locator('[data-row]').first();
    const id = await first.getAttribute('id');
    await first.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Mark as expected' }).click();
    expect(new URL(page.url()).hash).toBe(`#${id}`);
    await first.getByRole('button', { name: 'Undo' }).click();
    expect(new URL(page.url()).hash).toBe(`#${id}`);
    await expect.poll(() => first.getByText('Expected', { exact: true }).count()).toBe(0);
    await page.context().close();
  });

  test('replaces a running replay without a reload by the user', async () => {
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('held', '/held/a', {})]);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'held',
      targetEnv: stage.target.url,
    });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const page = await opened();
    await page.goto(`${stage.service.url}/report/${body.planId}`);
    await page.getByText('0 of 1 request sent').waitFor();
    for (const answer of held) answer();
    held = [];
    await completed(stage.service.url, body.planId);
    await page.getByText('No decision: too little was replayed').waitFor(PATIENCE);
    await page.context().close();
  });
});

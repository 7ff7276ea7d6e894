import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, NO_BROWSER, openBrowser } from '../../support/browser.ts';
import { BROWSER_HAR } from '../../support/browser-har.ts';
import { evaluationClient } from '../../support/evaluation/evaluation-client.ts';
import { manifestsOf } from '../../support/evaluation/evaluation-manifests.ts';
import { keyboard } from '../../support/pages/keyboard.ts';
import { PATIENCE } from '../../support/patience.ts';
import { call, completed } from '../../support/running-service.ts';
import {
  APP,
  type ConsoleStage,
  consoleStage,
  fillStage,
  logIn,
  mailedCode,
  setRole,
} from '../../support/stages/console-stage.ts';

const POLICY = {
  schema: 'eval.gate-policy/v1',
  name: 'every attempt ends',
  rules: [{ id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' }],
};

/** Only keys are pressed: Tab, Enter, Space, Escape, arrows, and those that a page names. */
describe.skipIf(!HAS_BROWSER)(`a user of the keyboard alone (interface 13)${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;
  let planId = '';
  const contexts: BrowserContext[] = [];
  const client = evaluationClient(() => stage.service.url);

  async function opened(
    path: string,
    storageState?: typeof session,
  ): Promise<Page & { keys: ReturnType<typeof keyboard> }> {
    const context = await browser.newContext({ storageState: storageState ?? session });
    contexts.push(context);
    const page = await context.newPage();
    page.on('dialog', (dialog) => dialog.accept());
    // From now on, so that the first one is not missed.
    page.on('filechooser', () => {});
    await page.goto(stage.service.url + path);
    return Object.assign(page, { keys: keyboard(page) });
  }
  const ask = async (path: string) => (await call(stage.service.url, 'GET', path)).body;
  const marks = async (): Promise<number> =>
    (await ask(`/api/replays/${planId}/cases?state=FAILED`)).items.filter(({ marked }: { marked: boolean }) => marked)
      .length;
  const rules = async (): Promise<string[]> =>
    (await ask(`/api/apps/${APP}/compare-rules`)).items.map(({ path }: { path: string }) => path);

  beforeAll(async () => {
    stage = await consoleStage();
    planId = await fillStage(stage, 1);
    browser = await openBrowser();
    await setRole(stage.service, 'ada@shop.test', 'admin');
    const context = await browser.newContext();
    await logIn(await context.newPage(), stage.service, 'ada@shop.test');
    session = await context.storageState();
    await context.close();
  }, 60_000);

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('signs in by a mailed code, and out by the menu', async () => {
    await setRole(stage.service, 'eve@shop.test', 'admin');
    const page = await opened('/console', { cookies: [], origins: [] });
    const { keys } = page;
    await keys.press('a[href^="/console/login"]');
    await keys.type('[name="userName"]', 'eve@shop.test');
    await page.keyboard.press('Enter');
    await page.locator('[name="verifyCode"]').waitFor();
    await expect.poll(() => mailedCode(stage.service.dataDir, 'eve@shop.test')).not.toBeNull();
    await keys.type('[name="verifyCode"]', '12');
    await page.keyboard.press('Enter');
    await page.locator('#verifyCode-error').waitFor();
    // The wrong field gets the focus.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('verifyCode');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(mailedCode(stage.service.dataDir, 'eve@shop.test') ?? '');
    await page.keyboard.press('Enter');

    await page.locator('.bar .menu', { hasText: 'eve@shop.test' }).waitFor();
    await keys.press('.bar .menu > summary');
    await keys.reach('.menu-list a');
    await page.keyboard.press('Escape');
    expect(await page.locator('.menu[open]').count()).toBe(0);
    expect(await page.evaluate("document.activeElement.matches('.bar .menu > summary')")).toBe(true);
    await page.keyboard.press('Space');
    await keys.reach('main a, main button');
    expect(await page.locator('.menu[open]').count()).toBe(0);
    await keys.reach('.bar .menu > summary', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await keys.press('.menu-list form button');
    await page.waitForURL(/\/console\/login/);
  });

  test('imports a HAR file, starts a run, and sees its report', async () => {
    const page = await opened('/console');
    const { keys } = page;
    await keys.reach('#file');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles({ name: 'b.har', mimeType: 'application/json', buffer: Buffer.from(BROWSER_HAR) });
    await keys.type('#upload [name="appId"]', 'keys');
    await keys.press('#upload button.primary, #upload button');
    await page.locator('main input[type="checkbox"]').first().waitFor();
    // The answer has the focus.
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);
    await keys.press('#upload button.primary');
    await keys.press('a[href^="/console/apps/keys/replays/new"]');
    await keys.type('[name="targetEnv"]', stage.target.url);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/report\/[0-9a-f]{24}$/);
    await completed(stage.service.url, page.url().slice(-24));
    await page
      .locator('.decision h2')
      .filter({ hasText: /release|No decision/ })
      .waitFor(PATIENCE);
  });

  test('reads a report: details of a finding, preview of a rule, mark as expected, and back', async () => {
    const page = await opened(`/report/${planId}`);
    const { keys } = page;
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.locator('.more-grid').first().waitFor({ state: 'visible' });
    await keys.reach('.more-grid a');
    await keys.reach('.finding .twist > summary', 'Shift+Tab');
    await page.keyboard.press('Space');
    await page.locator('.more-grid').first().waitFor({ state: 'hidden' });

    await keys.press('.finding a[href*="/rule?"]');
    await page.locator('#effect').waitFor();
    expect(await rules()).not.toContain('price');
    await page.goBack();
    await keys.press('.finding a[href$="/expect"]');
    await page.locator('#covers').waitFor();
    await keys.press('[name="scope"]', 'ArrowRight');
    await keys.type('[name="note"]', 'The price rose');
    await page.keyboard.press('Enter');
    await expect.poll(marks).toBe(2);
    await keys.press('form[action$="/unmark"] button');
    await expect.poll(marks).toBe(0);
  });

  test('leaves a dialog by Escape, and is at its finding again; without scripts the page below is inert', async () => {
    const page = await opened(`/report/${planId}`);
    await page.keys.press('.finding a[href$="/expect"]');
    await page.locator('dialog:modal').waitFor();
    const url = page.url();
    await page.keys.reach('dialog [data-cancel]');
    await page.keys.reach('dialog [name="scope"]', 'Shift+Tab');
    await page.keyboard.press('Escape');
    await page.waitForURL(/#f-[0-9a-f]+$/);
    await expect.poll(() => page.evaluate("document.activeElement.matches('.finding')")).toBe(true);

    const context = await browser.newContext({ storageState: session, javaScriptEnabled: false });
    contexts.push(context);
    const plain = await context.newPage();
    await plain.goto(url);
    // The page below takes no focus.
    await plain.keyboard.press('Tab');
    expect(await plain.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
    await plain.getByRole('link', { name: 'Cancel' }).click();
    await plain.waitForURL(/#f-[0-9a-f]+$/);
  });

  test('marks failing requests together, and undoes it', async () => {
    const page = await opened(`/report/${planId}/cases`);
    const { keys } = page;
    await keys.press('[data-all="item"]', 'Space');
    await keys.type('.bulk [name="comment"]', 'The price rose');
    await keys.press('.bulk button[name="mark"]');
    await expect.poll(marks).toBe(2);
    await keys.press('button:text-is("Undo")');
    await expect.poll(marks).toBe(0);
  });

  test('adds a rule after its preview, removes it and restores it', async () => {
    const page = await opened(`/console/apps/${APP}/rules`);
    const { keys } = page;
    await keys.reach('[name="kind"]:checked');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await keys.type('[name="path"]', 'price');
    await keys.press('button[value="preview"]');
    await page.locator('#effect').waitFor();
    await keys.press('button[value="add"]');
    await expect.poll(rules).toContain('price');
    await keys.press('.rules > li:has(code:text-is("price")) button');
    await expect.poll(rules).not.toContain('price');
    await keys.press('form[action$="/restore"] button');
    await expect.poll(rules).toContain('price');
  });

  test('changes a setting', async () => {
    const page = await opened(`/console/apps/${APP}/settings/replay`);
    const concurrency = async () => (await ask(`/api/apps/${APP}/settings`)).replay.concurrency;
    await page.keys.type('[name="concurrency"]', '0');
    await page.keyboard.press('Enter');
    await page.locator('#concurrency-error').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('concurrency');
    await page.keys.type('[name="concurrency"]', '7');
    await page.keyboard.press('Enter');
    await expect.poll(concurrency).toBe(7);
  });

  test('creates an API key, and revokes it', async () => {
    const page = await opened('/console/keys');
    const { keys } = page;
    const names = async () => (await ask('/api/api-keys')).body.items.map(({ name }: { name: string }) => name);
    await keys.type('main [name="name"]', 'By keyboard');
    await page.keyboard.press('Enter');
    await page.locator('code.key').waitFor();
    expect(await names()).toContain('By keyboard');
    await keys.press('tr:has-text("By keyboard") form[action$="/remove"] button');
    await expect.poll(names).not.toContain('By keyboard');
  });

  test('adds a channel, and sends its test message', async () => {
    const page = await opened('/console/channels');
    const { keys } = page;
    await keys.press('a[href="/console/channels/new"]');
    await keys.type('[name="name"]', 'Keys');
    await keys.type('[name="url"]', `${stage.target.url}/hooks/keys`);
    await keys.press('main form button.primary');
    await keys.press('section[aria-label="Keys"] form[action$="/test"] button');
    await expect.poll(() => stage.target.seen.some(({ url }) => url === '/hooks/keys')).toBe(true);
  });

  test('evaluates a build: commits a gate policy, pins a version, runs it', async () => {
    const of = { appId: APP, targetEnv: stage.target.url, policy: POLICY, config: {} };
    const digests = await client.committed(of);
    const page = await opened('/console/evaluations/manifests/new');
    const { keys } = page;
    await keys.reach('[name="kind"]');
    while ((await page.inputValue('[name="kind"]')) !== 'gate_policy') await page.keyboard.press('ArrowDown');
    await keys.type('[name="content"]', JSON.stringify({ ...manifestsOf(of).gate_policy, name: 'by keyboard' }));
    await keys.press('main form button.primary');
    await page.waitForURL(/\/artifacts\//);
    const policy = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');

    await keys.press('.tabs a[href$="/workflows"]');
    await keys.press('a[href$="/evaluations/resolve"]');
    for (const name of ['subject', 'framework_definition', 'environment'] as const)
      await keys.type(`[name="${name}"]`, digests[name]);
    await keys.type('[name="gate_policy"]', policy);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/workflows\/sha256/);
    await keys.press('form[action$="/runs"] button');
    await page.waitForURL(/\/runs\/wrun_/);
    await client.ended(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  });
});

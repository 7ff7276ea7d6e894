import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { HAS_BROWSER, NO_BROWSER, openBrowser, violationsOfPages, violationsOn } from '../../support/browser.ts';
import { evaluationClient } from '../../support/evaluation/evaluation-client.ts';
import { manifestsOf } from '../../support/evaluation/evaluation-manifests.ts';
import { EVALUATION_PAGES } from '../../support/pages/evaluation-pages.ts';
import { addressOf } from '../../support/pages/listed-pages.ts';
import { PATIENCE } from '../../support/patience.ts';
import { APP, type ConsoleStage, consoleStage, fillStage, logIn, setRole } from '../../support/stages/console-stage.ts';

/** At most one request in twenty may fail; two of twelve do. */
const STRICT = {
  schema: 'eval.gate-policy/v1',
  name: 'strict',
  rules: [
    { id: 'attempt-ok', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' },
    { id: 'pass-rate', metric: 'replay.pass_rate', aggregation: 'mean', op: 'gte', threshold: 0.95 },
  ],
};
const LENIENT = { ...STRICT, name: 'lenient', rules: STRICT.rules.slice(0, 1) };

const policyOf = (version: string) => ({
  name: 'shown',
  enabled: false,
  workflow_version_digest: version,
  allow_live: true,
  filter: { app_id: APP },
  sampling: { strategy: 'stable_hash', rate: 1, salt: null },
  schedule: { every_s: 3600 },
});

describe.skipIf(!HAS_BROWSER)(`evaluations in a browser (interface 13)${NO_BROWSER}`, () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let session: Awaited<ReturnType<BrowserContext['storageState']>>;
  const contexts: BrowserContext[] = [];
  const client = evaluationClient(() => stage.service.url);

  async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await browser.newContext({ storageState: session, ...options });
    contexts.push(context);
    return context.newPage();
  }

  const of = (policy: Record<string, unknown> = STRICT, config: Record<string, unknown> = {}) => ({
    appId: APP,
    targetEnv: stage.target.url,
    policy,
    config,
  });
  const evaluated = async (given: ReturnType<typeof of>, labels: Record<string, string> = {}) =>
    client.ended(await client.started(await client.pinned(given), labels));

  beforeAll(async () => {
    stage = await consoleStage();
    await fillStage(stage, 1);
    browser = await openBrowser();
    const context = await browser.newContext();
    await setRole(stage.service, 'ada@shop.test', 'member');
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

  test('lead from manifests over a pinned version to a failed gate, its report, and another policy', async () => {
    const { url } = stage.service;
    const page = await newPage();
    await page.goto(`${url}/console`);
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Evaluations' }).click();
    await page.getByText('No evaluation yet').waitFor();

    const digests: Record<string, string> = {};
    for (const [kind, manifest] of Object.entries(manifestsOf(of()))) {
      if (kind === 'runner') continue;
      await page.goto(`${url}/console/evaluations/manifests/new`);
      await page.getByLabel('Part').selectOption(kind);
      await page.getByLabel('Manifest').fill(JSON.stringify(manifest));
      await page.getByRole('button', { name: 'Commit' }).click();
      await page.getByText('The manifest is committed under this digest.').waitFor();
      digests[kind] = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    }

    await page.goto(`${url}/console/evaluations/resolve`);
    await page.getByLabel('Subject').fill('sha256:1');
    await page.getByLabel('Framework definition').fill(digests.framework_definition ?? '');
    await page.getByLabel('Environment').fill(digests.environment ?? '');
    await page.getByLabel('Gate policy').fill(digests.gate_policy ?? '');
    await page.getByRole('button', { name: 'Pin' }).click();
    expect(await page.locator('#subject-error').textContent()).toContain('Subject is invalid');
    expect(await page.getByLabel('Environment').inputValue()).toBe(digests.environment);
    await page.getByLabel('Subject').fill(digests.subject ?? '');
    await page.getByRole('button', { name: 'Pin' }).click();
    await page.getByText('Ready to run').waitFor();

    await page.getByText('Run with other labels').click();
    await page.getByLabel('Labels').fill('branch=main\nbuild=4711');
    await page.getByRole('button', { name: 'Start run' }).click();
    await page.waitForURL(/\/console\/evaluations\/runs\/wrun_/);
    const runUrl = new URL(page.url()).pathname;
    const banner = page.locator('.decision');
    await banner.getByText('Fail: do not release build 4711').waitFor(PATIENCE);
    expect(await banner.textContent()).toContain('1 of 2 rules failed.');
    const rule = page.getByRole('row', { name: /^Pass rate/ });
    expect(await rule.textContent()).toContain('10 of 12 requests answered as recorded');
    expect(await rule.textContent()).toMatch(/83\.3 %.*at least 95 %/);

    await banner.getByRole('link', { name: 'Open the report' }).click();
    await page.getByText(/^Do not release: /).waitFor();
    await page.getByRole('link', { name: 'Details', exact: true }).click();
    await page.getByRole('link', { name: 'Evaluation run' }).click();
    expect(new URL(page.url()).pathname).toBe(runUrl);

    await client.pinned(of(LENIENT));
    await page.reload();
    await page.getByText('Decide again with other rules').click();
    await page.getByLabel('Other rules').selectOption(digestOfJson(LENIENT));
    await page.getByRole('button', { name: 'Decide' }).click();
    await page.getByText('Every required rule of the policy passed.').waitFor();
    expect(await page.getByRole('main').textContent()).toContain('for information');
    await page.goto(`${url}${runUrl}`);
    await banner.getByText('Fail: do not release build 4711').waitFor();
  });

  test('let a guest read everything and offer no action', async () => {
    const { url } = stage.service;
    const version = await client.pinned(of());
    const run = await client.ended(await client.started(version));
    const page = await newPage({ storageState: { cookies: [], origins: [] } });
    const paths = ['', '/workflows', '/events', `/runs/${run}`, `/workflows/${version}`, `/runs/${run}/scores`];
    for (const path of paths) {
      expect((await page.goto(`${url}/console/evaluations${path}`))?.status(), path).toBe(200);
      expect(
        await page.getByRole('main').locator('form[method=post], a.button:not([href^="/report/"])').count(),
        path,
      ).toBe(0);
    }
    for (const path of ['/new', '/resolve', '/manifests/new'])
      expect((await page.goto(`${url}/console/evaluations${path}`))?.status(), path).toBe(403);
    const posted = await page.request.post(`${url}/console/evaluations/workflows/${version}/runs`, { form: {} });
    expect(posted.status()).toBe(403);
  });

  test('run, cancel and follow without script', async () => {
    const { url } = stage.service;
    const version = await client.pinned(of());
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${url}/console/evaluations/workflows/${version}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The run is started.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('status').getByText('The run is being cancelled').first().waitFor();
    await client.ended(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await page.reload();
    await page.locator('.decision').getByText('The run was cancelled', { exact: true }).waitFor();
    await page.goto(`${url}/console/evaluations/events`);
    await page.getByLabel('Event', { exact: true }).selectOption('workflow.cancel_requested');
    await page.getByRole('button', { name: 'Show and follow' }).click();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBeGreaterThan(1);
  });

  test('explain a failure that proves nothing, and say what to do', async () => {
    const run = await evaluated(of(STRICT, { operations: ['/never/recorded'] }));
    const page = await newPage();
    await page.goto(`${stage.service.url}/console/evaluations/runs/${run}`);
    const banner = page.locator('.decision');
    expect(await banner.textContent()).toContain('No decision: do not release this build');
    expect(await banner.textContent()).toContain('A manifest is invalid.');
    const rule = page.getByRole('row', { name: /^Pass rate/ });
    expect(await rule.textContent()).toContain('Nothing to evaluate–at least 95 %');
  });

  test('create, refuse, change, run, backfill and delete a policy', async () => {
    const { url } = stage.service;
    const version = await client.pinned(of());
    const page = await newPage();
    await page.goto(`${url}/console/evaluations/policies`);
    await page.getByRole('link', { name: 'Add a policy' }).click();
    await page.getByLabel('Name').fill('shop nightly');
    await page.getByLabel('Workflow version').fill(version);
    await page.getByLabel('Application').fill(APP);
    await page.getByLabel('Only recordings with these tags').fill('tier=gold\ntier=silver');
    await page.getByLabel('Sampling rate').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('#rate-error').textContent()).toContain('Sampling rate is invalid');
    await page.getByLabel('Sampling rate').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('live');
    expect(await page.getByLabel('Name').inputValue()).toBe('shop nightly');
    await page.getByLabel('Allow requests that cannot be undone').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('The policy is saved.').waitFor();
    const policyUrl = page.url().split('?')[0] ?? '';
    expect(await page.getByRole('main').textContent()).toContain('tagged tier=gold or silver');

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Only recordings with these tags').fill('');
    await page.getByLabel('Interval in seconds').fill('7200');
    await page.getByRole('button', { name: 'Save' }).click();
    const what = await page.getByRole('region', { name: 'Policy' }).textContent();
    expect(what).toContain('every 2 h');
    expect(what).not.toContain('tagged');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Off', { exact: true }).waitFor();

    const until = new Date().toISOString();
    const from = new Date(Date.now() - 3_600_000).toISOString();
    await page.getByRole('link', { name: 'Evaluate past recordings' }).click();
    await page.getByLabel('Recorded from').fill('yesterday');
    await page.getByLabel('Recorded before').fill(until);
    await page.getByRole('button', { name: 'Count only' }).click();
    expect(await page.locator('#from-error').textContent()).toContain('Recorded from is invalid');
    await page.getByLabel('Recorded from').fill(from);
    await page.getByRole('button', { name: 'Count only' }).click();
    expect(await page.getByRole('status').textContent()).toContain('12 recordings would be replayed');

    await page.goto(policyUrl);
    await page.getByText('Evaluate a window now').click();
    await page.getByLabel('Recorded from').fill(from);
    await page.getByLabel('Recorded before').fill(until);
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.waitForURL(/\/runs\/wrun_/);
    await client.ended(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    await page.goto(policyUrl);
    expect(await page.getByRole('row', { name: /manual/ }).textContent()).toContain('wrun_');
    for (const seen of [
      policyUrl,
      `${policyUrl}/edit`,
      `${policyUrl}/backfill`,
      `${url}/console/evaluations/policies`,
    ]) {
      await page.setViewportSize({ width: 400, height: 800 });
      await page.goto(seen);
      expect(await violationsOn(page), seen).toEqual([]);
    }
    page.on('dialog', (dialog) => dialog.accept());
    await page.goto(policyUrl);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No policies yet').waitFor();
    expect((await page.goto(policyUrl))?.status()).toBe(404);
  });

  test('have pages without violations by axe, by width or by the content policy', {
    timeout: 180_000,
  }, async () => {
    const version = await client.pinned(of());
    const run = await evaluated(of(), { branch: 'main', build: '4711' });
    const { body: shown } = await client.ask('GET', `/runs/${run}`);
    const policy = await client.ask('POST', '/online-policies', policyOf(version));
    const values = {
      runId: run,
      version,
      gateDecisionId: shown.gate.gate_decision_id,
      digest: shown.native_result_artifact,
      policyId: policy.body.policy_id,
    };
    const addressed = EVALUATION_PAGES.map(
      (page) => [`evaluation-${page.name}`, stage.service.url + addressOf(page, values)] as const,
    );
    expect(await violationsOfPages(await newPage(), addressed)).toEqual([]);
  });
});

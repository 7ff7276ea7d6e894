import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

let stage: ReturnType<typeof pageStage>;

beforeEach(async () => {
  stage = pageStage();
  await stage.table.put({ pk: 'T#default#APPS', sk: 'mall' });
  const settings = { sk: 'SETTINGS', version: 1, settings: DEFAULT_SETTINGS };
  await stage.table.put({ pk: 'T#default#APP#mall', ...settings });
});
afterEach(() => stage.close());

describe('the section of pace and order', () => {
  const path = '/console/apps/mall/settings/replay';
  const replay = async () => (await stage.call('GET', '/api/apps/mall/settings', undefined, stage.asAdmin)).body.replay;
  const common = { maxQps: '200', concurrency: '10', order: 'auto', keepSessions: 'on', aliasValues: 'on' };

  test('shows and takes the timeout in seconds', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    expect((await browser.get(path)).text).toMatch(/name="timeoutSeconds"[^>]* value="30"/);
    expect((await browser.post(path, { ...common, timeoutSeconds: '2.5' })).status).toBe(303);
    expect(await replay()).toMatchObject({ timeoutMs: 2500 });
    const { text } = await browser.get(path);
    expect(text).toMatch(/name="timeoutSeconds"[^>]* value="2.5"/);
    expect(text).toContain('Changed, default 30 seconds.');
  });

  test.for(['0', '300.001', 'soon', ''])('refuses the timeout %j by its name, and keeps it', async (timeoutSeconds) => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const { status, text } = await browser.post(path, { ...common, maxQps: '7', timeoutSeconds });
    expect(status).toBe(422);
    expect(text).toContain('Timeout must be a number of seconds from 0.001 to 300.');
    expect(text).toContain('name="timeoutSeconds"');
    expect(text).toMatch(new RegExp(`name="timeoutSeconds"[^>]* value="${timeoutSeconds}"`));
    expect(text).toMatch(/name="maxQps"[^>]* value="7"/);
    expect(await replay()).toMatchObject({ timeoutMs: 30_000, maxQps: 200 });
  });

  test('sets the gaps between requests, and refuses a factor out of range with what was entered', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const form = { ...common, timeoutSeconds: '30', gaps: 'factor' };
    for (const pace of ['0', '0.01', 'fast', '']) {
      const refused = await browser.post(path, { ...form, pace });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('Gaps between requests must have a factor from 0.1 to 100.');
      expect(refused.text).toMatch(new RegExp(`name="pace"[^>]* value="${pace}"`));
      expect(refused.text).toContain('value="factor" checked');
    }
    expect((await browser.post(path, { ...form, pace: '2' })).status).toBe(303);
    expect(await replay()).toMatchObject({ pace: 2 });
    expect((await browser.get('/console/apps/mall/settings')).text).toMatch(
      /<th scope="row">Gaps between requests<\/th>.*?<span>recorded × 2<\/span>.*?>as fast as allowed</s,
    );
    const sideBySide = await browser.post(path, { ...form, pace: '2', order: 'sessions' });
    expect(sideBySide.text).toContain('Gaps between requests cannot be kept where sessions are sent side by side.');
    expect((await browser.post(path, { ...form, gaps: 'fast', pace: '2' })).status).toBe(303);
    expect(await replay()).toMatchObject({ pace: 0 });
  });

  test('leaves the running build to its own form, and that form leaves the pace', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const build = {
      part: 'running-build',
      baselineEnv: 'https://main.shop.test',
      changingRequests: 'leaveOut',
      latencyLimit: '1.2',
    };
    expect((await browser.post(path, build)).status).toBe(303);
    const before = await replay();
    expect(before).toMatchObject({
      baselineEnv: 'https://main.shop.test',
      changingRequests: 'leaveOut',
      latencyLimit: 1.2,
      keepSessions: true,
    });
    await browser.post(path, { ...common, maxQps: '50', timeoutSeconds: '30' });
    expect(await replay()).toEqual({ ...before, maxQps: 50 });
    const refused = await browser.post(path, { ...build, latencyLimit: '101' });
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(/name="latencyLimit"[^>]* value="101"/);
    expect(refused.text).toMatch(/name="keepSessions"[^>]* checked/);
  });
});

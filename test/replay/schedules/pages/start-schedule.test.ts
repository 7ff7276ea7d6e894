import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';

const TARGET = 'http://10.0.0.1:8080';
const LIST = '/console/apps/shop/schedules';
const START = `${LIST}/nightly/start`;

let stage: ReturnType<typeof pageStage>;
let browser: ReturnType<typeof stage.browser>;
beforeEach(async () => {
  stage = pageStage({ SVC_TARGETS: TARGET, SVC_GUEST_LOGIN: 'on' });
  const recordedAt = new Date(stage.clock.now).toISOString();
  await stage.call('POST', '/api/recorder/cases', [{ ...recordedGet('shop', '/a', {}), recordedAt }], stage.asAdmin);
  await save({});
  browser = stage.browser();
  await browser.logIn('ann@shop.test');
});
afterEach(() => stage.close());

const save = (change: object) =>
  stage.call(
    'PUT',
    '/api/apps/shop/schedules/nightly',
    { cron: '0 2 * * *', targetEnv: TARGET, ...change },
    stage.asAdmin,
  );
const plans = async () => (await stage.services.plans.list({ appId: 'shop', limit: 10, after: null })).plans;
const keyOf = async () => /name="key" value="([^"]+)"/.exec((await browser.get(LIST)).text)?.[1] ?? '';

describe('Start now on the list of schedules', () => {
  test('leads to the report of the run, which the person has started', async () => {
    const nextAt = (await stage.services.schedules.find('shop', 'nightly'))?.nextAt;
    const { status, headers } = await browser.post(START, { key: await keyOf() });
    const [plan] = await plans();
    expect([status, headers.get('location')]).toEqual([303, `/report/${plan?.planId}`]);
    expect(plan).toMatchObject({ operator: 'ann@shop.test', scheduleId: 'nightly' });
    expect(await stage.services.schedules.find('shop', 'nightly')).toMatchObject({
      nextAt,
      claimed: null,
      lastPlanId: plan?.planId,
    });
  });

  test('starts one run for a form that is sent twice, and each list has a key of its own', async () => {
    const key = await keyOf();
    const sent = await Promise.all([browser.post(START, { key }), browser.post(START, { key })]);
    expect(new Set(sent.map(({ headers }) => headers.get('location')))).toEqual(
      new Set([`/report/${(await plans())[0]?.planId}`]),
    );
    expect(await plans()).toHaveLength(1);
    expect(await keyOf()).not.toBe(key);
  });

  test('says on the list why no run started', async () => {
    await browser.post(START, { key: await keyOf() });
    const again = await browser.post(START, { key: await keyOf() });
    expect(again.status).toBe(409);
    expect(again.text).toContain('nightly did not start: A run towards this target was still going.');
    expect(again.text).toContain('Schedules of shop');

    await save({ targetEnv: 'http://10.9.9.9:8080' });
    const refused = await browser.post(START, { key: await keyOf() });
    expect(refused.text).toContain(
      'Its target is not allowed: an administrator allows it in the settings under Replay.',
    );
    expect(await plans()).toHaveLength(1);
  });

  test('is refused to forms of other sites, to other tenants, viewers and guests', async () => {
    const key = await keyOf();
    const crossSite = await browser.post(START, { key }, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    expect((await browser.post(START, { key, csrf: 'wrong' })).status).toBe(403);
    await stage.memberOf('acme', 'eve@shop.test', 'admin');
    const stranger = stage.browser();
    await stranger.logIn('eve@shop.test');
    expect((await stranger.post(START, { key })).status).toBe(404);
    await stage.memberOf('default', 'vera@shop.test', 'viewer');
    const viewer = stage.browser();
    await viewer.logIn('vera@shop.test');
    expect((await viewer.post(START, { key })).status).toBe(403);
    const guest = stage.browser();
    expect((await guest.get(LIST)).text).toContain('Read-only guest');
    expect((await guest.post(START, { key })).status).toBe(403);
    expect(await plans()).toEqual([]);
  });
});

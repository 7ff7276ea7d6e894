import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

const FORM_PATH = '/console/apps/shop/replays/new';
const TARGET = 'https://build-4712.preview.example.net';
const FORM = { targetEnv: `${TARGET}/base`, caseSourceType: 'all', hours: '24', enableMock: 'on', planName: 'nightly' };

let stage: ReturnType<typeof pageStage>;
let browser: ReturnType<typeof stage.browser>;
beforeEach(async () => {
  stage = pageStage();
  const recordedAt = new Date(stage.clock.now - 60_000).toISOString();
  const plain = recordedGet('shop', '/a', {}, { caseId: 'plain', recordedAt });
  const withToken = recordedGet('shop', '/b', {}, { caseId: 'token', recordedAt });
  withToken.request.headers.push(['authorization', 'Bearer 5f1c9be27a04d83b6e9f20c7']);
  const { body } = await stage.call('POST', '/api/recorder/cases', [plain, withToken], stage.asAdmin);
  expect(body.accepted).toBe(2);
  browser = stage.browser();
});
afterEach(() => stage.close());

const logIn = async (userName: string, role: string) => {
  await stage.call('PUT', `/api/users/${userName}`, { role }, stage.asAdmin);
  await browser.logIn(userName);
};
const plainOf = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const post = (change: Record<string, string> = {}) => browser.post(FORM_PATH, { ...FORM, ...change });
const plans = async () => (await stage.call('GET', '/api/replays', undefined, stage.asAdmin)).body.items;
const targets = async () => (await stage.call('GET', '/api/apps/shop/targets', undefined, stage.asAdmin)).body.items;
const requests = async () =>
  (await stage.call('GET', '/api/apps/shop/target-requests', undefined, stage.asAdmin)).body.items;

describe('a run of the console towards an address that is not allowed (interface 14)', () => {
  describe('by an administrator', () => {
    beforeEach(() => logIn('ann@shop.test', 'admin'));

    test('asks first, says what would be sent, and starts nothing', async () => {
      const { status, text } = await post();
      expect(status).toBe(422);
      expect(plainOf(text)).toContain('Send recorded credentials of shop to a new address?');
      expect(plainOf(text)).toMatch(/Session cookies and tokens 1 recorded credential 1 /);
      expect(text).toContain(`<input type="hidden" name="planName" value="nightly">`);
      expect([await plans(), await targets()]).toEqual([[], []]);
    });

    test('allows the origin until it is removed', async () => {
      expect((await post({ allow: 'one' })).headers.get('location')).toMatch(/^\/report\//);
      expect(await plans()).toMatchObject([{ targetEnv: FORM.targetEnv }]);
      expect(await targets()).toMatchObject([{ address: TARGET, allowedBy: 'ann@shop.test' }]);
    });

    test('allows the origin for this run only', async () => {
      expect((await post({ allow: 'once' })).headers.get('location')).toMatch(/^\/report\//);
      const [plan] = await plans();
      expect(await targets()).toMatchObject([{ address: TARGET, for: plan.planId }]);
    });

    test('runs without credentials, and allows nothing', async () => {
      expect((await post({ allow: 'without' })).headers.get('location')).toMatch(/^\/report\//);
      expect(await targets()).toEqual([]);
      expect(await plans()).toHaveLength(1);
    });

    test('names the registered domain, and who asked for the address', async () => {
      expect((await post()).text).toContain('https://build-4712.preview.<strong>example.net</strong>');
      expect((await post()).text).not.toContain('Asked by');
      await stage.call('POST', '/api/apps/shop/target-requests', { address: TARGET }, stage.asAdmin);
      expect(plainOf((await post()).text)).toMatch(/Asked by \S+ ?, just now/);
    });

    test('warns of an address whose name ends differently from the allowed ones', async () => {
      const address = 'https://staging.shop.example';
      await stage.call('POST', '/api/apps/shop/targets', { address }, stage.asAdmin);
      expect(plainOf((await post()).text)).toContain(
        'Allowed targets end in shop.example . This one ends in example.net',
      );
    });
  });

  describe('by a member', () => {
    beforeEach(() => logIn('ben@shop.test', 'member'));

    test('is refused with the command that allows the target, whatever the form contains', async () => {
      for (const allow of ['', 'one', 'once', 'anything']) {
        const { status, text } = await post({ allow });
        expect(status).toBe(422);
        expect(plainOf(text)).toContain('Not started: this address may not receive credentials of shop');
        expect(text).toContain(`npx replay targets allow ${TARGET} --app-id shop`);
        expect(plainOf(text)).toMatch(/You ben@shop.test Code CREATE_PLAN_FAILED/);
      }
      expect([await plans(), await targets()]).toEqual([[], []]);
      const { body } = await stage.call('GET', '/api/audit', undefined, stage.asAdmin);
      expect(body.items.filter(({ refused }: { refused?: true }) => refused)).toMatchObject([
        { who: 'ben@shop.test', action: 'run.started', subject: { appId: 'shop', address: TARGET } },
      ]);
    });

    test('asks an administrator once per address, and leaves it to an administrator to allow or close the request', async () => {
      for (let at = 0; at < 2; at++)
        expect((await post({ allow: 'ask' })).headers.get('location')).toBe(
          '/console/apps/shop/settings/replay?done=asked#allowed-targets',
        );
      expect(await requests()).toMatchObject([{ address: TARGET, askedBy: 'ben@shop.test' }]);
      const change = { action: 'allow', address: TARGET };
      expect((await browser.post('/console/apps/shop/targets', change)).status).toBe(403);
      expect(await targets()).toEqual([]);

      const admin = stage.browser();
      await stage.call('PUT', '/api/users/ann@shop.test', { role: 'admin' }, stage.asAdmin);
      await admin.logIn('ann@shop.test');
      expect((await admin.get('/console/apps/shop/settings/replay')).text).toContain(TARGET);
      await admin.post('/console/apps/shop/targets', change);
      expect([await requests(), await targets()]).toMatchObject([[], [{ address: TARGET }]]);
    });

    test('runs without credentials', async () => {
      expect((await post({ allow: 'without' })).headers.get('location')).toMatch(/^\/report\//);
      expect(await targets()).toEqual([]);
    });
  });
});

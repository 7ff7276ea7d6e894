import { afterEach, beforeEach, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

let stage: ReturnType<typeof pageStage>;

beforeEach(async () => {
  stage = pageStage();
  const recorded = recordedGet('shop', '/login', { token: 't' }, { caseId: 'case:1' });
  expect((await stage.call('POST', '/api/recorder/cases', [recorded], stage.asAdmin)).body.accepted).toBe(1);
});
afterEach(() => stage.close());

test('a recording becomes the login of its application, and is kept', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  const { status, headers } = await browser.post('/console/cases/case%3A1/login', {});
  expect([status, headers.get('location')]).toEqual([303, '/console/apps/shop/settings/login?login=case%3A1']);
  const { body } = await stage.call('GET', '/api/recorder/apps/shop/cases', undefined, stage.asAdmin);
  expect(body.items[0].pinned).toBe(true);
  expect((await browser.get('/console/apps/shop/settings/login?login=case%3A1')).text).toContain('value="case:1"');
});

test('a recording cannot be chosen as login by a reader', async () => {
  const guest = stage.browser();
  expect((await guest.post('/console/cases/case%3A1/login', {})).headers.get('location')).not.toContain('/settings');
  const { body } = await stage.call('GET', '/api/recorder/apps/shop/cases', undefined, stage.asAdmin);
  expect(body.items[0].pinned).toBe(false);
});

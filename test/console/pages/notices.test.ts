import { describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const AS_ADMIN = { 'x-api-key': ADMIN_KEY };
const SAVED = 'The settings are saved.';
const FIELDS = { operationNaming: 'path' };

describe('the flash message of a form (interface 13)', () => {
  async function saved(appId: string) {
    const { services, browser } = pageStage();
    await services.sealedSettings.changeSettings(appId, {});
    const { get, post, jar } = browser();
    const path = `/console/apps/${encodeURIComponent(appId)}/settings`;
    const answer = await post(path, FIELDS, AS_ADMIN);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=saved`]);
    return { get: (at: string) => get(at, AS_ADMIN), jar, path };
  }

  test.for(['shop', "a b/c'(é)?"])('is shown once, and not when the page of %s is loaded again', async (appId) => {
    const { get, path } = await saved(appId);
    expect((await get(path)).text).not.toContain(SAVED);
    expect((await get(`${path}?done=saved`)).text).toContain(SAVED);
    const again = await get(`${path}?done=saved`);
    expect([again.status, again.text.includes(SAVED)]).toEqual([200, false]);
  });

  test('is shown neither for a link or a bookmark nor on another page, which does not use it up', async () => {
    const { get, jar, path } = await saved('shop');
    expect((await get('/console/channels?done=deleted')).text).not.toContain('The channel is deleted.');
    expect((await get(`${path}?done=saved`)).text).toContain(SAVED);
    jar.set('replay-flash-8090', 'x');
    expect((await get(`${path}?done=saved`)).text).not.toContain(SAVED);
  });

  test('has a cookie that scripts and other sites cannot use, and that expires', async () => {
    const { services, browser } = pageStage();
    await services.sealedSettings.changeSettings('shop', {});
    const { post } = browser();
    const line = (await post('/console/apps/shop/settings', FIELDS, AS_ADMIN)).headers
      .getSetCookie()
      .find((one) => one.startsWith('replay-flash-8090='));
    expect(line).toMatch(/^replay-flash-8090=[\w-]{22}; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  test('says that nothing was deleted for a channel that was gone already', async () => {
    const { post } = pageStage().browser();
    const { status, text } = await post('/console/channels/1c2d3e4f5a6b7c8d/delete', {}, AS_ADMIN);
    expect(status).toBe(404);
    expect(text).toContain('Nothing was deleted: there is no such channel.');
  });
});

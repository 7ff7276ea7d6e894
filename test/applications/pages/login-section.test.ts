import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

let stage: ReturnType<typeof pageStage>;

beforeEach(async () => {
  stage = pageStage();
  await stage.table.put({ pk: 'T#default#APPS', sk: 'shop' });
  await stage.call('PUT', '/api/apps/shop/settings', { replay: { maxQps: 7 } }, stage.asAdmin);
});
afterEach(() => stage.close());

describe('the choice of a fixed header', () => {
  const path = '/console/apps/shop/settings/login';
  const settings = async () => (await stage.call('GET', '/api/apps/shop/settings', undefined, stage.asAdmin)).body;
  const put = (body: object) => stage.call('PUT', '/api/apps/shop/settings', body, stage.asAdmin);

  test('is shown again, and says that no header is set until one is', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    expect((await browser.get(path)).text).toContain('value="recordings" checked');
    expect((await browser.post(path, { credentialsFrom: 'fixedHeader' })).status).toBe(303);
    expect(await settings()).toMatchObject({ login: null, credentialsFrom: 'fixedHeader' });
    const without = (await browser.get(path)).text;
    expect(without).toContain('value="fixedHeader" checked');
    expect(without).toContain('<strong>No header is set.</strong>');
    await put({ replay: { headers: { set: { 'x-key': 'planted-secret' } } } });
    const withHeader = (await browser.get(path)).text;
    expect(withHeader).toContain('<strong>Runs send a fixed header.</strong> <code>x-key</code>');
    expect(withHeader).not.toContain('planted-secret');
    expect((await stage.browser().get(path)).text).toContain('a fixed header');
  });

  test('ends with a login step, and cannot be made together with one', async () => {
    const login = { caseId: 'case-1', token: { path: '$.t' }, place: { header: 'authorization' } };
    await put({ credentialsFrom: 'fixedHeader' });
    expect(await put({ login })).toMatchObject({ status: 200, body: { credentialsFrom: 'recordings' } });
    expect(await put({ credentialsFrom: 'fixedHeader' })).toMatchObject({
      status: 400,
      body: { errorMessage: expect.stringMatching(/^credentialsFrom cannot be fixedHeader/) },
    });
    expect(await put({ credentialsFrom: 'fixedHeader', login: null })).toMatchObject({ status: 200 });
    expect((await put({ credentialsFrom: 'other' })).status).toBe(400);
  });
});

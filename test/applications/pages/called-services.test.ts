import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

let stage: ReturnType<typeof pageStage>;
beforeEach(async () => {
  stage = pageStage();
  await stage.call('POST', '/api/recorder/cases', recordedGet('bank', '/a', {}, { caseId: 'bank' }), stage.asAdmin);
});
afterEach(() => stage.close());

describe('the called services in the settings of mocks', () => {
  const MOCKS = '/console/apps/mall/settings/mocks';
  const call = { kind: 'http', target: 'carriers', operation: 'GET /', request: {}, response: { status: 200 } };
  const plain = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  const record = () =>
    stage.call('POST', '/api/recorder/cases', { ...recordedGet('mall', '/a', {}), calls: [call, call] }, stage.asAdmin);
  const targets = async () =>
    (await stage.call('GET', '/api/apps/mall/settings', undefined, stage.asAdmin)).body.mocks.targets;

  test('show how often each is called, and change what one does', async () => {
    await record();
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    expect(plain((await browser.get(MOCKS)).text)).toContain('carriers 2 fails – Change… carriers');
    expect((await browser.get(`${MOCKS}?service=carriers`)).text).toContain('name="service" value="carriers"');
    const form = { service: 'carriers', serviceMiss: 'default', serviceResponse: '{"status": 204}' };
    expect((await browser.post(MOCKS, form)).status).toBe(303);
    expect(await targets()).toEqual({ carriers: { onMiss: 'default', response: { status: 204 } } });
    const text = plain((await browser.get(MOCKS)).text);
    expect(text).toContain('carriers 2 answers 204, default fails –');
    expect(text).toContain('What the build gets. carriers differs, see below');
    const refused = await browser.post(MOCKS, { ...form, serviceResponse: '' });
    expect([refused.status, plain(refused.text)]).toEqual([
      422,
      expect.stringContaining('onMiss default and no response'),
    ]);
    await browser.post(MOCKS, { ...form, remove: 'service' });
    expect(await targets()).toEqual({});
  });

  test('have no link for a guest, who is refused, and are unknown to other applications', async () => {
    await record();
    const guest = stage.browser();
    const { text } = await guest.get(`${MOCKS}?service=carriers`);
    expect(plain(text)).toContain('carriers 2 fails –');
    expect(text.split('<main')[1]).not.toMatch(/<form|Change/);
    expect((await guest.post(MOCKS, { service: 'carriers', serviceMiss: 'fail' })).status).toBe(403);
    expect(plain((await guest.get('/console/apps/bank/settings/mocks')).text)).toContain('No recording has calls');
    expect(await targets()).toEqual({});
  });
});

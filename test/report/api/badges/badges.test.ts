import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../../support/fakes/recorded-target.ts';

let stage: ReturnType<typeof pageStage>;
beforeEach(async () => {
  stage = pageStage();
  for (const appId of ['shop', 'bank'])
    await stage.call('POST', '/api/recorder/cases', [recordedGet(appId, '/orders/1', {})], stage.asAdmin);
});
afterEach(() => stage.close());

const LIST = '/api/apps/shop/badges';
const created = async (path = LIST) => (await stage.call('POST', path, undefined, stage.asAdmin)).body;
const badge = (app: string, token?: string) =>
  stage.response('GET', `/badge/${app}.svg${token === undefined ? '' : `?token=${token}`}`);
const textOf = async (app: string, token?: string) =>
  /<title>(.*?)<\/title>/.exec(await (await badge(app, token)).text())?.[1];

describe('the badge of an application', () => {
  test('is an image that other sites show, and that is asked for again after a minute', async () => {
    const { token } = await created();
    const answer = await badge('shop', token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('max-age=60');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await textOf('shop', token)).toBe('replay: no run');
  });

  test('answers alike to an unknown token, that of another application, and an unknown application', async () => {
    const { token } = await created();
    const answers = [
      await badge('shop'),
      await badge('shop', 'rrb_0000000000000000_x'),
      await badge('shop', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
      await badge('bank', token),
      await badge('nowhere', token),
      await stage.response('GET', `/badge/shop?token=${token}`),
    ];
    const shown = await Promise.all(
      answers.map(async (answer) => [answer.status, answer.headers.get('cache-control'), await answer.text()]),
    );
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(shown[0]?.[2]).toContain('<title>replay: unknown</title>');
  });

  test('shows nothing once its token is removed', async () => {
    const { id, token } = await created();
    expect((await stage.call('DELETE', `${LIST}/${id}`, undefined, stage.asAdmin)).status).toBe(200);
    expect(await textOf('shop', token)).toBe('replay: unknown');
    expect((await stage.call('DELETE', `${LIST}/${id}`, undefined, stage.asAdmin)).status).toBe(404);
  });
});

describe('the tokens of badges', () => {
  test('are in the answer to their creation only, and stored as digests', async () => {
    const { token, ...listed } = await created();
    expect(token).toMatch(/^rrb_[0-9a-f]{16}_[\w-]{43}$/);
    expect((await stage.call('GET', LIST, undefined, stage.asAdmin)).body.items).toEqual([listed]);
    const rows = await stage.table.query({ pk: `SYSTEM#BADGE#${listed.id}` });
    expect(rows.items).toHaveLength(1);
    expect(JSON.stringify(rows.items)).not.toContain(token.slice(21));
    const { items } = (await stage.call('GET', '/api/audit', undefined, stage.asAdmin)).body;
    expect(items[0]).toMatchObject({ action: 'badge.created', subject: { appId: 'shop', id: listed.id } });
  });

  test('are created and removed with the scope write only, and open nothing else', async () => {
    const { id, token } = await created();
    const reader = { 'x-api-key': await stage.keyOf('default', 'read') };
    expect((await stage.call('GET', LIST, undefined, reader)).status).toBe(200);
    expect((await stage.call('POST', LIST, undefined, reader)).status).toBe(403);
    expect((await stage.call('DELETE', `${LIST}/${id}`, undefined, reader)).status).toBe(403);
    expect((await stage.call('POST', LIST)).status).toBe(401);
    expect((await stage.call('GET', '/api/replays', undefined, { 'x-api-key': token })).status).toBe(401);
  });

  test('of another application or tenant are not removed', async () => {
    const { id, token } = await created();
    expect((await stage.call('DELETE', `/api/apps/bank/badges/${id}`, undefined, stage.asAdmin)).status).toBe(404);
    await stage.call('POST', '/api/tenants', { tenantId: 'acme', name: 'Acme' }, stage.asAdmin);
    const other = { 'x-api-key': await stage.keyOf('acme', 'write') };
    expect((await stage.call('DELETE', `${LIST}/${id}`, undefined, other)).status).toBe(404);
    expect(await textOf('shop', token)).toBe('replay: no run');
  });

  test('are at most ten of an application', async () => {
    for (let count = 0; count < 10; count++) await created();
    const refused = await stage.call('POST', LIST, undefined, stage.asAdmin);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'TOO_MANY_BADGES']);
  });
});

describe('the badge on the page of an application', () => {
  test('is created with one click, which shows the line of a README once', async () => {
    const browser = stage.browser();
    await browser.logIn('ann@shop.test');
    const { text } = await browser.post('/console/apps/shop/badges', {});
    const line = /\[!\[replay\]\([^)]*\/badge\/shop\.svg\?token=(rrb_[\w-]+)\)\]\([^)]*\/console\/apps\/shop\)/.exec(
      text,
    );
    expect(await textOf('shop', line?.[1])).toBe('replay: no run');
    const page = (await browser.get('/console/apps/shop')).text;
    expect(page).not.toContain('rrb_');
    const remove = /action="(\/console\/apps\/shop\/badges\/[0-9a-f]+\/remove)"/.exec(page)?.[1] ?? '';
    expect((await browser.post(remove, {})).status).toBe(303);
    expect(await textOf('shop', line?.[1])).toBe('replay: unknown');
  });

  test('has no forms for a guest', async () => {
    const guest = stage.browser();
    expect((await guest.get('/console/apps/shop')).text).not.toContain('Badge for the README');
    await created();
    expect((await guest.get('/console/apps/shop')).text).toContain('Badge for the README');
    expect((await guest.post('/console/apps/shop/badges', {})).status).toBe(403);
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { MEANINGFUL } from '../../../functions/applications/pages/sections/headers/compared-form.ts';
import { isMeaningfulHeader } from '../../../functions/compare/domain/headers/meaningful-header.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const PATH = '/console/apps/mall/settings/headers';
let stage: ReturnType<typeof pageStage>;

beforeEach(async () => {
  stage = pageStage();
  await stage.table.put({ pk: 'T#default#APPS', sk: 'mall' });
  await stage.table.put({ pk: 'T#default#APP#mall', sk: 'SETTINGS', version: 1, settings: DEFAULT_SETTINGS });
});
afterEach(() => stage.close());

const settings = async () => (await stage.call('GET', '/api/apps/mall/settings', undefined, stage.asAdmin)).body;

test('the headers that the section names are compared by default', () => {
  expect(MEANINGFUL.map((name) => isMeaningfulHeader(name.toLowerCase()))).not.toContain(false);
  expect(isMeaningfulHeader('access-control-allow-origin')).toBe(true);
});

test('sent and compared headers are saved by a form each, which leaves the other one', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  await browser.post(PATH, { set: 'x-tier: gold', always: '', remove: 'x-forwarded-for' });
  const sent = (await settings()).replay.headers;
  expect(sent).toMatchObject({ set: { 'x-tier': 'gold' }, remove: ['x-forwarded-for'] });
  const compared = { part: 'compared', furtherHeaders: 'X-Shop-Warehouse\r\nx-build', 'built-in-date': 'on' };
  expect((await browser.post(PATH, compared)).status).toBe(303);
  const after = await settings();
  expect(after).toMatchObject({ furtherHeaders: ['x-shop-warehouse', 'x-build'], compareHeaders: false });
  expect(after.replay.headers).toEqual(sent);
  expect(after.builtInRules).toMatchObject({ 'built-in-date': true, 'built-in-age': false });
  await browser.post(PATH, { set: '', always: '', remove: '' });
  expect((await settings()).furtherHeaders).toEqual(after.furtherHeaders);
  expect((await browser.get('/console/apps/mall/settings')).text).toMatch(
    /<th scope="row">Further headers<\/th>.*?<code>x-shop-warehouse, x-build<\/code>.*?>none</s,
  );
});

test('a refused list keeps what was entered, and the other form shows what is stored', async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  await browser.post(PATH, { set: 'x-tier: gold', always: '', remove: '' });
  const { status, text } = await browser.post(PATH, {
    part: 'compared',
    furtherHeaders: 'x shop',
    compareHeaders: 'on',
  });
  expect(status).toBe(422);
  expect(text).toContain('Further headers must be a list of at most 100 names of headers.');
  expect(text).toMatch(/name="furtherHeaders"[^>]*>x shop</);
  expect(text).toContain('x-tier: gold');
});

test('a guest and an unknown caller change no compared headers', async () => {
  const guest = stage.browser();
  const { text } = await guest.get(PATH);
  expect(text).toContain('Further headers');
  expect(text).not.toContain('Save compared headers');
  expect((await guest.post(PATH, { part: 'compared', furtherHeaders: 'x-a' })).status).toBe(403);
  const body = { furtherHeaders: ['x-a'] };
  expect((await stage.call('PUT', '/api/apps/mall/settings', body, {})).status).toBe(401);
  expect((await settings()).furtherHeaders).toEqual([]);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../functions/applications/domain/application-settings.ts';
import { pageStage } from '../../../platform/pages-shell/page-stage.ts';

const PAGE = '/console/apps/mall/settings/replay';
const ADDRESS = 'https://build-4712.preview.example.net';
let stage: ReturnType<typeof pageStage>;

beforeEach(async () => {
  stage = pageStage();
  await stage.table.put({ pk: 'T#default#APPS', sk: 'mall' });
  await stage.table.put({ pk: 'T#default#APP#mall', sk: 'SETTINGS', version: 1, settings: DEFAULT_SETTINGS });
});
afterEach(() => stage.close());

async function userOf(role: 'admin' | 'member') {
  const browser = stage.browser();
  await stage.call('PUT', `/api/users/${role}@shop.test`, { role }, stage.asAdmin);
  await browser.logIn(`${role}@shop.test`);
  return browser;
}
const itemsOf = async (list: 'targets' | 'target-requests') =>
  (await stage.call('GET', `/api/apps/mall/${list}`, undefined, stage.asAdmin)).body.items;

describe('the list of targets in the settings', () => {
  test('lets an administrator allow an address, and keeps one that is refused', async () => {
    const browser = await userOf('admin');
    const path = '/console/apps/mall/targets';
    await browser.post(path, { action: 'allow', address: ADDRESS });
    expect(await itemsOf('targets')).toMatchObject([{ address: ADDRESS, allowedBy: 'admin@shop.test' }]);
    const refused = await browser.post(path, { action: 'allow', address: 'ftp://x.example' });
    const { text } = await browser.get(refused.headers.get('location') ?? '');
    expect(text).toMatch(/name="address"[^>]* aria-invalid="true" value="ftp:\/\/x\.example"/);
    expect(text).toMatch(/<p class="error" id="address-error"[^>]*>\S/);
  });

  test('puts no part of an address that may be secret into a location', async () => {
    const browser = await userOf('admin');
    for (const address of ['ftp://ann:planted-secret@x.example', 'ftp://x.example/?key=planted-secret']) {
      const { headers } = await browser.post('/console/apps/mall/targets', { action: 'allow', address });
      expect(headers.get('location')).toContain('target-error=');
      expect(headers.get('location')).not.toContain('planted-secret');
    }
  });

  test('lets a member ask an administrator, who finds the request', async () => {
    const browser = await userOf('member');
    const { text } = await browser.get(PAGE);
    expect(text).toContain('An administrator confirms it');
    expect(text).toContain('action="/console/apps/mall/settings/target-requests"');
    const { headers } = await browser.post('/console/apps/mall/settings/target-requests', { address: ADDRESS });
    expect(headers.get('location')).toBe(`${PAGE}?done=asked#allowed-targets`);
    expect([await itemsOf('targets'), await itemsOf('target-requests')]).toMatchObject([
      [],
      [{ address: ADDRESS, askedBy: 'member@shop.test' }],
    ]);
    expect((await (await userOf('admin')).get(PAGE)).text).toContain(ADDRESS);
  });

  test('lets a guest ask for nothing, and finds no application that does not exist', async () => {
    const guest = stage.browser();
    expect((await guest.get(PAGE)).text).not.toContain('name="address"');
    expect((await guest.post('/console/apps/mall/settings/target-requests', { address: ADDRESS })).status).toBe(403);
    expect(await itemsOf('target-requests')).toEqual([]);
    const member = await userOf('member');
    expect((await member.post('/console/apps/other/settings/target-requests', { address: ADDRESS })).status).toBe(404);
  });
});

import { afterAll, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';

const stage = pageStage({ SVC_GUEST_LOGIN: 'on' });
afterAll(() => stage.close());

const PATH = '/console/shortcuts';

describe('keyboard shortcuts (WCAG 2.2, 2.1.4)', () => {
  test.for([
    ['http://127.0.0.1:8090', 'replay-shortcuts-8090', ''],
    ['https://replay.shop.test', 'replay-shortcuts', ' Secure;'],
  ] as const)('are turned off and on by a cookie at %s, also for guests', async ([address, name, secure]) => {
    const browser = stage.browser(address);
    await browser.get('/console');
    const off = await browser.post(PATH, { shortcuts: 'off' }, { referer: `${address}/console/tenants?a=1` });
    expect([off.status, off.headers.get('location')]).toEqual([303, '/console/tenants?a=1']);
    const end = `Path=/; HttpOnly;${secure} SameSite=Lax`;
    expect(off.headers.getSetCookie()).toEqual([`${name}=off; Max-Age=34560000; ${end}`]);
    expect((await browser.get('/console')).text).toContain('<html lang="en" data-keys-off>');
    const on = await browser.post(PATH, { shortcuts: 'on' }, { referer: 'https://other.test/console' });
    expect(on.headers.get('location')).toBe('/console');
    expect(on.headers.getSetCookie()).toEqual([`${name}=; Max-Age=0; ${end}`]);
    expect((await browser.get('/console')).text).toContain('<html lang="en">');
  });

  test('stay unchanged for any other value, and without the token of the session', async () => {
    const browser = stage.browser();
    await browser.get('/console');
    const wrong = await browser.post(PATH, { shortcuts: 'maybe' });
    const forged = await browser.post(PATH, { shortcuts: 'off', csrf: 'guessed' });
    expect([wrong.status, forged.status]).toEqual([400, 403]);
    expect([...browser.jar.keys()]).toEqual(['replay-session-8090']);
  });
});

import { describe, expect, test } from 'vitest';
import { pageStage } from './page-stage.ts';

const HOST = 'https://replay.shop.test';
const behind = (env: Record<string, string> = {}) => pageStage({ SVC_PUBLIC_URL: `${HOST}/live`, ...env });

/** Paths of links, forms and files of a page. */
const linksOf = (html: string) =>
  [...html.matchAll(/ (?:href|action|formaction|src|data-[\w-]+)="(\/[^"]*)"/g)].map(([, path = '']) => path);

describe('pages behind the path of SVC_PUBLIC_URL', () => {
  test('lead below it, by every link, form and file', async () => {
    const { get } = behind({ SVC_GUEST_LOGIN: 'on' }).browser(HOST);
    for (const path of ['/console', '/console/login', '/console/replays', '/console/nothing']) {
      const links = linksOf((await get(path)).text);
      expect(links.length).toBeGreaterThan(3);
      expect(
        links.filter((link) => !link.startsWith('/live/')),
        path,
      ).toEqual([]);
    }
  });

  test.for([
    ['/', 303, '/live/console'],
    ['/console', 303, '/live/console/login?next=%2Fconsole'],
    ['/console/keys/', 308, '/live/console/keys'],
  ] as const)('redirect %s below it', async ([path, status, location]) => {
    const answer = await behind().browser(HOST).get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
  });

  test('open a page again below it, when a link of another site leads there', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const answer = await behind().browser(HOST).get('/console/replays?app=shop', headers);
    expect(answer.headers.get('refresh')).toBe('0;url=/live/console/replays?app=shop');
  });

  test('log people in, and send cookies to the service alone', async () => {
    const browser = behind().browser(HOST);
    const answer = await browser.logIn('ada@shop.test', '/console/replays');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/live/console/replays']);
    for (const line of answer.headers.getSetCookie())
      expect(line).toMatch(/^__Secure-replay-session=[^;]+; .*Path=\/live;.* Secure/);
    expect((await browser.get('/console/replays')).text).toContain('ada@shop.test');
  });

  test('lead back after a form to the page that had it', async () => {
    const browser = behind().browser(HOST);
    await browser.logIn('ada@shop.test');
    const referer = `${HOST}/live/console/replays?page=2`;
    const answer = await browser.post('/console/shortcuts', { shortcuts: 'off' }, { referer });
    expect(answer.headers.get('location')).toBe('/live/console/replays?page=2');
    expect(answer.headers.get('set-cookie')).toContain('Path=/live');
  });

  test.for<Record<string, string>>([
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-prefix': '/evil', 'x-forwarded-proto': 'http' },
    { forwarded: 'host=evil.test;proto=http', 'x-original-url': '/evil' },
    { referer: 'https://evil.test/evil/console' },
  ])('lead where SVC_PUBLIC_URL says, whatever a header says: %j', async (headers) => {
    const { get } = behind().browser(HOST);
    const [login, start] = [await get('/console/login', headers), await get('/', headers)];
    expect(start.headers.get('location')).toBe('/live/console');
    expect(`${login.text}${[...login.headers]}`).not.toContain('evil');
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { ADMIN_KEY } from '../../support/running-service.ts';

const MINUTE = 60_000;
const ADA = 'ada@shop.test';

const open: ReturnType<typeof pageStage>[] = [];
const started = (env: Record<string, string> = {}) => {
  const stage = pageStage(env);
  open.push(stage);
  return stage;
};

afterEach(async () => {
  for (const stage of open.splice(0)) await stage.close();
});

/** A JWT whose signature is surely another one: its first character is changed. */
const withOtherSignature = (token: string): string => {
  const at = token.lastIndexOf('.') + 1;
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
};

const noGuests = { SVC_GUEST_LOGIN: 'off' };

describe('a session of a browser (interface 13)', () => {
  test('is required by a page, which leads to the login and back afterwards', async () => {
    const browser = started(noGuests).browser();
    const asked = await browser.get('/console/replays?cursor=x');
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      '/console/login?next=%2Fconsole%2Freplays%3Fcursor%3Dx',
    ]);
    const login = await browser.get('/console/login?next=%2Fconsole%2Freplays');
    expect(login.text).toContain('name="next" value="/console/replays"');
    const inside = await browser.logIn(ADA, '/console/replays');
    expect([inside.status, inside.headers.get('location')]).toEqual([303, '/console/replays']);
    expect((await browser.get('/console/replays')).text).toContain(ADA);
  });

  test('opens by itself for a guest if that is on, and may read', async () => {
    const browser = started({ SVC_GUEST_LOGIN: 'on' }).browser();
    expect((await browser.get('/console')).text).toContain('Read-only guest');
    expect((await browser.get('/console/keys')).status).toBe(403);
    expect((await browser.get('/console/channels/new')).status).toBe(403);
  });

  test.for<[string, RegExp]>([
    ['http://127.0.0.1:8090', /^replay-session-8090=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/],
    ['http://localhost:8090', /^replay-session-8090=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/],
    [
      'https://replay.shop.test',
      /^__Host-replay-session=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ],
    ['http://10.0.0.7', /^__Host-replay-session=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/],
  ])('has its cookie at %s', async ([address, line]) => {
    const browser = started(noGuests).browser(address);
    const [cookie] = (await browser.logIn(ADA)).headers.getSetCookie().slice(-1);
    expect(cookie).toMatch(line);
  });

  test('outlives the access token of 60 minutes by its refresh token, and refreshes once for concurrent pages', async () => {
    const { clock, browser: newBrowser } = started(noGuests);
    const browser = newBrowser();
    await browser.logIn(ADA);
    const before = new Map(browser.jar);
    clock.now += 59 * MINUTE;
    await browser.get('/console');
    expect(browser.jar).toEqual(before);
    clock.now += 2 * MINUTE;
    const answers = await Promise.all(
      ['/console', '/console/replays', '/console/channels'].map((path) => browser.get(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(browser.jar).not.toEqual(before);
    expect((await browser.get('/console')).status).toBe(200);
    clock.now += 31 * 24 * 60 * MINUTE;
    expect((await browser.get('/console')).status).toBe(303);
  });

  test('ends for the user and the thief when a copy of its cookie is used from a minute after a refresh on', async () => {
    const { clock, browser: newBrowser } = started(noGuests);
    const [owner, thief] = [newBrowser(), newBrowser()];
    await owner.logIn(ADA);
    for (const [name, value] of owner.jar) thief.jar.set(name, value);
    clock.now += 61 * MINUTE;
    expect((await owner.get('/console')).status).toBe(200);
    clock.now += MINUTE;
    expect((await thief.get('/console')).status).toBe(303);
    expect((await owner.get('/console')).status).toBe(303);
  });

  test('keeps its forms valid through a refresh of tokens, but not through another login', async () => {
    const { clock, browser: newBrowser, services } = started(noGuests);
    const browser = newBrowser();
    await services.users.setRole(ADA, 'admin', 'default');
    await browser.logIn(ADA);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get('/console/keys')).text)?.[1] ?? '';
    clock.now += 61 * MINUTE;
    expect((await browser.post('/console/keys', { csrf, name: 'build', scopes: 'read' })).text).toContain('rrs_');
    await browser.logIn(ADA);
    expect((await browser.post('/console/keys', { csrf, name: 'build', scopes: 'read' })).status).toBe(403);
  });

  test.for([
    ['no token', { csrf: '' }],
    ['another token', { csrf: 'x'.repeat(43) }],
  ] as const)('changes nothing for a form with %s', async ([, fields]) => {
    const { browser: newBrowser, services } = started(noGuests);
    const browser = newBrowser();
    await services.users.setRole(ADA, 'admin', 'default');
    await browser.logIn(ADA);
    const answer = await browser.post('/console/keys', { ...fields, name: 'build', scopes: 'read' });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This form has expired');
    expect((await services.apiKeys.page('default', { limit: 10, after: null })).items).toEqual([]);
  });

  test.for(['cross-site', 'same-site'])('changes nothing for a valid form that a browser sends as %s', async (site) => {
    const { browser: newBrowser, services } = started(noGuests);
    const browser = newBrowser();
    await services.users.setRole(ADA, 'admin', 'default');
    await browser.logIn(ADA);
    const fields = { name: 'build', scopes: 'read' };
    expect((await browser.post('/console/keys', fields, { 'sec-fetch-site': site })).status).toBe(403);
    expect((await browser.post('/console/keys', fields, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('is anonymous with a forged or foreign cookie', async () => {
    const { browser: newBrowser } = started(noGuests);
    const good = newBrowser();
    await good.logIn(ADA);
    const session = JSON.parse(Buffer.from(good.jar.get('replay-session-8090') ?? '', 'base64url').toString());
    const forged = [
      'x',
      Buffer.from('{').toString('base64url'),
      Buffer.from(JSON.stringify({ ...session, secret: 'short' })).toString('base64url'),
      Buffer.from(
        JSON.stringify({
          ...session,
          tokens: {
            ...session.tokens,
            accessToken: withOtherSignature(session.tokens.accessToken),
            refreshToken: null,
          },
        }),
      ).toString('base64url'),
    ];
    for (const value of forged) {
      const browser = newBrowser();
      browser.jar.set('replay-session-8090', value);
      expect((await browser.get('/console')).status, value.slice(0, 20)).toBe(303);
    }
  });

  test('is found after a link of another site, since the page reloads with the cookie', async () => {
    const { browser: newBrowser } = started(noGuests);
    const bounced = await newBrowser().get('/console/replays?x=1', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    });
    expect([bounced.status, bounced.headers.get('refresh'), bounced.headers.getSetCookie()]).toEqual([
      200,
      '0;url=/console/replays?x=1',
      [],
    ]);
  });

  test('reloads once only, so that a browser does not loop', async () => {
    const again = await started(noGuests).browser().get('/console/replays', {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      referer: 'http://127.0.0.1:8090/console/replays',
    });
    expect(again.headers.get('location')).toBe('/console/login?next=%2Fconsole%2Freplays');
  });

  test('leads, after its end, from a form to the login and back to its page', async () => {
    const ended = await started(noGuests)
      .browser()
      .post('/console/keys', { name: 'x' }, { referer: 'http://127.0.0.1:8090/console/keys?x=1' });
    expect([ended.status, ended.headers.get('location')]).toEqual([
      303,
      '/console/login?next=%2Fconsole%2Fkeys%3Fx%3D1',
    ]);
  });

  test.for([
    'http://127.0.0.1:8090/console/nowhere',
    'http://127.0.0.1:8090/console/logout',
    'http://evil.test/console',
  ])('leads, after its end, from a form on %s to the login only', async (referer) => {
    const ended = await started(noGuests).browser().post('/console/keys', { name: 'x' }, { referer });
    expect([ended.status, ended.headers.get('location')]).toEqual([303, '/console/login']);
  });

  test('is not needed with a key in a header, which needs no form token', async () => {
    const browser = started(noGuests).browser();
    const made = await browser.post(
      '/console/keys',
      { csrf: '', name: 'build', scopes: 'read' },
      { 'x-api-key': ADMIN_KEY },
    );
    expect(made.text).toContain('rrs_');
  });
});

describe('the answers of pages (interface 13)', () => {
  test.for(['/console', '/console/login', '/console/nowhere', '/report/nothing', '/console/assets/style.css'])(
    'have the content security policy at %s',
    async (path) => {
      const { headers, text } = await started({ SVC_GUEST_LOGIN: 'on' }).browser().get(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/<style|<script>| style=| on\w+="/);
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    },
  );

  test('have an ETag for files, which are not sent again', async () => {
    const browser = started(noGuests).browser();
    const first = await browser.get('/console/assets/console.js');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await browser.get('/console/assets/console.js', { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('forbid caching of pages', async () => {
    const browser = started({ SVC_GUEST_LOGIN: 'on' }).browser();
    expect((await browser.get('/console')).headers.get('cache-control')).toBe('no-store');
  });

  test('are the same after a login of any address', async () => {
    const { browser: newBrowser } = started(noGuests);
    const [known, unknown] = await Promise.all(
      [ADA, 'bob@other.test'].map((userName) =>
        newBrowser().post('/console/login/code', { userName, next: '/console' }),
      ),
    );
    const anonymous = (text = '') =>
      text.replaceAll(/ada@shop.test|bob@other.test/g, 'somebody').replaceAll(/value="[\w-]{43}"/g, '');
    expect(known?.status).toBe(200);
    expect(anonymous(known?.text)).toBe(anonymous(unknown?.text));
  });

  test('keep the address in the form of a wrong code, and show the error beside the field', async () => {
    const browser = started(noGuests).browser();
    const answer = await browser.post('/console/login/verify', {
      userName: ADA,
      verifyCode: '000000',
      next: '/console',
    });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('id="verifyCode-error"');
    expect(answer.text).toContain(`name="userName" value="${ADA}"`);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANN, CLIENT, type OauthKind, type OauthStage, oauthStage, REDIRECT } from './oauth-stage.ts';

const MINUTES = 60_000;
const KINDS: [OauthKind][] = [['github'], ['google'], ['oidc']];
const NOT_BEGUN = 'this login was not started here, was already used, or took too long';
const NOT_CONFIRMED = 'the provider did not confirm your identity';
let stage: OauthStage;

beforeEach(async () => {
  stage = await oauthStage();
});

afterEach(() => stage.close());

const refusedLogin = (reason: string, userName: string | null = null) => ({
  success: false,
  reason,
  userName,
  accessToken: null,
  refreshToken: null,
  expiresAt: null,
});

describe('login by a provider (interface 4.8)', () => {
  test.for(KINDS)('succeeds with %s, and logs in the user of the mail address', async ([kind]) => {
    const { status, headers, body } = await stage.info(kind);
    expect([status, headers.get('cache-control'), Object.keys(body.body)]).toEqual([
      200,
      'no-store',
      ['clientId', 'oauthUri', 'state'],
    ]);
    const uri = new URL(body.body.oauthUri);
    expect(uri.origin + uri.pathname).toBe(
      `${{ github: 'https://github.com/login/oauth', google: 'https://accounts.google.com', oidc: stage.providers.oidc.url }[kind]}/authorize`,
    );
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: REDIRECT,
      state: body.body.state,
      scope: kind === 'github' ? 'user:email' : 'openid email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      ...(kind !== 'github' && { nonce: expect.stringMatching(/^[\w-]{43}$/) }),
    });

    const back = stage.providers[kind].signIn(body.body.oauthUri, ANN);
    const answer = await stage.login({ oauthType: kind, redirectUri: REDIRECT, code: back.code, state: back.state });
    expect([answer.status, answer.body.body, answer.headers.get('cache-control')]).toEqual([
      200,
      {
        success: true,
        reason: null,
        userName: 'ann@shop.test',
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        expiresAt: new Date(stage.clock.now + 60 * MINUTES).toISOString(),
      },
      'no-store',
    ]);
    const { accessToken, refreshToken } = answer.body.body;
    const settings = await stage.call('GET', '/api/apps/shop/settings', undefined, { 'access-token': accessToken });
    expect(settings.status).toBe(200);
    const refreshed = await stage.call('GET', '/api/login/refresh/ann@shop.test', undefined, {
      'refresh-token': refreshToken,
    });
    expect(refreshed.status).toBe(200);
  });

  test('leaves no secret, code, token of the provider or address in an answer, the log or the table', async () => {
    const back = await stage.atProvider('oidc');
    const answers = [await stage.login(back), await stage.login(back)];
    const [asked] = stage.providers.oidc.asked('/token');
    const verifier = new URLSearchParams(asked?.body.toString()).get('code_verifier') ?? '';
    expect(verifier).toMatch(/^[\w-]{43}$/);
    const rows = stage.calls.flatMap(({ item }) => (item ? [item] : []));
    const texts = [JSON.stringify(answers.map(({ body }) => body)), JSON.stringify([stage.lines, rows])];
    for (const secret of [CLIENT.clientSecret, back.code, back.state, verifier]) {
      for (const text of texts) expect(text).not.toContain(secret);
    }
    expect(texts[1]?.toLowerCase()).not.toContain('ann@shop.test');
  });

  test('answers responseCode 3 for an unknown or unconfigured provider', async () => {
    await stage.close();
    stage = await oauthStage({ SVC_OAUTH_GOOGLE_ID: '', SVC_OAUTH_GOOGLE_SECRET: '' });
    const expected = {
      responseStatusType: {
        responseCode: 3,
        responseDesc: 'this provider is not configured',
        timestamp: stage.clock.now,
      },
    };
    for (const oauthType of ['google', 'gitlab', 'GITHUB', '__proto__', 'constructor']) {
      const { status, body } = await stage.info(oauthType);
      expect([status, body], oauthType).toEqual([200, expected]);
    }
    const { state } = await stage.atProvider('github');
    const { status, body } = await stage.login({ oauthType: 'google', code: 'c', redirectUri: REDIRECT, state });
    expect([status, body]).toEqual([200, expected]);
  });

  test('writes no row when it starts, and when it returns one that expires with the state', async () => {
    const before = stage.calls.length;
    const back = await stage.atProvider('github');
    expect(
      stage.calls
        .slice(before)
        .filter(({ name }) => name === 'put')
        .map(({ key }) => key),
    ).toEqual(['SYSTEM#LOGIN']);
    await stage.login(back);
    const [used] = stage.calls.filter(({ key }) => key.startsWith('SYSTEM#OAUTH#'));
    expect(used?.item?.expiresAt).toBe(stage.clock.now + 10 * MINUTES);
  });
});

describe('redirect addresses (RFC 9700 2.1)', () => {
  test.for([REDIRECT, 'http://127.0.0.1:8090/x', 'http://127.0.0.1:8090/a/b-c_d.e~f/..g'])(
    'are accepted: %s',
    async (uri) => {
      const { body } = await stage.info('github', `?${new URLSearchParams({ redirectUri: uri })}`);
      expect(new URL(body.body.oauthUri).searchParams.get('redirect_uri')).toBe(uri);
    },
  );

  test.for([
    'http://127.0.0.1:8090',
    'http://127.0.0.1:8090/',
    'http://127.0.0.1:8090.evil.test/x',
    'http://127.0.0.1:80901/x',
    'https://127.0.0.1:8090/x',
    'http://evil.test/x',
    'http://evil.test/http://127.0.0.1:8090/x',
    'http://ann@127.0.0.1:8090/x',
    'http://127.0.0.1:8090@evil.test/x',
    'http://127.0.0.1:8090/../x',
    'http://127.0.0.1:8090/x/..',
    'http://127.0.0.1:8090/x/./y',
    'http://127.0.0.1:8090/%2e%2e/x',
    'http://127.0.0.1:8090//evil.test',
    'http://127.0.0.1:8090/\\evil.test',
    'http://127.0.0.1:8090/x?next=http://evil.test',
    'http://127.0.0.1:8090/x#y',
    'http://127.0.0.1:8090/x\r\ny',
    '/console/login/callback',
    'javascript:alert(1)',
    `http://127.0.0.1:8090/${'x'.repeat(2048)}`,
  ])('are refused: %j', async (redirectUri) => {
    const { status, body } = await stage.info('github', `?${new URLSearchParams({ redirectUri })}`);
    expect([status, body.responseStatusType.responseCode]).toEqual([400, 1]);
    expect(body.responseStatusType.responseDesc).toBe('redirectUri is missing or invalid');
  });
});

describe('the state of a login (RFC 9700 4.7)', () => {
  const SECRET = { 'browser-secret': 'a'.repeat(32) };

  test('is used up by the first try, even a failed one', async () => {
    const back = await stage.atProvider('github');
    expect((await stage.login({ ...back, code: 'guessed' })).body.body).toEqual(refusedLogin(NOT_CONFIRMED));
    expect((await stage.login(back)).body.body).toEqual(refusedLogin(NOT_BEGUN));
    expect(stage.providers.github.asked('/login/oauth/access_token')).toHaveLength(1);
  });

  test('succeeds once of ten uses at the same time', async () => {
    const back = await stage.atProvider('oidc');
    const all = await Promise.all(Array.from({ length: 10 }, () => stage.login(back)));
    expect(all.map(({ body }) => body.body.reason).sort()).toEqual([null, ...Array(9).fill(NOT_BEGUN)].sort());
    expect(stage.providers.oidc.asked('/token')).toHaveLength(1);
  });

  test.for<[number, string | null]>([
    [10 * MINUTES - 1, null],
    [10 * MINUTES, NOT_BEGUN],
  ])('answers after %s ms: %s', async ([ms, reason]) => {
    const back = await stage.atProvider('oidc');
    stage.wait(ms);
    expect((await stage.login(back)).body.body.reason).toBe(reason);
  });

  test('is valid only with the secret of the browser that started the login', async () => {
    const headers = SECRET;
    const back = await stage.atProvider('oidc', ANN, headers);
    const others: Record<string, string>[] = [{}, { 'browser-secret': 'b'.repeat(32) }, { 'browser-secret': '' }];
    for (const other of others) {
      expect((await stage.login(back, other)).body.body).toEqual(refusedLogin(NOT_BEGUN));
    }
    expect((await stage.login(back, headers)).body.body.success).toBe(true);
    const unbound = await stage.atProvider('oidc');
    expect((await stage.login(unbound, headers)).body.body).toEqual(refusedLogin(NOT_BEGUN));
  });

  test('is valid for one provider and one redirect address, and cannot be forged', async () => {
    const back = await stage.atProvider('oidc');
    const [rro = '', id = '', end = '', mac = ''] =
      /^(rro)_([0-9a-f]{32})_(\d{13})_(.{43})$/.exec(back.state)?.slice(1) ?? [];
    const bad: Record<string, unknown>[] = [
      { oauthType: 'google' },
      { oauthType: 'github' },
      { redirectUri: `${REDIRECT}/x` },
      { redirectUri: 'http://evil.test/' },
      { state: 'x' },
      { state: `${rro}_${'0'.repeat(32)}_${end}_${mac}` },
      { state: `${rro}_${id}_${Number(end) + 1}_${mac}` },
      { state: `${rro}_${id}_${end}_${'A'.repeat(43)}` },
      { state: `${back.state}A` },
      { state: ` ${back.state}` },
    ];
    for (const change of bad) {
      expect((await stage.login({ ...back, ...change })).body.body, JSON.stringify(change)).toEqual(
        refusedLogin(NOT_BEGUN),
      );
    }
    expect(stage.providers.google.asked('/token')).toEqual([]);
    expect((await stage.login(back)).body.body.success).toBe(true);
  });

  test.for<[string, Record<string, unknown>]>([
    ['code', { code: undefined }],
    ['code', { code: '' }],
    ['code', { code: 'x'.repeat(4097) }],
    ['state', { state: ['x'] }],
    ['redirectUri', { redirectUri: 1 }],
    ['oauthType', { oauthType: 'gitlab' }],
    ['iss', { iss: {} }],
  ])('is refused with an invalid %s: %j', async ([field, change]) => {
    const { status, body } = await stage.login({ ...(await stage.atProvider('oidc')), ...change });
    expect([status, body.responseStatusType.responseCode]).toEqual([400, 1]);
    expect(body.responseStatusType.responseDesc).toBe(`${field} is missing or invalid`);
  });
});

describe('mix-up (RFC 9207, RFC 9700 4.4)', () => {
  test.for(KINDS)('fails for %s: a code that names another provider is not sent', async ([kind]) => {
    const { providers } = stage;
    const back = await stage.atProvider(kind);
    const other = await stage.login({ ...back, iss: 'https://evil.test' });
    expect(other.body.body).toEqual(refusedLogin(NOT_CONFIRMED));
    expect(providers[kind].asked(kind === 'github' ? '/login/oauth/access_token' : '/token')).toEqual([]);
    expect(await stage.loginBy(kind)).toMatchObject({ success: true });
  });

  test('fails if a provider that always names itself does not', async () => {
    stage.providers.oidc.misbehaviour.metadata = { authorization_response_iss_parameter_supported: true };
    const back = await stage.atProvider('oidc');
    expect((await stage.login({ ...back, iss: undefined })).body.body).toEqual(refusedLogin(NOT_CONFIRMED));
    expect(await stage.loginBy('oidc')).toMatchObject({ success: true });
  });
});

describe('codes (RFC 9700 2.1.1, 4.5)', () => {
  test.for(KINDS)('log in once with %s: a used code is refused in another login', async ([kind]) => {
    const first = await stage.atProvider(kind);
    expect((await stage.login(first)).body.body.success).toBe(true);
    const second = await stage.atProvider(kind);
    expect((await stage.login({ ...second, code: first.code })).body.body).toEqual(refusedLogin(NOT_CONFIRMED));
  });

  test.for(KINDS)('are refused by %s in another login than their own, by PKCE', async ([kind]) => {
    const victim = await stage.atProvider(kind);
    const thief = await stage.atProvider(kind, { ...ANN, email: 'mallory@shop.test' });
    expect((await stage.login({ ...thief, code: victim.code })).body.body).toEqual(refusedLogin(NOT_CONFIRMED));
  });
});

describe('an account at a provider', () => {
  test.for(KINDS)('is refused with an address of another domain by %s, and not admitted', async ([kind]) => {
    for (const email of ['ann@evil.test', 'ann@sub.shop.test', 'ann@shop.test.evil.test']) {
      const answer = await stage.loginBy(kind, { ...ANN, email });
      expect(answer).toEqual(refusedLogin('this account is not allowed to log in here', email));
      expect(await stage.services.users.find(email, 'default')).toBeUndefined();
    }
    expect(await stage.loginBy(kind, { ...ANN, email: 'no address' })).toEqual(
      refusedLogin('this account is not allowed to log in here'),
    );
  });

  test('is refused if no domain is set', async () => {
    await stage.close();
    stage = await oauthStage({ SVC_LOGIN_DOMAINS: ',' });
    expect((await stage.loginBy('oidc')).success).toBe(false);
  });

  test.for(KINDS)('is refused with an unverified address by %s', async ([kind]) => {
    expect(await stage.loginBy(kind, { ...ANN, email_verified: false })).toEqual(
      refusedLogin('the provider has no verified email address for this account'),
    );
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

let stage: ReturnType<typeof pageStage>;
const NAMES = Array.from({ length: 25 }, (_, at) => `/users/u${at}`);

beforeEach(async () => {
  stage = pageStage();
  const at = (seconds: number) => new Date(stage.clock.now - seconds * 1000).toISOString();
  const cases = [
    ...NAMES.map((path, index) => recordedGet('shop', path, {}, { caseId: `u${index}`, recordedAt: at(60 + index) })),
    recordedGet('shop', '/users/u0', {}, { caseId: 'again', recordedAt: at(30) }),
    recordedGet('shop', '/users/me', {}, { caseId: 'me', recordedAt: at(20) }),
    recordedGet('shop', '/carts', {}, { caseId: 'cart', recordedAt: at(10) }),
  ];
  expect((await api('POST', '/api/recorder/cases', cases)).body.accepted).toBe(28);
  await api('POST', '/api/recorder/cases/u3/pin');
});
afterEach(() => stage.close());

const api = (method: string, path: string, body?: unknown) => stage.call(method, path, body, stage.asAdmin);
const PATTERNS = [{ pattern: '/users/{name}' }, { pattern: '/users/me' }];
const RENAME = '/api/recorder/apps/shop/operations';
const endpointsOf = async () => (await api('GET', '/api/recorder/apps/shop/operations')).body.items;
const casesOf = async (operation: string) =>
  (await api('GET', `/api/recorder/apps/shop/cases?limit=100&operation=${encodeURIComponent(operation)}`)).body.items;
const save = (endpoints: unknown) => api('PUT', '/api/apps/shop/settings', { endpoints });
const renameAll = async () => {
  let [after, renamed] = [null, 0];
  do {
    const { body } = await api('PATCH', RENAME, { after });
    [after, renamed] = [body.next, renamed + body.renamed];
  } while (after !== null);
  return renamed;
};

describe('path patterns in stored recordings', () => {
  test('leave recordings unchanged until they are renamed; then lists, pins, rules and main endpoints follow', async () => {
    const rule = { kind: 'ignore', path: 'a', operation: '/users/u1' };
    const { ruleId } = (await api('POST', '/api/apps/shop/compare-rules', rule)).body;
    await api('POST', '/api/config/schedule/modify/UPDATE', { appId: 'shop', mainOperations: ['/users/u1', '/carts'] });
    expect((await save(PATTERNS)).status).toBe(200);
    expect(await endpointsOf()).toHaveLength(27);
    await api('POST', '/api/recorder/cases', [recordedGet('shop', '/users/new', {}, { caseId: 'new' })]);
    expect((await casesOf('/users/{name}')).map(({ caseId }: { caseId: string }) => caseId)).toEqual(['new']);

    expect(await renameAll()).toBe(26);
    expect(await endpointsOf()).toEqual(
      ['/carts', '/users/me', '/users/{name}'].map((operation) => ({ operation, methods: ['GET'] })),
    );
    expect(await casesOf('/users/{name}')).toHaveLength(27);
    expect(await casesOf('/users/u0')).toEqual([]);
    expect((await api('GET', '/api/recorder/cases/again')).body).toMatchObject({ operation: '/users/{name}' });
    const pinned = await api('GET', '/api/recorder/apps/shop/cases?pinned=true&operation=/users/{name}');
    expect(pinned.body.items).toMatchObject([{ caseId: 'u3' }]);
    expect((await api('GET', '/api/apps/shop/compare-rules')).body.items).toContainEqual(
      expect.objectContaining({ ruleId, operation: '/users/{name}' }),
    );
    const settings = await (await asAdmin()).get('/console/apps/shop/settings');
    expect(settings.text).toContain('/users/{name}\n/carts</textarea>');
    expect(await renameAll(), 'again').toBe(0);
  });

  test('continue an interrupted pass from its place, and refuse an invalid place', async () => {
    await save(PATTERNS);
    const first = await api('PATCH', RENAME, { after: Buffer.from('{"operation":"/users/u3"}').toString('base64url') });
    expect(first.body).toEqual({ cases: 7, renamed: 7, next: null });
    expect(await renameAll()).toBe(19);
    expect(await endpointsOf()).toHaveLength(3);
    expect(await api('PATCH', RENAME, { after: 'x' })).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_AFTER' },
    });
  });

  test('restore the earlier endpoints of recordings when a pattern is removed', async () => {
    const before = await endpointsOf();
    await save(PATTERNS);
    await renameAll();
    await save([]);
    expect(await renameAll()).toBe(26);
    const after = await endpointsOf();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(await casesOf('/users/u0')).toHaveLength(2);
  });

  test('have a preview that counts and saves nothing', async () => {
    const { body } = await api('POST', '/api/recorder/apps/shop/path-patterns', { endpoints: PATTERNS });
    expect(body).toMatchObject({
      endpoints: { before: 27, after: 3 },
      recordings: 26,
      isAtLeast: false,
      rules: 0,
      mostRecordings: { before: 2, after: 26 },
      patterns: [{ pattern: '/users/{name}', endpoints: 25, becomes: 1 }],
      settings: PATTERNS,
    });
    expect(body.patterns[0].named[0]).toEqual({ operation: '/users/u0', method: 'GET', recordings: 2 });
    expect(await endpointsOf()).toHaveLength(27);
    expect((await api('GET', '/api/apps/shop/settings')).body.endpoints).toEqual([]);
  });

  test('apply to one method without the others', async () => {
    const post = recordedGet('shop', '/users/u0', {}, { caseId: 'post' });
    post.request.method = 'POST';
    await api('POST', '/api/recorder/cases', [post]);
    await save([{ pattern: '/users/{name}', methods: ['GET'] }]);
    await renameAll();
    expect((await endpointsOf()).map(({ operation }: { operation: string }) => operation)).toEqual([
      '/carts',
      '/users/u0',
      '/users/{name}',
    ]);
    expect(await casesOf('/users/u0')).toMatchObject([{ caseId: 'post' }]);
  });

  test('let a trigger find an endpoint by the replaced name', async () => {
    await save(PATTERNS);
    await renameAll();
    const trigger = (operation: string) =>
      api('POST', '/openapi/v1/replay-triggers', {
        appId: 'shop',
        targetEnv: 'http://127.0.0.1:9',
        operations: [operation],
      });
    expect((await trigger('/users/u7')).body.errorCode).not.toBe('UNKNOWN_OPERATION');
    expect((await trigger('/nowhere')).body.errorCode).toBe('UNKNOWN_OPERATION');
  });

  test('rename only for callers who may write', async () => {
    const { status } = await stage.call('PATCH', RENAME, { after: null }, {});
    expect(status).toBe(401);
  });
});

const asAdmin = async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  return browser;
};

describe('the page of path patterns', () => {
  const PATH = '/console/apps/shop/settings/endpoints';

  test('offers a pattern that one click adds, with its recordings', async () => {
    const browser = await asAdmin();
    const before = await browser.get(PATH);
    expect(before.text).toContain('<strong>26 endpoints differ in one segment only.</strong>');
    const { status, headers } = await browser.post(PATH, { do: 'add', pattern: '/users/{name}' });
    expect([status, headers.get('location')]).toEqual([303, `${PATH}?done=saved`]);
    expect(await casesOf('/users/{name}')).toHaveLength(27);
    const after = await browser.get(`${PATH}?done=saved`);
    expect(after.text).toContain('<code>/users/{name}</code>');
    expect(after.text).not.toContain('differ in one segment');
    await browser.post(PATH, { do: 'remove', pattern: '/users/{name}', methods: '' });
    expect((await api('GET', '/api/apps/shop/settings')).body.endpoints).toEqual([]);
  });

  test('lists each pattern with its recordings, what it keeps apart, and who added it when', async () => {
    const browser = await asAdmin();
    await browser.post(PATH, { do: 'add', pattern: '/users/{name}', apart: '/users/me' });
    stage.clock.now += 2 * 24 * 3_600_000;
    const { text } = await browser.get(PATH);
    const row = (pattern: string) =>
      text
        .split('<tr>')
        .find((one) => one.startsWith(`<th scope="row"><code>${pattern}</code>`))
        ?.split('</td>')
        .map((cell) =>
          cell
            .replaceAll(/<[^>]*>/g, ' ')
            .replaceAll(/ +/g, ' ')
            .trim(),
        );
    expect(row('/users/{name}')?.slice(0, 4)).toEqual([
      '/users/{name} all',
      '26',
      '/users/me',
      '2 days ago , by ann@shop.test',
    ]);
    expect(row('/users/me')?.slice(0, 3)).toEqual(['/users/me all', '1', '–']);
    const [nav = ''] = /<nav class="side-nav".*?<\/nav>/s.exec(text) ?? [];
    expect(nav).toContain(
      'settings/endpoints" aria-current="page">Endpoints and path patterns <small>1 changed</small>',
    );
    expect(nav).toContain('settings/login">Login</a>');
  });

  test('previews a pattern and an OpenAPI document, and refuses invalid ones', async () => {
    const browser = await asAdmin();
    const previewed = await browser.post(PATH, { do: 'preview', pattern: '/users/{name}', methods: 'GET' });
    expect(previewed.text).toContain('Preview, nothing is saved');
    expect(previewed.text).toContain('<strong>26 endpoints become 1</strong>');
    const document = JSON.stringify({ openapi: '3.1.0', paths: { '/users/{name}': { get: {} } } });
    await browser.post(PATH, { do: 'add-document', document });
    expect((await api('GET', '/api/apps/shop/settings')).body.endpoints).toMatchObject([
      { pattern: '/users/{name}', methods: ['GET'] },
    ]);
    for (const [fields, words] of [
      [{ do: 'add', pattern: 'users' }, 'must be a path template of OpenAPI'],
      [{ do: 'add-document', document: '{' }, 'document is not JSON'],
      [{ do: 'other' }, 'form'],
    ] as const) {
      const { status, text } = await browser.post(PATH, fields);
      expect([status, text.includes(words)]).toEqual([422, true]);
    }
  });
});

test('GraphQL recordings of earlier versions get the endpoints of their operations', async () => {
  const query = (caseId: string, operation: string | null, text: string) => ({
    ...recordedGet('api', '/graphql', {}, { caseId }),
    operation,
    request: {
      method: 'POST',
      path: '/graphql',
      headers: [['content-type', 'application/json']],
      body: JSON.stringify({ query: text }),
      bodyEncoding: 'utf8',
    },
  });
  // A name with # is kept, as a name of an earlier version without one would be.
  await api('POST', '/api/recorder/cases', [
    query('a', null, 'query Me { me }'),
    query('b', 'graphql/v1', 'query Me { me }'),
    // The query of a GET that a recorder named itself.
    { ...recordedGet('api', `/v2?query=${encodeURIComponent('query List { all }')}`, {}), operation: 'graphql/v2' },
  ]);
  const names = async () =>
    (await api('GET', '/api/recorder/apps/api/operations')).body.items.map(
      (one: { operation: string }) => one.operation,
    );
  expect(await names()).toEqual(['/graphql#Me', 'graphql/v1', 'graphql/v2']);
  const { body } = await api('PATCH', '/api/recorder/apps/api/operations', { after: null });
  expect(body).toEqual({ cases: 3, renamed: 2, next: null });
  expect(await names()).toEqual(expect.arrayContaining(['graphql/v1#Me', 'graphql/v2#List']));
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../../functions/platform/http/pages/session-cookie.ts';
import { type ChatRequest, openFakeModel } from '../../support/fakes/fake-model.ts';
import { openTarget, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { cases, encoded, planted, REPLAYED, SET, zipped } from '../../support/planted-credentials.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';
import { mailedCode } from '../../support/stages/console-stage.ts';
import { loginStage } from '../../support/stages/login-stage.ts';

const { dataDir, remove } = temporaryDataDir();
const asked: ChatRequest[] = [];
let service: RunningService;
let target: Target;
let closeModel: () => Promise<void>;
let planId = '';

beforeAll(async () => {
  const model = await openFakeModel({
    turns: (request) => {
      asked.push(request);
      return { answer: { summary: '', clusters: [], codeChanges: [], fields: [] } };
    },
  });
  closeModel = model.close;
  target = await openTarget(({ url: address }, response) => {
    const answer = REPLAYED[address.split('?')[0] ?? ''];
    for (const [name, value] of answer?.headers ?? []) response.setHeader(name, value);
    response.end(answer?.body ?? '{}');
  });
  service = await startProcess({
    dataDir,
    port: await freePort(),
    env: {
      SVC_LOGIN_DOMAINS: 'shop.test',
      SVC_AI_MODEL: 'fake',
      SVC_AI_BASE_URL: model.baseUrl,
      SVC_AI_API_KEY: 'sk-fake-model-key',
      SVC_NOISE_REDUCTION: 'ai',
    },
  });
  const { url } = service;
  await call(url, 'PUT', '/api/apps/shop/settings', {
    compareHeaders: true,
    // Credentials in clear, which differ: masks are what hides them.
    credentials: 'keep',
    replay: { aliasValues: false, headers: { set: { 'x-api-key': SET }, always: ['x-api-key'] } },
  });
  const { body } = await call(url, 'POST', '/api/recorder/cases', [...cases, encoded]);
  expect(body).toMatchObject({ accepted: cases.length + 1, rejected: [] });
  const started = await call(url, 'POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url });
  planId = started.body.planId;
  await completed(url, planId);
}, 60_000);

afterAll(async () => {
  await service.stop();
  await Promise.all([target.close(), closeModel()]);
  remove();
});

/** Every path that answers GET, of endpoints and pages, with ids of what is stored. */
function paths(): string[] {
  const stage = loginStage();
  const { routes, pages } = stage.host;
  stage.close();
  const ids: Record<string, string[]> = {
    planId: [planId],
    appId: ['shop'],
    caseId: [...cases.map(({ caseId }) => caseId), 'case-encoded'],
    planItemId: cases.map((_, item) => `${planId}:${item}`),
    item: cases.map((_, item) => String(item)),
  };
  const whole = [...routes, ...pages].filter(({ method }) => method === 'GET').map(({ path }) => path);
  const filled = whole.flatMap((path) =>
    [...path.matchAll(/\{(\w+)\}/g)].reduce(
      (some, [part, name = '']) =>
        some.flatMap((one) => (ids[name] ?? ['none']).map((id) => one.replace(part, encodeURIComponent(id)))),
      [path],
    ),
  );
  return filled.flatMap((path) => [
    path,
    ...(/^\/report\/.*\/cases\/\d+$/.test(path) ? [`${path}?view=raw`, `${path}?from=1`] : []),
    ...(path.endsWith('/body') ? [`${path}?of=request`, `${path}?of=response`] : []),
    ...(path.endsWith('/cases') ? [`${path}?state=all`, `${path}?state=FAILED`] : []),
  ]);
}

/** All that these headers are answered, and how many answers were of use. */
async function seenBy(headers: Record<string, string>) {
  let seen = '';
  let good = 0;
  const found = new Map<string, string[]>();
  for (const path of paths()) {
    const answer = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
    const text = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
    if (answer.ok) good++;
    const here = planted.filter((one) => text.includes(one));
    if (here.length > 0) found.set(path, here);
    seen += text;
  }
  return { seen, good, found: [...found] };
}

const cookieOf = (
  userName: string,
  { accessToken, refreshToken = null }: { accessToken: string; refreshToken?: string | null },
) => {
  const tokens = {
    userName,
    accessToken,
    refreshToken,
    expiresAt: Date.now() + 3_000_000,
    isGuest: userName === 'guest',
  };
  return (
    sessionCookie({ secret: '0'.repeat(32), tokens }, { url: new URL(service.url), basePath: '' }).split(';')[0] ?? ''
  );
};

async function loggedIn(userName: string, role: string) {
  await call(service.url, 'GET', `/api/login/getVerificationCode/${userName}`);
  await expect.poll(() => mailedCode(dataDir, userName)).not.toBeNull();
  const verify = () =>
    call(service.url, 'POST', '/api/login/verify', { userName, verifyCode: mailedCode(dataDir, userName) });
  const { body } = await verify();
  await call(service.url, 'PUT', `/api/users/${userName}`, { role });
  const { accessToken, refreshToken } = body.body;
  return { 'access-token': accessToken, cookie: cookieOf(userName, { accessToken, refreshToken }) };
}

describe(`${planted.length} recorded and replayed credentials`, () => {
  test('are all sent, and are at least 50', async () => {
    await expect
      .poll(async () => (await call(service.url, 'GET', `/openapi/v1/replay-runs/${planId}`)).body.analysis?.state)
      .not.toBe('RUNNING');
    expect(planted.length).toBeGreaterThanOrEqual(50);
    expect(target.seen.map(({ headers }) => headers['x-api-key'])).toContain(SET);
  });

  test('reach no guest through an endpoint or a page', async () => {
    const { body } = await call(service.url, 'POST', '/api/login/loginAsGuest');
    const { accessToken } = body.body;
    const { good, found } = await seenBy({ 'access-token': accessToken, cookie: cookieOf('guest', { accessToken }) });
    expect(found).toEqual([]);
    expect(good).toBeGreaterThan(60);
  }, 60_000);

  test('reach neither a viewer nor an API key that may only read', async () => {
    const viewer = await seenBy(await loggedIn('vera@shop.test', 'viewer'));
    expect(viewer.found).toEqual([]);
    expect(viewer.good).toBeGreaterThan(60);
    const { body } = await call(service.url, 'POST', '/api/api-keys', { name: 'reader', scopes: ['read'] });
    const reader = await seenBy({ 'x-api-key': body.body?.key ?? body.key });
    expect(reader.found).toEqual([]);
    expect(reader.good).toBeGreaterThan(20);
  }, 60_000);

  test('are shown to a member', async () => {
    const { seen } = await seenBy(await loggedIn('max@shop.test', 'member'));
    const hidden = planted.filter((one) => !seen.includes(one));
    expect(hidden).toEqual([zipped]);
  }, 60_000);

  test('cannot be distinguished by the queries of a reader', async () => {
    const { body } = await call(service.url, 'POST', '/api/api-keys', { name: 'asker', scopes: ['read'] });
    const preview = (path: string, headers: Record<string, string>) =>
      call(
        service.url,
        'POST',
        `/api/apps/shop/compare-rules/preview?planId=${planId}`,
        { kind: 'ignore', path },
        headers,
      );
    const asReader = { 'x-api-key': body.body?.key ?? body.key };
    expect((await preview("$..[?@.access_token=='x']", asReader)).status).toBe(400);
    expect((await preview('$.id', asReader)).status).toBe(200);
    expect((await preview("$..[?@.access_token=='x']", { 'x-api-key': ADMIN_KEY })).status).toBe(200);
  });

  test('reach neither a log line nor a language model', () => {
    expect(asked.length).toBeGreaterThan(0);
    const texts = [JSON.stringify(asked), service.output()];
    expect(planted.filter((one) => texts.some((text) => text.includes(one)))).toEqual([]);
  });

  test('are sealed on disk if replays set them', () => {
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(SET), file.name).toBe(false);
  });

  test('show a reader only that they differ', async () => {
    const { body } = await call(service.url, 'POST', '/api/api-keys', { name: 'differ', scopes: ['read'] });
    const items = await Promise.all(
      cases.map((_, item) =>
        call(service.url, 'GET', `/api/replays/${planId}/cases/${planId}:${item}`, undefined, {
          'x-api-key': body.body?.key ?? body.key,
        }),
      ),
    );
    const differences: { path: string; recorded: string | null; replayed: string | null }[] = items.flatMap(
      (one) => one.body.differences,
    );
    const token = differences.find(({ path }) => path === 'access_token');
    expect(token).toMatchObject({ recorded: '***', replayed: '***2' });
  });
});

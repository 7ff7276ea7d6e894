import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../functions/evaluation/api/endpoints.ts';
import { pages } from '../../../functions/evaluation/pages/pages.ts';
import { evaluationPageStage } from './evaluation-stage.ts';

const HOME = '/console/evaluations';
const DIGEST = `sha256:${'1'.repeat(64)}`;
const RUN = 'wrun_01KAFP4G80A1B2C3D4E5F6G7H8';

const stage = evaluationPageStage();

describe('the pages of evaluations (interface 13, evaluation 3)', () => {
  test.for([
    '/runs/wrun_nothing',
    `/runs/${RUN}`,
    `/runs/${RUN}/events`,
    `/runs/${RUN}/scores`,
    '/gates/gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
    '/workflows/sha256:1',
    `/workflows/${DIGEST}`,
    `/artifacts/${DIGEST}`,
    '/policies/pol_01KAFP4G80A1B2C3D4E5F6G7H8',
    '/policies/pol_01KAFP4G80A1B2C3D4E5F6G7H8/edit',
    '/policies/pol_01KAFP4G80A1B2C3D4E5F6G7H8/backfill',
  ])('give 404 for an unknown %s', async (path) => {
    expect((await stage.get(HOME + path)).status).toBe(404);
  });

  test.for(['', '/workflows', '/policies'])('say that a link has expired for an unknown part of %s', async (path) => {
    const { status, text } = await stage.get(`${HOME}${path}?cursor=x`);
    expect([status, text.includes('This link has expired')]).toEqual([400, true]);
  });

  test('neither show nor list what another tenant has', async () => {
    const run = await stage.run('acme');
    const { evaluation } = stage.servicesOf('acme');
    const version = (await evaluation.runs.find(run))?.workflow_version_digest ?? '';
    const mine = { 'access-token': 'acme' };
    for (const path of [`/runs/${run}`, `/runs/${run}/events`, `/runs/${run}/scores`, `/workflows/${version}`]) {
      expect((await stage.get(HOME + path, mine)).status, path).toBe(200);
      expect((await stage.get(HOME + path)).status, path).toBe(404);
    }
    expect((await stage.post(`${HOME}/runs/${run}/cancel`, {})).status).toBe(404);
    expect((await stage.post(`${HOME}/workflows/${version}/runs`, { key: 'k' })).status).toBe(404);
    for (const path of ['', '/workflows', '/events', '/resolve', '/policies/new']) {
      const { text } = await stage.get(HOME + path);
      expect([text.includes(run), text.includes(version), text.includes('build of acme')], path).toEqual([
        ...[false, false, false],
      ]);
    }
  });

  test('are refused to users without the right to read, and not linked for them', async () => {
    const headers = { 'x-scopes': 'read' };
    for (const { method, path } of pages) {
      const asked = path.replaceAll(/\{\w+\}/g, 'x');
      const { status } = method === 'GET' ? await stage.get(asked, headers) : await stage.post(asked, {}, headers);
      expect(status, path).toBe(403);
    }
    expect((await stage.get('/console/nowhere', headers)).text).not.toContain(HOME);
  });

  test('refuse every form of a reader', async () => {
    for (const { method, path } of pages) {
      if (method === 'GET') continue;
      const asked = path.replaceAll(/\{\w+\}/g, 'x');
      expect((await stage.post(asked, {}, { 'x-scopes': 'eval:read' })).status, path).toBe(403);
    }
  });

  test('escape texts of users and manifests, and show invisible characters', async () => {
    const { evaluation } = stage.servicesOf('evil');
    const evil = '<script>alert(1)</script>\u202e';
    const run = await stage.run('evil', evil);
    const found = await evaluation.runs.find(run);
    const workflow = await evaluation.workflowVersions.find(found?.workflow_version_digest ?? DIGEST);
    if (!workflow) throw new Error('the version is gone');
    const made = await evaluation.runs.create({
      workflow,
      labels: { [evil]: evil },
      baseline_run_id: null,
      trigger: { type: 'api' },
      input_overrides: null,
      created_by: evil,
      idempotency: null,
    });
    if (!made.ok) throw new Error(made.code);
    const definition = workflow.workflow_version.framework_definition.digest;
    const paths = ['', `/runs/${made.value.run.workflow_run_id}`, `/artifacts/${definition}`];
    for (const path of paths) {
      const { status, text } = await stage.get(HOME + path, { 'access-token': 'evil' });
      expect([status, text.includes('<script>alert'), text.includes('\u202e')], path).toEqual([200, false, false]);
      expect(text, path).toContain('&lt;script&gt;');
    }
  });

  test('make one run of a form that is sent twice, and another one of the next form', async () => {
    const run = await stage.run('twice');
    const version = (await stage.servicesOf('twice').evaluation.runs.find(run))?.workflow_version_digest ?? '';
    const as = { 'access-token': 'twice' };
    const keyOf = async () =>
      /name="key" value="([^"]*)"/.exec((await stage.get(`${HOME}/workflows/${version}`, as)).text)?.[1] ?? '';
    const key = await keyOf();
    const sent = await Promise.all(
      [key, key, await keyOf()].map((one) => stage.post(`${HOME}/workflows/${version}/runs`, { key: one }, as)),
    );
    expect(new Set(sent.map(({ location }) => location)).size).toBe(2);
  });

  test('store a manifest as it was typed, and refuse one without a digest', async () => {
    const commit = (content: string) => stage.post(`${HOME}/manifests/new`, { kind: 'subject', content });
    const committed = await commit('{"b": 1.0, "a": "é"}');
    expect(committed.location).toMatch(/\/artifacts\/sha256%3A[0-9a-f]{64}\?done=committed$/);
    expect((await stage.get(committed.location?.split('?')[0] ?? '')).text).toContain(
      '<span class="s">&quot;é&quot;</span>',
    );
    for (const [content, said] of [
      ['{', 'This is not JSON.'],
      ['1,"kind":"runner"', 'This is not JSON.'],
      ['{"a":1,"a":2}', 'Content'],
      ['{"a":9007199254740993}', 'Content'],
    ] as const) {
      const { status, text } = await commit(content);
      expect([status, text.includes(said)], content).toEqual([422, true]);
    }
  });

  test.for([
    [500, true],
    [501, false],
    [100_000, false],
  ] as const)('show a manifest of %i levels: %s', async ([levels, isShown]) => {
    const bytes = Buffer.from('['.repeat(levels) + ']'.repeat(levels));
    const { digest } = await stage
      .servicesOf('default')
      .evaluation.artifacts.put({ bytes, kind: 'subject', media_type: 'application/json' });
    const { status, text } = await stage.get(`${HOME}/artifacts/${digest}`);
    expect([status, !text.includes('Too deeply nested'), text.includes('<h2>Content</h2>')]).toEqual([
      ...[200, isShown, true],
    ]);
  });

  test('register a host by its public key, show it to a reader, and revoke it', async () => {
    const admin = { 'access-token': 'hosts', 'x-scopes': 'eval:read eval:admin' };
    const reader = { 'access-token': 'hosts', 'x-scopes': 'eval:read' };
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    const sent = (key: unknown) => ({
      name: 'gpu-lab <1>',
      public_key_jwk: typeof key === 'string' ? key : JSON.stringify(key),
      runner_versions: DIGEST,
      capabilities: 'runtime.process',
      protocol: '1',
    });
    for (const [key, said] of [
      ['{', 'Public key is not a JSON Web Key.'],
      [{ ...jwk, d: 'private' }, 'Public key is invalid.'],
    ] as const) {
      const { status, text } = await stage.post(`${HOME}/hosts`, sent(key), admin);
      expect([status, text.includes(said), text.includes('private&quot;')], said).toEqual([422, true, false]);
    }
    expect((await stage.post(`${HOME}/hosts`, sent(jwk), admin)).location).toBe(`${HOME}/hosts?done=registered`);
    const { text } = await stage.get(`${HOME}/hosts`, reader);
    expect([
      text.includes('gpu-lab &lt;1&gt;'),
      text.includes('Active'),
      text.includes('<form class="panel pad"'),
    ]).toEqual([...[true, true, false]]);
    const hostId = /host_[0-9A-Z]{26}/.exec(text)?.[0];
    expect((await stage.post(`${HOME}/hosts/${hostId}/revoke`, {}, admin)).location).toContain('done=revoked');
    expect((await stage.get(`${HOME}/hosts`, reader)).text).toContain('Revoked');
    expect((await stage.post(`${HOME}/hosts/host_x/revoke`, {}, admin)).status).toBe(404);
  });

  test('do not count against the requests of a tenant, and work when those are used up', async () => {
    const { requestRate } = stage.servicesOf('busy').evaluation;
    while (requestRate.take() === 0);
    expect((await stage.get(HOME, { 'access-token': 'busy' })).status).toBe(200);
  });
});

describe('the page of events of a tenant (evaluation 3.10)', () => {
  const numbersOf = (text: string) =>
    [...text.matchAll(/<th scope="row">(\d+)<\/th>/g)].map(([, number]) => Number(number));

  test.for([
    [25, [50]],
    [26, [50, 2]],
  ] as const)('shows the events of %i runs on pages of %j, newest first, each once', async ([runs, sizes]) => {
    const tenant = `ledger-${runs}`;
    for (let made = 0; made < runs; made++) await stage.cancel(await stage.run(tenant), tenant);
    const found: number[][] = [];
    for (let path: string | undefined = `${HOME}/events`; path !== undefined; ) {
      const { text } = await stage.get(path, { 'access-token': tenant });
      found.push(numbersOf(text));
      path = /href="([^"]*before=\d+)" rel="next"/.exec(text)?.[1];
    }
    expect(found.map(({ length }) => length)).toEqual(sizes);
    expect(found.flat()).toEqual(Array.from({ length: runs * 2 }, (_, index) => runs * 2 - index));
  });

  test('filters by type, and starts at the newest for an unusable position', async () => {
    await stage.cancel(await stage.run('typed'), 'typed');
    const as = { 'access-token': 'typed' };
    expect(numbersOf((await stage.get(`${HOME}/events?type=workflow.completed`, as)).text)).toEqual([2]);
    expect((await stage.get(`${HOME}/events?type=gate.decided`, as)).text).toContain(
      'No events of this type from 1 to 2',
    );
    expect(numbersOf((await stage.get(`${HOME}/events?before=0`, as)).text)).toEqual([2, 1]);
    expect(numbersOf((await stage.get(`${HOME}/events?before=2`, as)).text)).toEqual([1]);
  });
});

test('the pages of evaluations call only endpoints that exist', () => {
  const known = new Set(endpoints.map(({ path }) => path));
  const named = globSync('functions/evaluation/pages/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'(\/api\/v\d\/[^']+)'/g)].map(([, path]) => path ?? ''),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !known.has(path))).toEqual([]);
});

import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { documentRoutes } from '../../../../functions/platform/http/documents/document-routes.ts';
import { serviceDocuments } from '../../../../functions/platform/http/documents/service-documents.ts';
import { pageRoutes } from '../../../../functions/platform/http/pages/page-routes.ts';
import { assets } from '../../../../functions/platform/pages-shell/assets.ts';
import { REFERENCE_FILES } from '../../../../functions/platform/pages-shell/page-files.ts';
import { problemPage } from '../../../../functions/platform/pages-shell/problem.ts';
import { referencePages } from '../../../../functions/platform/pages-shell/reference/reference-pages.ts';
import { allEndpoints, document } from '../../../openapi/all-endpoints.ts';

function served(openApi = true) {
  const app = new Hono();
  const config = { openApi, publicUrl: 'http://127.0.0.1:8090' };
  const { document: built, page } = serviceDocuments({ endpoints: allEndpoints, config, files: REFERENCE_FILES });
  documentRoutes(app, { document: () => built, world: { now: () => 0 } });
  pageRoutes(app, {
    pages: referencePages(() => page),
    assets,
    endpoints: [],
    world: { now: () => 0, newId: () => 'a'.repeat(32), log: { debug() {}, info() {}, warn() {}, error() {} } },
    callerOf: async () => null,
    problem: problemPage,
  });
  return app;
}

describe('GET /openapi.json (interface 13)', () => {
  test('returns the document without a credential', async () => {
    const answer = await served().request('/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('leaves out the paths of the Open API if it is off', async () => {
    const { paths } = JSON.parse(await (await served(false).request('/openapi.json')).text());
    expect(Object.keys(paths).filter((path) => path.startsWith('/openapi/v1'))).toEqual([]);
    expect(paths).toHaveProperty('/api/replays');
  });

  test('answers 304 to a client that has the document', async () => {
    const app = served();
    const etag = (await app.request('/openapi.json')).headers.get('etag') ?? '';
    const again = await app.request('/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.for([
    ['/openapi.json', 'POST', 'GET, HEAD'],
    ['/openapi', 'PUT', 'GET, HEAD, POST'],
  ] as const)('has at %s no method %s', async ([path, method, allow]) => {
    const answer = await served().request(path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  });
});

describe('GET /openapi', () => {
  test('lists every endpoint without scripts, and requests nothing of another site', async () => {
    const answer = await served().request('/openapi');
    const page = await answer.text();
    // An endpoint that refuses every caller (evaluation 3.10) is not an operation.
    for (const { path, doc } of allEndpoints.filter((endpoint) => Object.keys(endpoint.doc.responses).length > 0)) {
      const section = new URLSearchParams({ section: doc.tag });
      expect(page).toContain(
        `<code>${path}</code> <a href="/openapi?${section}#operation/${doc.id}">${doc.summary.replaceAll("'", '&#39;')}</a></li>`,
      );
    }
    const loaded = [...page.matchAll(/<(?:link|script|img|iframe)[^>]*?(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['data:,', REFERENCE_FILES.style, ...REFERENCE_FILES.scripts]);
    expect(page).not.toMatch(/<script>|style=|\son\w+=/);
  });

  test('allows only styles and a worker for search in its policy', async () => {
    const policy = (await served().request('/openapi')).headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "worker-src 'self' blob:",
    ]);
  });

  test('has its files served, without an address of their vendor', () => {
    for (const path of [REFERENCE_FILES.style, ...REFERENCE_FILES.scripts]) {
      const text = Buffer.from(assets.find((asset) => asset.path === path)?.bytes ?? []).toString();
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toContain('cdn.redoc.ly');
    }
  });
});

describe('the samples of calls', () => {
  const sampleOf = (path: string, method: string): string =>
    (Object(document.paths)[path][method]['x-codeSamples'] as { source: string }[])[0]?.source ?? '';

  test('use variables for address and token', () => {
    expect(sampleOf('/api/replays/{planId}', 'get')).toBe(
      'curl "$SVC_URL/api/replays/$PLAN_ID" \\\n  -H "x-api-key: $SVC_TOKEN"',
    );
  });

  test.for([
    ['/openapi/v1/replay-runs/{planId}', 'get', '-H "x-api-key: $SVC_OPENAPI_TOKEN"'],
    ['/api/login/refresh/{userName}', 'post', "-H 'refresh-token: <refresh token>'"],
    ['/api/v1/eval/events/publish', 'post', '-H "authorization: Bearer $HOST_TOKEN"'],
  ] as const)('use, for %s, its own credential', ([path, method, header]) => {
    if (document.paths[path] === undefined) throw new Error(`${path} is not documented`);
    expect(sampleOf(path, method)).toContain(header);
    expect(sampleOf(path, method)).not.toContain('$SVC_TOKEN');
  });

  test('have no credential for the login', () =>
    expect(sampleOf('/api/login/verify', 'post')).not.toMatch(/TOKEN|x-api-key/));

  test('have the required parameters of the query', () =>
    expect(sampleOf('/api/createPlan', 'get')).toContain(
      '"$SVC_URL/api/createPlan?appId=shop&targetEnv=http%3A%2F%2Fshop-under-test.internal%3A8080"',
    ));

  test('send the example of the body', () => {
    const sample = sampleOf('/openapi/v1/notification-channels', 'post');
    expect(sample).toContain('curl -X POST "$SVC_URL/openapi/v1/notification-channels"');
    expect(sample).toContain(`--data-binary '{"name":"Release build"`);
  });
});

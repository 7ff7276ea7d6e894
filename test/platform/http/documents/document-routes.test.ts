import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { documentRoutes } from '../../../../functions/platform/http/documents/document-routes.ts';
import { serviceDocuments } from '../../../../functions/platform/http/documents/service-documents.ts';
import { allEndpoints, document } from '../../../openapi/all-endpoints.ts';

function served(openApi = true) {
  const app = new Hono();
  const config = { openApi, publicUrl: 'http://127.0.0.1:8090' };
  const documents = () => serviceDocuments({ endpoints: allEndpoints, config, style: '/own.css' });
  documentRoutes(app, { documents, world: { now: () => 0 } });
  return app;
}

describe('GET /openapi.json (interface 13)', () => {
  test('it is the document, and asks for no credential', async () => {
    const answer = await served().request('/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('where the Open API is off, its paths are not in it', async () => {
    const { paths } = JSON.parse(await (await served(false).request('/openapi.json')).text());
    expect(Object.keys(paths).filter((path) => path.startsWith('/openapi/v1'))).toEqual([]);
    expect(paths).toHaveProperty('/api/replays');
  });

  test('a client that has the document already gets a 304', async () => {
    const app = served();
    const etag = (await app.request('/openapi.json')).headers.get('etag') ?? '';
    const again = await app.request('/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.for(['/openapi.json', '/openapi'])('another method of %s is a 405', async (path) => {
    const answer = await served().request(path, { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('GET /openapi, the same for people to read', () => {
  test('every operation is on the page, and nothing is asked of another site', async () => {
    const answer = await served().request('/openapi');
    const page = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    // An endpoint that refuses every caller (evaluation 3.10) is not an operation.
    for (const { path, doc } of allEndpoints.filter((endpoint) => Object.keys(endpoint.doc.responses).length > 0)) {
      expect(page, doc.id).toContain(`id="${doc.id}"`);
      expect(page).toContain(path);
    }
    const loaded = [...page.matchAll(/<(?:link|script|img|iframe)[^>]*?(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['data:,', '/own.css']);
    expect(page).not.toMatch(/<script|style=|\son\w+=/);
  });

  test('what it names on the page is there', async () => {
    const page = await (await served().request('/openapi')).text();
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe([...page.matchAll(/\sid="([^"]+)"/g)].length);
  });
});

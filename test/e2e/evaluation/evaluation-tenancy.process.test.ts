import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../../functions/evaluation/api/endpoints.ts';
import type { EndpointFacts } from '../../../functions/platform/http/api.ts';
import {
  type OpenedHost,
  openHost,
  openTenant,
  seedTenant,
  type TenantAnswer,
  type TenantClient,
  type TenantIds,
  UNKNOWN_IDS,
} from '../../support/evaluation/evaluation-tenant.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { BODIES, HARMLESS, PLAIN_BODIES, partsOf, QUERIES } from './evaluation-tenancy-requests.ts';

const stage = serviceAndTarget(({ url }, response) => json(response, { path: url }));

/** The caller, and the tenant that must stay hidden. */
let acme: TenantClient;
let bravo: TenantClient;
let ours: TenantIds;
let theirs: TenantIds;
let ourHost: OpenedHost;
/** All data of bravo before the first request. */
let before: readonly string[];

beforeAll(async () => {
  const { url } = stage.service;
  acme = await openTenant(url, 'acme');
  bravo = await openTenant(url, 'bravo');
  [ours, theirs] = [await seedTenant(acme, url, stage.target.url), await seedTenant(bravo, url, stage.target.url)];
  ourHost = await openHost(acme, url, [ours.runnerDigest, theirs.runnerDigest, UNKNOWN_IDS.runnerDigest]);
  before = tracesOf('bravo');
}, 120_000);

/** Stored rows and blobs of a tenant. */
function tracesOf(tenant: string): string[] {
  const { dataDir } = stage.service;
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'), { readOnly: true });
  // A lease that expires, and its log lines, are not caused by a caller.
  const rows = database
    .prepare('SELECT pk, sk, attributes FROM items WHERE pk LIKE ? AND pk NOT LIKE ? ORDER BY pk, sk')
    .all(`T#${tenant}#%`, `T#${tenant}#LOG%`)
    .map((row) => JSON.stringify(row));
  database.close();
  const blobs = readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' });
  return [...rows, ...blobs.filter((path) => path.includes(`/t/${tenant}/`)).sort()];
}

const routeOf = ({ method, path }: EndpointFacts) => `${method} ${path}`;
const pathOf = (endpoint: EndpointFacts, ids: TenantIds) =>
  endpoint.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(partsOf(endpoint, ids, part)));
/** Endpoints for workers are asked by a worker of ours. */
const headersOf = (endpoint: EndpointFacts) => ({
  ...(endpoint.scope === 'host:publish' && ourHost.bearer),
  ...BODIES[routeOf(endpoint)]?.[0]?.headers,
});

/** A response without the parts that differ between requests, and without the requested ids. */
function comparableText({ status, body }: TenantAnswer, asked: TenantIds): string {
  let text = JSON.stringify({ status, body });
  for (const id of Object.values(asked)) text = text.replaceAll(encodeURIComponent(id), '·').replaceAll(id, '·');
  return text
    .replace(/"request_id":"\w+"/, '"request_id":"·"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"·"')
    .replace(/\b(scr|gdec|scfg|wrun|fatt|host|pol|bf)_[0-9A-HJKMNP-TV-Z]{26}/g, '·')
    .replace(/sha256(:|%3A)[0-9a-f]{64}/g, '·')
    .replace(/"url":"[^"]*"/, '"url":"·"')
    .replace(/"(if-none-match|x-amz-[\w-]+|content-length)":"[^"]*"/gi, '"·"');
}

/** The caller's worker also claims this runner. */
const NAMED_BY_US: keyof TenantIds = 'runnerDigest';

/** Checks that a response reveals nothing of bravo. */
function expectNothingOfBravo(answer: TenantAnswer): void {
  const text = JSON.stringify([answer.body, [...answer.headers]]);
  const { instance: _, ...body } = answer.body ?? {};
  const said = JSON.stringify(body);
  for (const [name, id] of Object.entries(theirs)) if (name !== NAMED_BY_US) expect(said).not.toContain(id);
  expect(text).not.toContain('bravo');
}

describe('the isolation of another tenant (evaluation 3.2)', () => {
  const named = endpoints.filter(({ path }) => path.includes('{'));

  test.for(named.map((endpoint) => [routeOf(endpoint), endpoint] as const))(
    'makes %s answer for foreign ids as for unknown ids',
    async ([route, endpoint]) => {
      const body = PLAIN_BODIES[route]?.(ourHost) ?? BODIES[route]?.[0]?.body(ours, ours, ourHost);
      expect(endpoint.body === undefined || body !== undefined, `the walk has no body for ${route}`).toBe(true);
      const asked = (ids: TenantIds) => acme.ask(endpoint.method, pathOf(endpoint, ids), body, headersOf(endpoint));
      const [answer, unknown] = [await asked(theirs), await asked(UNKNOWN_IDS)];
      expect(answer.status).toBe(404);
      expect(comparableText(answer, theirs)).toBe(comparableText(unknown, UNKNOWN_IDS));
      expect(comparableText(answer, theirs)).not.toContain('bravo');
    },
  );

  test.for(endpoints.filter(({ path, method }) => method === 'GET' && !path.includes('{')))(
    'makes $path list nothing of it, and know none of its ids in a filter',
    async (endpoint) => {
      const names = Object.keys(endpoint.doc.query ?? {}).filter((name) => !HARMLESS.has(name));
      const queries = QUERIES[endpoint.path] ?? [];
      for (const name of names)
        expect(
          queries.some((query) => name in query(ours)),
          `the walk has no ${name} for ${endpoint.path}`,
        ).toBe(true);
      for (const query of queries) {
        const asked = (ids: TenantIds) => acme.ask('GET', `${endpoint.path}?${new URLSearchParams(query(ids))}`);
        const [answer, unknown] = [await asked(theirs), await asked(UNKNOWN_IDS)];
        expect(answer.body.data).toEqual([]);
        expect(comparableText(answer, theirs)).toBe(comparableText(unknown, UNKNOWN_IDS));
      }
      await everyPage(endpoint, queries[0]?.(ours) ?? {});
    },
  );

  /** Every page of a list of ours. */
  async function everyPage({ path }: EndpointFacts, query: Record<string, string>): Promise<void> {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const own = new URLSearchParams({ ...query, ...(cursor !== '' && { cursor }) });
      const answer = await acme.ask('GET', `${path}?${own}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expectNothingOfBravo(answer);
      expect(answer.body.data?.length ?? 1).toBeGreaterThan(0);
      cursor = answer.body.has_more ? answer.body.next_cursor : null;
    }
  }

  test.for(endpoints.filter(({ doc }) => doc.query !== undefined && 'cursor' in doc.query))(
    'makes $path refuse a foreign cursor, and a foreign place in an own cursor',
    async (endpoint) => {
      const query = { ...(SCORES.has(endpoint.path) && { name: 'helpfulness' }), limit: '1' };
      const first = await bravo.ask('GET', `${pathOf(endpoint, theirs)}?${new URLSearchParams(query)}`);
      expect(first.status).toBe(200);
      const { next_cursor } = first.body;
      if (ONE_PAGE.has(endpoint.path)) return expect(next_cursor).toBeNull();
      const path = pathOf(endpoint, ours);
      const answer = await acme.ask('GET', `${path}?${new URLSearchParams({ ...query, cursor: next_cursor })}`);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_cursor']);
      const mine = (await acme.ask('GET', `${path}?${new URLSearchParams(query)}`)).body.next_cursor ?? '';
      const forged = mine.slice(0, 16) + next_cursor.slice(16);
      const cut = await acme.ask('GET', `${path}?${new URLSearchParams({ ...query, cursor: forged })}`);
      expect(cut.status).toBeLessThan(500);
      expectNothingOfBravo(cut);
    },
  );

  test.for(Object.entries(BODIES).flatMap(([route, cases]) => cases.map((one) => [route, one] as const)))(
    'makes %s answer a body with foreign ids like one with unknown ids',
    async ([route, { status, body }]) => {
      const endpoint = endpoints.find((one) => routeOf(one) === route);
      if (endpoint === undefined) throw new Error(`there is no ${route}`);
      const asked = async (ids: TenantIds) =>
        acme.ask(endpoint.method, pathOf(endpoint, ours), await body(ids, ours, ourHost), headersOf(endpoint));
      const [answer, unknown] = [await asked(theirs), await asked(UNKNOWN_IDS)];
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      expect(comparableText(answer, theirs)).toBe(comparableText(unknown, UNKNOWN_IDS));
      expect(comparableText(answer, theirs)).not.toContain('bravo');
    },
  );

  test('is tested with a body for every endpoint that takes one', () => {
    const routes = endpoints.filter(({ body }) => body !== undefined).map(routeOf);
    expect(routes.filter((route) => !(route in BODIES) && !(route in PLAIN_BODIES))).toEqual([]);
  });

  test('binds addresses of bytes to the tenant that asked, and refuses another name in them', async () => {
    const { ask } = acme;
    const { url } = (await ask('GET', `/api/v1/eval/artifacts/${ours.artifactDigest}/download`)).body;
    expect(url).toContain('/t/acme/');
    expect((await fetch(url)).status).toBe(200);
    const other = (await bravo.ask('GET', `/api/v1/eval/artifacts/${theirs.artifactDigest}/download`)).body.url;
    const forged = new URL(url);
    forged.pathname = new URL(other).pathname;
    const answer = await fetch(forged);
    expect(answer.status).toBe(403);
    const announced = await ask('POST', '/api/v1/eval/artifacts', {
      kind: 'log',
      media_type: 'text/plain',
      digest: `sha256:${'a'.repeat(64)}`,
      size_bytes: 1,
    });
    expect(announced.body.upload.url).toContain('acme');
  });

  test('keeps its rows unchanged', () => {
    expect(tracesOf('bravo')).toEqual(before);
    expect(before.length).toBeGreaterThan(100);
  });
});

/** These require a filter. */
const SCORES: ReadonlySet<string> = new Set(['/api/v1/scores', '/api/v2/scores']);
/** A run has one attempt here. */
const ONE_PAGE: ReadonlySet<string> = new Set(['/api/v1/eval/runs/{runId}/attempts']);

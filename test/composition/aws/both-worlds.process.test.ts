import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import { API_REQUESTS } from './api-requests.ts';
import { form, get, PLAN, posted, SENT_BY_FORM, TRIGGERED } from './asked-requests.ts';
import { type Answered, openBothWorlds } from './both-worlds-stage.ts';
import { PAGE_REQUESTS } from './page-requests.ts';

/** The plan that was triggered last. */
let triggered = PLAN;
let worlds: Awaited<ReturnType<typeof openBothWorlds>>;
beforeAll(async () => {
  worlds = await openBothWorlds();
}, 120_000);
afterAll(() => worlds.close());

describe('the functions behind API Gateway', () => {
  test.for([...API_REQUESTS, ...PAGE_REQUESTS])(
    'answer byte for byte like the standalone service: %s',
    async ([, status, asked]) => {
      const request = { ...asked, path: asked.path.replace(TRIGGERED, triggered) };
      const [one, other] = [await worlds.standalone(request), await worlds.deployed(request)];
      triggered = /^\{"planId":"([0-9a-f]{24})","statusUrl"/.exec(one.body.toString())?.[1] ?? triggered;
      expect(other.status).toBe(status);
      expect(compared(other)).toEqual(compared(one));
      expect(other.body.equals(one.body)).toBe(true);
      expect(strayPaths(other)).toEqual([]);
    },
  );

  test('continue a session that another function opened, and accept its forms', async () => {
    const shown = [];
    for (const ask of [worlds.standalone, worlds.deployed]) {
      const opened = await ask(get('/console', {}));
      const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      const page = await ask(get('/console/login', { cookie }));
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.body.toString()) ?? [];
      const refused = await ask({ ...form('/console/channels/new', { csrf }), headers: { ...SENT_BY_FORM, cookie } });
      const unread = await ask({ ...form('/console/channels/new', {}), headers: { ...SENT_BY_FORM, cookie } });
      expect(csrf).not.toBe('');
      shown.push([opened, page, refused, unread].map(masked));
    }
    const [one, other] = shown;
    expect(other).toEqual(one);
    expect(other?.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
  });

  // Each function reads credentials for itself, and remembers none of another.
  const readers = CAPABILITIES.map(
    ({ name, endpoints, pages }) =>
      [
        name,
        [...endpoints, ...pages].find(({ method, scope }) => method === 'GET' && scope === 'read')?.path,
        pages.find(({ method, scope }) => method === 'GET' && scope === 'read')?.path,
      ] as const,
  );

  test.for(readers)('know the holder of a key and of a session: %s', async ([name, path, page]) => {
    const made = await worlds.deployed(posted('/api/api-keys', JSON.stringify({ name, scopes: ['read'] })));
    const { key } = JSON.parse(made.body.toString()).body;
    const opened = await worlds.deployed(get('/console', {}));
    const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const asked = (of: string) => of.replaceAll(/\{\w+\}/g, 'x1');
    const known = path && (await worlds.deployed(get(asked(path), { 'x-api-key': key })));
    const shown = page && (await worlds.deployed(get(asked(page), { cookie })));
    for (const answer of [known, shown]) if (answer) expect([401, 403, 500]).not.toContain(answer.status);
  });

  test('do not send a file again that the caller has', async () => {
    const path = '/console/assets/style.css';
    const [etag = ''] = (await worlds.deployed(get(path, {}))).headers.etag ?? [];
    for (const ask of [worlds.standalone, worlds.deployed])
      expect(await ask(get(path, { 'if-none-match': etag }))).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });
});

/**
 * What has to be the same: the bytes as text, for readers of a failure, and every header but the name of the answer.
 */
const compared = ({ status, headers: { 'x-request-id': id, ...headers }, body }: Answered) => ({
  status,
  headers,
  hasName: id !== undefined,
  body: body.toString(),
});

/** Paths of a redirect or a page that are not below the path of SVC_PUBLIC_URL, but for values of fields and hints. */
function strayPaths({ headers, body }: Answered): string[] {
  const isPage = headers['content-type']?.[0]?.startsWith('text/html') ?? false;
  const paths = isPage ? body.toString().matchAll(/ (?!value=|title=)[\w-]+="(\/[^"]*)"/g) : [];
  const all = [...[...paths].map(([, path = '']) => path), ...(headers.location ?? [])];
  return all.filter((path) => path.startsWith('/') && !path.startsWith('/live/'));
}

/** The same but for tokens, which are signed with keys of each world. */
const masked = (answer: Answered) => {
  const { headers, ...rest } = compared(answer);
  const { 'set-cookie': cookies = [], ...others } = headers;
  return { ...rest, headers: others, cookies: cookies.map((cookie) => cookie.replace(/=[\w-]+;/, '=***;')) };
};

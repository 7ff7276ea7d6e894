import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blobRoutes } from '../../../functions/platform/standalone/blob-routes.ts';
import { type BlobUrls, blobUrls } from '../../../functions/platform/standalone/blob-urls.ts';
import { type FileBlobs, fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { type Gateway, openGateway } from '../../../functions/platform/standalone/gateway/gateway.ts';
import { freePort } from '../../support/free-port.ts';

type Body = NonNullable<RequestInit['body']>;

const BYTES = Buffer.from('bytes of somebody');
const SAID = { sizeBytes: BYTES.length, sha256: createHash('sha256').update(BYTES).digest('hex') };
const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describe('blobs at signed addresses of the service (evaluation 3.5)', () => {
  const directory = mkdtempSync(join(tmpdir(), 'blob-routes-'));
  let clock = Date.parse('2026-11-22T00:00:00Z');
  let publicUrl: string;
  let blobs: FileBlobs;
  let gateway: Gateway;
  let key: string;
  const signedBy = (...masterKeys: Buffer[]): BlobUrls => blobUrls({ publicUrl, masterKeys, now: () => clock });

  beforeAll(async () => {
    const port = await freePort();
    publicUrl = `http://127.0.0.1:${port}`;
    blobs = fileBlobs(directory, signedBy(...KEYS));
    const app = new Hono();
    blobRoutes(app, blobs, signedBy(...KEYS));
    const now = () => clock;
    gateway = await openGateway(app, {
      host: '127.0.0.1',
      port,
      basicAuth: null,
      publicUrl,
      allowedHosts: [],
      newId: () => 'id',
      now,
    });
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(directory, { recursive: true });
  });
  let made = 0;
  beforeEach(() => {
    key = `uploads/t/a%2Fb/${++made}`;
  });

  const put = (url: string, body: Body = BYTES, more: RequestInit = {}) => fetch(url, { method: 'PUT', body, ...more });
  const stored = async () => {
    const stream = await blobs.get(key);
    return stream && Buffer.from(await new Response(stream).arrayBuffer());
  };

  test('are sent and fetched for any key', async () => {
    const { url, headers } = await blobs.signedPut(key, SAID);
    expect((await put(url, BYTES, { headers })).status).toBe(200);
    expect(await stored()).toEqual(BYTES);
    expect((await put(url)).status).toBe(200);
    const got = await fetch((await blobs.signedGet(key, 'text/html')).url);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(BYTES);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    });
  });

  test.for<[what: string, body: () => Body]>([
    ['fewer bytes', () => BYTES.subarray(1)],
    ['more bytes', () => Buffer.concat([BYTES, BYTES])],
    ['fewer bytes, of a size that is not announced', () => new Blob([BYTES.subarray(1)]).stream()],
    ['endlessly many bytes', endless],
    ['other bytes of the size', () => Buffer.from(BYTES).fill(1)],
    ['nothing', () => ''],
  ])('are refused and not kept with %s', async ([, body]) => {
    const { url } = await blobs.signedPut(key, SAID);
    // The connection may be closed while the client still sends. fetch requires `duplex`, which its type does not
    // include.
    const status = await put(url, body(), { duplex: 'half' } as RequestInit).then(
      (answer) => answer.status,
      () => 'cut off',
    );
    expect([400, 'cut off']).toContain(status);
    expect(await stored()).toBeUndefined();
    expect(readdirSync(join(directory, 'aside'))).toEqual([]);
  });

  test('are available for 15 minutes', async () => {
    const { url } = await blobs.signedPut(key, SAID);
    const { url: get } = await blobs.signedGet(key, 'text/plain');
    clock += 15 * 60_000 - 1;
    expect((await put(url)).status).toBe(200);
    expect((await fetch(get)).status).toBe(200);
    clock += 1;
    for (const answer of [await put(url), await fetch(get)]) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ errorMessage: 'this address has expired' });
    }
  });

  test('are not uploaded at an address for downloads, nor downloaded at one for uploads', async () => {
    await put((await blobs.signedPut(key, SAID)).url);
    const sending = (await blobs.signedPut(key, SAID)).url;
    const fetching = (await blobs.signedGet(key, 'text/plain')).url;
    for (const [method, url] of [
      ['GET', sending],
      ['HEAD', fetching],
      ['POST', sending],
      ['DELETE', fetching],
      ['PUT', fetching],
    ] as const)
      expect((await fetch(url, { method })).status).toBe(403);
  });

  test.for<[what: string, change: (url: URL) => unknown]>([
    ['another key', (url) => Object.assign(url, { pathname: `${url.pathname}0` })],
    ['a key outside', (url) => Object.assign(url, { pathname: '/blobs/uploads/%2e%2e%2fkept/a' })],
    ['a key that is not text', (url) => Object.assign(url, { pathname: '/blobs/%ff' })],
    ['a later end', (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))],
    ['another size', (url) => url.searchParams.set('size', '1')],
    ['another digest', (url) => url.searchParams.set('sha256', 'ab'.repeat(32))],
    ['another signature', (url) => url.searchParams.set('signature', 'A'.repeat(43))],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['nothing at all', (url) => Object.assign(url, { search: '' })],
  ])('are refused at a forged address: %s', async ([, change]) => {
    const url = new URL((await blobs.signedPut(key, SAID)).url);
    change(url);
    expect((await put(url.href)).status).toBe(403);
  });

  test('have the signed media type', async () => {
    await put((await blobs.signedPut(key, SAID)).url);
    const { url } = await blobs.signedGet(key, 'text/plain');
    expect((await fetch(url.replace('text%2Fplain', 'text%2Fhtml'))).status).toBe(403);
  });

  test('are accepted at addresses of the previous master key, and never of a foreign key', async () => {
    const [, old] = KEYS;
    expect((await put((await signedBy(old ?? Buffer.alloc(0)).signedPut(key, SAID)).url)).status).toBe(200);
    expect((await put((await signedBy(Buffer.alloc(32, 9)).signedPut(key, SAID)).url)).status).toBe(403);
  });

  test('are not found when they are gone', async () => {
    expect((await fetch((await blobs.signedGet(key, 'text/plain')).url)).status).toBe(404);
  });
});

/** An endless body. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
}
